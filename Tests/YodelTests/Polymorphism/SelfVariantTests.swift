import Testing

@testable import Yodel

/// A type may be one of its own variants only if each level is one level deeper in the document.
@Suite("Variants of the type itself")
struct SelfVariantTests {
    indirect enum External: Polymorphic, Equatable {
        case a(Int), b(External), c(External?), d
        static let variants = Variants<External>(
            .external, .case("a", External.a), .case("b", External.b), .case("c", External.c), .case("d", External.d))
    }

    indirect enum Beside: Polymorphic, Equatable {
        case a(Int), b(Beside), c(Beside?), d
        static let variants = Variants<Beside>(
            .key("t", content: "v"), .case("a", Beside.a), .case("b", Beside.b), .case("c", Beside.c),
            .case("d", Beside.d))
    }

    indirect enum Even: Polymorphic, Equatable {
        case end(Bool), next(Odd)
        static let variants = Variants<Even>(.external, .case("end", Even.end), .case("next", Even.next))
    }

    indirect enum Odd: Polymorphic, Equatable {
        case end(Bool), next(Even)
        static let variants = Variants<Odd>(.key("t", content: "v"), .case("end", Odd.end), .case("next", Odd.next))
    }

    /// The tag is inside the value that it names, which would need two tags.
    indirect enum Within: Polymorphic {
        case a, b(Within)
        static let variants = Variants<Within>("t", .case("a", Within.a), .case("b", Within.b))
    }

    indirect enum Tried: Polymorphic {
        case a(Int), b(Tried)
        static let variants = Variants<Tried>(.untagged, .case(Tried.a), .case(Tried.b))
    }

    /// The rest variant is not one level deeper.
    indirect enum Rest: Polymorphic {
        case a(Int), b(Rest)
        static let variants = Variants<Rest>(.external, .case("a", Rest.a), .otherwise(Rest.b))
    }

    @Test("Below the key that names it")
    func external() {
        expectRoundTrip(External.b(.b(.a(1))), #"{"b":{"b":{"a":1}}}"#)
        expectRoundTrip(External.c(.b(.c(nil))), #"{"c":{"b":{"c":null}}}"#)
        expectError(.typeMismatch, at: 15, path: "$.b.b.a", decoding: External.self, #"{"b":{"b":{"a":"x"}}}"#)
    }

    @Test("Below the key of the content, with the tag first or last")
    func content() {
        expectRoundTrip(Beside.b(.b(.a(1))), #"{"t":"b","v":{"t":"b","v":{"t":"a","v":1}}}"#)
        expectDecoded(Beside.self, #"{"v":{"v":{"v":1,"t":"a"},"t":"b"},"t":"b"}"#, as: .b(.b(.a(1))))
        expectDecoded(Beside.self, #"{"v":{"v":null,"t":"c"},"t":"c"}"#, as: .c(.c(nil)))
    }

    @Test("A case without a value is none of those that contain the type")
    func withoutValue() {
        expectRoundTrip(External.d, #""d""#)
        expectRoundTrip(External.b(.c(.d)), #"{"b":{"c":"d"}}"#)
        expectRoundTrip(Beside.d, #"{"t":"d"}"#)
        expectRoundTrip(Beside.b(.c(.d)), #"{"t":"b","v":{"t":"c","v":{"t":"d"}}}"#)
    }

    @Test("Two types in turns")
    func mutual() {
        expectRoundTrip(
            Even.next(.next(.next(.end(true)))), #"{"next":{"t":"next","v":{"next":{"t":"end","v":true}}}}"#)
    }

    @Test("Without a deeper level it is refused")
    func refused() {
        func reason<Value>(_ type: Value.Type) -> String? {
            refusalReason(.invalidMapping) { try ModelDecoder().prepare(type) }
        }
        #expect(reason(Within.self) == "Within.variants: the variant Within leads back to the same choice of variants")
        #expect(reason(Tried.self) == "Tried.variants: the variant Tried leads back to the same choice of variants")
        #expect(reason(Rest.self) == "Rest.variants: the variant Rest leads back to the same choice of variants")
    }
}
