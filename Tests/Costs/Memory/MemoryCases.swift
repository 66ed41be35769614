import Foundation
import Yodel

extension MemoryCase {
    /// The shapes that take the most memory, by their results.
    static var all: [MemoryCase] {
        let zeros = filled("[", "0,", "0]")
        let words = filled("[", "\"\",", "\"\"]")
        let letters = filled("[", "\"a\",", "\"a\"]")
        let objects = filled("[", "{},", "{}]")
        let arrays = filled("[", "[],", "[]]")
        let numbers = filled("[", "[0],", "[]]")
        // Keys of two to four characters.
        let keys = numbered("{", "\"\":0}") { "\"\(String($0, radix: 36))\":0," }
        let kindLast = filled(#"{"numbers":[0"#, ",0", #"],"kind":"numbers"}"#)
        return [
            MemoryCase("[0,0,… into [Int]", atMost: 11, as: [Int].self, zeros),
            MemoryCase("[0,0,… into [Int], in chunks", atMost: 11, as: [Int].self, inChunks: true, zeros),
            MemoryCase("[0,0,… into [Double]", atMost: 11, as: [Double].self, zeros),
            MemoryCase("[0,0,… into [Int?]", atMost: 22, as: [Int?].self, zeros),
            MemoryCase("[0,0,… into [Decimal]", atMost: 27, as: [Decimal].self, zeros),
            MemoryCase("[0,0,… into [Date]", atMost: 11, as: [Date].self, by: .dated, zeros),
            MemoryCase("[0,0,… into [JSONNumber]", atMost: 22, as: [JSONNumber].self, zeros),
            MemoryCase("[0,0,… into JSONValue", atMost: 29, as: JSONValue.self, zeros),
            MemoryCase("[0,0,… into JSONValue, in chunks", atMost: 29, as: JSONValue.self, inChunks: true, zeros),
            MemoryCase("[0,0,… into RawJSON", atMost: 3, as: RawJSON.self, zeros),
            MemoryCase("[0,0,… into [RawJSON]", atMost: 36, as: [RawJSON].self, zeros),
            MemoryCase("[0,0,… into [Lazy<Int>]", atMost: 106, as: [Lazy<Int>].self, zeros),
            MemoryCase("[\"\",\"\",… into [String]", atMost: 12, as: [String].self, words),
            MemoryCase("[\"\",\"\",… into JSONValue", atMost: 19, as: JSONValue.self, words),
            MemoryCase("[\"\",\"\",… into [Data]", atMost: 12, as: [Data].self, words),
            MemoryCase("[\"a\",\"a\",… into [URL]", atMost: 93, as: [URL].self, letters),
            MemoryCase("[[],[],… into [[Int]]", atMost: 7, as: [[Int]].self, arrays),
            MemoryCase("[[0],[0],… into [[Int]]", atMost: 18, as: [[Int]].self, numbers),
            MemoryCase("[[0],[0],… into JSONValue", atMost: 31, as: JSONValue.self, numbers),
            MemoryCase("[{},{},… into JSONValue", atMost: 19, as: JSONValue.self, objects),
            MemoryCase("[{\"\":0},… into JSONValue", atMost: 21, as: JSONValue.self, filled("[", "{\"\":0},", "{}]")),
            MemoryCase(
                "[{\"\":0},… into [[String: Int]]", atMost: 23, as: [[String: Int]].self,
                filled("[", "{\"\":0},", "{}]")
            ),
            MemoryCase("[{},{},… into instances of a class", atMost: 24, as: [Link].self, objects),
            MemoryCase("[{},{},… into structs of a kibibyte", atMost: 720, size: 256 << 10, as: [Wide].self, objects),
            MemoryCase(
                "[{},{},… into the same, in chunks", atMost: 720, size: 256 << 10, as: [Wide].self, inChunks: true,
                objects),
            MemoryCase("[0,0,… into the same, dropped", atMost: 0.5, as: [Wide].self, by: .tolerant, zeros),
            MemoryCase("{\"a\":0,… into [String: Int]", atMost: 13, as: [String: Int].self, keys),
            MemoryCase("{\"a\":0,… into JSONValue", atMost: 13, as: JSONValue.self, keys),
            MemoryCase(
                "{\"a\":{},… into structs of a kibibyte", atMost: 410, size: 256 << 10, as: [String: Wide].self,
                numbered("{", "\"\":{}}") { "\"\(String($0, radix: 36))\":{}," }),
            MemoryCase("a string into String", atMost: 2, as: String.self, filled("\"", "a", "\"")),
            MemoryCase("a string of escapes into String", atMost: 3, as: String.self, filled("\"", "\\n", "\"")),
            MemoryCase(
                "a string into String, in chunks", atMost: 3, as: String.self, inChunks: true, filled("\"", "a", "\"")),
            MemoryCase("[0,0,… before its kind", atMost: 14, as: Kind.self, kindLast),
            MemoryCase("[0,0,… before its kind, in chunks", atMost: 15, as: Kind.self, inChunks: true, kindLast),
            MemoryCase("[0,0,… of no known kind", atMost: 31, as: Kind.self, filled(#"{"numbers":[0"#, ",0", "]}")),
            MemoryCase(
                "[{},{},… into parts of a model", atMost: 12, as: Parted.self, filled("{\"parts\":[", "{},", "{}]}")),
            MemoryCase("what is skipped", atMost: 0.5, as: Kept.self, filled("{\"a\":[", "{},", "{}]}")),
            MemoryCase(
                "what is skipped, in chunks", atMost: 0.5, as: Kept.self, inChunks: true,
                filled("{\"a\":[", "{},", "{}]}")),
            MemoryCase("[0,0,… into [Int] by YodelJSONDecoder", atMost: 20, decodable: [Int].self, zeros),
            MemoryCase("[[],[],… into [[Int]] by YodelJSONDecoder", atMost: 15, decodable: [[Int]].self, arrays),
            MemoryCase(
                "[{},{},… into structs of a kibibyte by YodelJSONDecoder", atMost: 720, size: 256 << 10,
                decodable: [Plain].self, objects),
            MemoryCase(
                "{\"a\":0,… into [String: Int] by YodelJSONDecoder", atMost: 20, decodable: [String: Int].self, keys),
            MemoryCase(
                "{\"lazy\":0},… in 200 arrays into models by YodelJSONDecoder", atMost: 84, decodable: Nested.self,
                filled(String(repeating: "[", count: 200), "{\"lazy\":0},", "[]" + String(repeating: "]", count: 200))),
            MemoryCase("a string by YodelJSONDecoder", atMost: 2, decodable: String.self, filled("\"", "a", "\"")),
        ]
    }
}

/// Models with lazy values in arrays of any depth.
struct Nested: Decodable {
    struct Part: Model, Decodable {
        var lazy: Lazy<Int>

        init(from decoder: any Decoder) throws { throw CancellationError() }
    }

    var elements: [Nested] = []
    var part: Part?

    init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
            part = try decoder.singleValueContainer().decode(Part.self)
            return
        }
        while !list.isAtEnd { elements.append(try list.decode(Nested.self)) }
    }
}

/// Like ``Wide``, for decoders without tables.
struct Plain: Decodable {
    struct Part: Decodable { var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p: Int? }

    var first, second, third, fourth: Part?
}

extension ModelDecoder {
    fileprivate static var dated: ModelDecoder {
        var decoder = ModelDecoder()
        decoder.dates = .secondsSince1970
        return decoder
    }

    fileprivate static var tolerant: ModelDecoder {
        var decoder = ModelDecoder()
        decoder.badElements = .drop
        decoder.report = DecodingReport()
        return decoder
    }
}
