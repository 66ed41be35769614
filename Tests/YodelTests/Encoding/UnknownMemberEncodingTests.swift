import Testing

@testable import Yodel

/// Writing unknown members back.
@Suite struct UnknownMemberEncodingTests {
    private struct Book: Model, Equatable {
        var title: String?
        var year: Int?
        var extras: JSONObject = [:]
        static let mapping = Mapping(
            .map(\Book.title, to: "title", "name"), .map(\Book.year, to: "meta.year"), .unknown(\Book.extras))
    }

    private struct Sorted: Model, Equatable {
        var title: String
        var extras: [String: JSONValue]?
        static let mapping = Mapping(.unknown(\Sorted.extras))
    }

    @Test func theyFollowTheProperties() {
        expectRoundTrip(
            Book(title: "t", year: 1900, extras: ["z": 1, "a": [nil, ["b": "c"]], "m": [:]]),
            #"{"title":"t","meta":{"year":1900},"z":1,"a":[null,{"b":"c"}],"m":{}}"#)
        expectRoundTrip(Book(extras: ["only": .null]), #"{"only":null}"#)
        expectRoundTrip(Book(title: "t"), #"{"title":"t"}"#)
        expectRoundTrip(Sorted(title: "t", extras: ["b": 1, "a": "x"]), #"{"title":"t","a":"x","b":1}"#)
        expectRoundTrip(Sorted(title: "t", extras: nil), #"{"title":"t"}"#)
    }

    @Test func whatIsDecodedIsWrittenBackWhole() throws {
        let json = #"{"title":"t","meta":{"year":1},"isbn":"x","ratings":[1,2.50,{"by":null}]}"#
        expectText(of: try ModelDecoder().decode(Book.self, from: json), json)
    }

    @Test func aPropertysKeyWins() {
        expectText(of: Book(title: nil, extras: ["title": 1, "name": 2, "meta": 3, "a": 4]), #"{"a":4}"#)
        expectText(of: Book(title: "t", extras: ["title": 1]), #"{"title":"t"}"#)
    }

    private struct Hound: Model, Equatable {
        var n: Int
        var extras: JSONObject = [:]
        static let mapping = Mapping(.unknown(\Hound.extras))
    }

    private enum Beast: Polymorphic, Equatable {
        case dog(Hound)
        static let variants = Variants<Beast>("type", .case("dog", Beast.dog))
    }

    @Test func theTagIsWrittenOnce() throws {
        let puppy = try ModelDecoder().decode(Hound.self, from: #"{"type":"puppy","n":1}"#)
        expectText(of: puppy, #"{"n":1,"type":"puppy"}"#)
        let error = expectFailure(of: [Beast.dog(puppy)], .duplicateKey, path: "$[0]")
        #expect(error?.found == "the tag's key, type, in the value itself")
        expectText(of: Beast.dog(Hound(n: 1, extras: ["type": "dog", "a": 1])), #"{"n":1,"type":"dog","a":1}"#)
        expectRoundTrip(Beast.dog(Hound(n: 1, extras: ["a": 1])), #"{"type":"dog","n":1,"a":1}"#)
    }

    @Test func theLayoutAndTheOrderAreTheEncoders() {
        var encoder = ModelEncoder()
        encoder.sortsKeys = true
        expectText(of: Book(title: "t", extras: ["b": 1, "a": 2]), #"{"title":"t","a":2,"b":1}"#, encoder: encoder)
        encoder.layout = .pretty
        expectText(
            of: [Book(extras: ["b": 1, "a": [2]])],
            """
            [
              {
                "a": [
                  2
                ],
                "b": 1
              }
            ]
            """, encoder: encoder)
    }

    @Test func theyAreSelectedLikeAProperty() {
        let book = Book(title: "t", extras: ["a": 1])
        expectText(of: book, #"{"title":"t"}"#, encoder: ModelEncoder().only(\Book.title))
        expectText(of: book, #"{"a":1}"#, encoder: ModelEncoder().only(\Book.extras))
        expectText(of: book, #"{"title":"t"}"#, encoder: ModelEncoder().except(\Book.extras))
    }

    @Test func errorsHaveTheirPath() {
        var deep: JSONValue = []
        for _ in 0..<10 { deep = [deep] }
        let encoder = ModelEncoder.with { $0.limits.depth = 5 }
        expectFailure(of: [Book(extras: ["a": 1, "b": deep])], .depthLimit, path: "$[0].b[0][0][0]", encoder: encoder)
    }
}
