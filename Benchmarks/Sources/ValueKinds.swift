import Foundation
import Yodel

/// A kind of value, and how an array of them is decoded.
struct ValueKind: Sendable {
    var name: String
    /// A value's text.
    var json: String
    var decode: @Sendable ([UInt8]) throws -> Void

    /// - Parameter type: The type that a value is decoded as.
    init<Value>(
        _ name: String, _ json: String, as type: Value.Type, by decoder: ModelDecoder = ModelDecoder()
    ) {
        self.name = name
        self.json = json
        decode = { _ = try decoder.decode([Value].self, from: $0) }
    }
}

/// Small models, each for the cost of one feature.
enum ValueModels {
    struct Numbers: Model { var a: Int, b: Int, c: Int, d: Int }
    struct NoneOfThem: Model { var z: Int? }
    struct CodableNumbers: Codable { var a: Int, b: Int, c: Int, d: Int }
    struct Renamed: Model {
        var first: Int, second: Int, third: Int, fourth: Int
        static let mapping = Mapping(
            .map(\Renamed.first, to: "a"), .map(\Renamed.second, to: "e", "b"), .map(\Renamed.third, to: "c"),
            .map(\Renamed.fourth, to: "d"))
    }
    final class Object: DefaultedModel { var a = 0, b = 0, c = 0, d = 0 }
    enum Word: String { case small, large }
    enum Tagged: Polymorphic {
        case numbers(Numbers), none
        static let variants = Variants<Tagged>("type", .case("numbers", Tagged.numbers), .case("none", Tagged.none))
    }
    enum Tried: Polymorphic {
        case renamed([Int]), numbers(Numbers)
        static let variants = Variants<Tried>(
            .untagged, .case("renamed", Tried.renamed), .case("numbers", Tried.numbers))
    }
}

extension ValueKind {
    /// All kinds; the first is the baseline.
    static let all: [ValueKind] = {
        let object = #"{"a": 123456, "b": 234567, "c": 345678, "d": 456789}"#
        let members = object.dropFirst().dropLast()
        var epoch = ModelDecoder()
        epoch.dates = .secondsSince1970
        return [
            ValueKind("integer of six digits", "123456", as: Int.self),
            ValueKind("boolean", "true", as: Bool.self),
            ValueKind("fraction of six digits", "123.456", as: Double.self),
            ValueKind("fraction of 17 digits", "0.12345678901234567", as: Double.self),
            ValueKind("Decimal", "123.456", as: Decimal.self),
            ValueKind("string of 12 bytes", #""twelve bytes""#, as: String.self),
            ValueKind("string of 40 bytes", #""a text of forty bytes, which has a block.""#, as: String.self),
            ValueKind("string with escapes", #""twelve\nby\u00e9es""#, as: String.self),
            ValueKind("enum by raw value", #""large""#, as: ValueModels.Word.self),
            ValueKind("date, ISO 8601", #""2024-02-29T12:00:00Z""#, as: Date.self),
            ValueKind("date, seconds", "1709208000", as: Date.self, by: epoch),
            ValueKind("UUID", #""01234567-89AB-CDEF-0123-456789ABCDEF""#, as: UUID.self),
            ValueKind("URL", #""https://example.com/a/b""#, as: URL.self),
            ValueKind("array of 4 integers", "[1234, 2345, 3456, 4567]", as: [Int].self),
            ValueKind("the same as InlineArray", "[1234, 2345, 3456, 4567]", as: InlineArray<4, Int>.self),
            ValueKind("struct of 4 integers", object, as: ValueModels.Numbers.self),
            ValueKind("the same, mapped", object, as: ValueModels.Renamed.self),
            ValueKind("the same, a class", object, as: ValueModels.Object.self),
            ValueKind("the same, a Codable type", object, as: ValueModels.CodableNumbers.self),
            ValueKind("the same, a dictionary", object, as: [String: Int].self),
            ValueKind("the same, a JSONValue", object, as: JSONValue.self),
            ValueKind("the same, a Lazy", object, as: Lazy<ValueModels.Numbers>.self),
            ValueKind("the same, no key known", object, as: ValueModels.NoneOfThem.self),
            ValueKind("a variant, tag first", #"{"type": "numbers", \#(members)}"#, as: ValueModels.Tagged.self),
            ValueKind("a variant, tag last", #"{\#(members), "type": "numbers"}"#, as: ValueModels.Tagged.self),
            ValueKind("a variant, the second tried", object, as: ValueModels.Tried.self),
        ]
    }()
}
