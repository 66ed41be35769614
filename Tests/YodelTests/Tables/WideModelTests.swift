import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Structs of many fields")
struct WideModelTests {
    /// Checks a type with fields `f0`, `f1`, …; those for which `isOptional` is true are Optional.
    private func check<Value: Model & Equatable>(
        _ type: Value.Type, count: Int, isOptional: (Int) -> Bool, value: (Int) -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let cuts = Cuts(chunkSizes: [7, 64])
        func document(_ fields: some Sequence<Int>) -> String {
            "{" + fields.map { "\"f\($0)\":\(value($0))" }.joined(separator: ",") + "}"
        }
        func dump(_ model: Value) -> [String] { Mirror(reflecting: model).children.map { "\($0.value)" } }
        func decode(_ fields: [Int]) throws -> Value {
            try decodeEveryWay(type, document(fields), cuts: cuts, sourceLocation: sourceLocation)
        }
        let required = (0..<count).filter { !isOptional($0) }
        let optional = (0..<count).filter(isOptional)
        let strings = (0..<count).map { index in
            let text = value(index).replacing("\"", with: "")
            return isOptional(index) ? "Optional(\(value(index)))" : text
        }

        let full = try decode(Array(0..<count))
        #expect(dump(full) == strings, "all present", sourceLocation: sourceLocation)
        #expect(try decode((0..<count).reversed()) == full, "in reverse", sourceLocation: sourceLocation)
        var generator = SeededGenerator(seed: UInt64(count))
        #expect(
            try decode((0..<count).shuffled(using: &generator)) == full, "in any order", sourceLocation: sourceLocation)

        let without = try decode(required)
        #expect(
            dump(without) == strings.enumerated().map { isOptional($0.offset) ? "nil" : $0.element }, "required ones",
            sourceLocation: sourceLocation)
        for extra in optional.filter({ $0 % 7 == 0 || $0 > count - 4 || (60...68).contains($0) }) {
            let one = try ModelDecoder().decode(type, from: document(required + [extra]))
            #expect(
                dump(one)
                    == strings.enumerated().map { !isOptional($0.offset) || $0.offset == extra ? $0.element : "nil" },
                "the required ones and f\(extra)", sourceLocation: sourceLocation)
        }

        // Each key twice: each value is replaced.
        let twice = document(0..<count).dropLast() + "," + document(0..<count).dropFirst()
        #expect(try ModelDecoder().decode(type, from: twice) == full, sourceLocation: sourceLocation)

        try checkMissing(type, required, document: document, cuts: cuts, sourceLocation: sourceLocation)
    }

    private func checkMissing<Value: Model & Equatable>(
        _ type: Value.Type, _ required: [Int], document: ([Int]) -> String, cuts: Cuts, sourceLocation: SourceLocation
    ) throws {
        guard !required.isEmpty else { return }
        expectErrorAtMark(
            .missingKeys, path: "$", missing: required.map { "f\($0)" }, decoding: type, "{▸}", cuts: cuts,
            sourceLocation: sourceLocation)
        for missing in [required.first!, required[required.count / 2], required.last!] {
            let text = document(required.filter { $0 != missing })
            expectErrorAtMark(
                .missingKeys, path: "$", missing: ["f\(missing)"], decoding: type, text.dropLast() + "▸}", cuts: cuts,
                sourceLocation: sourceLocation)
        }
        let last = required.last!
        expectErrorAtMark(
            .typeMismatch, path: "$.f\(last)", decoding: type,
            document(required.filter { $0 != last }).dropLast() + ",\n\"f\(last)\":▸{}}", cuts: cuts,
            sourceLocation: sourceLocation)
    }

    @Test("63, 64, 65, 128 and 129 fields: at the bounds of the words that mark present fields")
    func edges() throws {
        try check(Fields63.self, count: 63, isOptional: { _ in false }) { "\($0)" }
        try check(Fields64.self, count: 64, isOptional: { _ in false }) { "\"text of field \($0)\"" }
        try check(Fields65.self, count: 65, isOptional: { $0 == 64 }) { "\"text of field \($0)\"" }
        try check(Fields128.self, count: 128, isOptional: { $0 / 16 % 2 == 1 }) { "\($0)" }
        try check(Fields129.self, count: 129, isOptional: { $0 / 16 % 2 == 1 }) { "\($0)" }
    }

    @Test("300 fields, most of them Optional, and 300 without any Optional")
    func many() throws {
        try check(Fields300<String, String?>.self, count: 300, isOptional: { $0 / 10 % 3 != 0 }) {
            "\"text of field \($0)\""
        }
        try check(Fields300<UInt16, UInt16>.self, count: 300, isOptional: { _ in false }) { "\($0)" }
    }

    @Test("100 fields that all have defaults")
    func defaults() {
        var expected = Defaults100()
        expectDecoded(Defaults100.self, "{}", as: expected)
        (expected.f63, expected.f64, expected.f99) = (-1, -2, -3)
        expectDecoded(Defaults100.self, #"{"f99":-3,"f64":-2,"f63":-1}"#, as: expected)
    }

    @Test("Keys that begin and end alike, or differ only in length, are distinguished")
    func similarKeys() throws {
        let spellings: [@Sendable (Int) -> String] = [
            { "aaaaaaaa\($0 / 10)\($0 % 10)zzzzzzzz" },
            { "aaaaaaaaaaaaaaaaaaaa\($0 / 10)\($0 % 10)aaaaaaaazzzzzzzz" },
            { String(repeating: "k", count: $0) },
            { String(repeating: "\0", count: $0) },
        ]
        for spelling in spellings {
            let decoder = ModelDecoder.with { $0.keys = .custom { spelling(Int($0.dropFirst())!) } }
            func document(_ fields: [Int], unknown: [String]) -> String {
                let members = fields.map { (spelling($0), "\($0)") } + unknown.map { ($0, "[0]") }
                return "{" + members.map { "\(JSONValue.string($0)):\($1)" }.joined(separator: ",") + "}"
            }
            let unknown = [spelling(63), spelling(64), spelling(7) + "x", "x" + spelling(7)]
            let inOrder = try decodeEveryWay(
                Fields63.self, document(Array(0..<63), unknown: unknown), decoder: decoder, cuts: Cuts(chunkSizes: [7]))
            #expect(Mirror(reflecting: inOrder).children.map { $0.value as? Int } == Array(0..<63))
            var generator = SeededGenerator(seed: 63)
            let shuffled = (0..<63).shuffled(using: &generator)
            #expect(try decoder.decode(Fields63.self, from: document(shuffled, unknown: unknown)) == inOrder)
        }
    }

    @Test("Structs of many fields nest in each other and in lists")
    func nested() throws {
        let inner = "{" + (0..<129).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
        let list = try decodeEveryWay(
            [[String: Fields129?]].self, "[{\"a\":\(inner),\"b\":null},{\"c\":\(inner)}]", cuts: Cuts(chunkSizes: [64]))
        #expect(list[0]["a"] == list[1]["c"])
        #expect(list[0]["a"]??.f128 == 128)
        expectErrorAtMark(
            .missingKeys, path: "$[0].a", missing: ["f128"], decoding: [[String: Fields129?]].self,
            "[{\"a\":\(inner.dropLast().replacing("\"f128\"", with: "\"g\""))▸}}]", cuts: Cuts(chunkSizes: [64]))
    }
}

// Fields in rows: only their names and their number matter.

private struct Fields63: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15: Int
    var f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31: Int
    var f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47: Int
    var f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62: Int
}

private struct Fields64: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15: String
    var f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31: String
    var f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47: String
    var f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63: String
}

private struct Fields65: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15: String
    var f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31: String
    var f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47: String
    var f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63: String
    var f64: String?
}

private struct Fields128: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15: Int
    var f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31: Int?
    var f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47: Int
    var f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63: Int?
    var f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79: Int
    var f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95: Int?
    var f96, f97, f98, f99, f100, f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111: Int
    var f112, f113, f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126, f127: Int?
}

private struct Fields129: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15: Int
    var f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31: Int?
    var f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47: Int
    var f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63: Int?
    var f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79: Int
    var f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95: Int?
    var f96, f97, f98, f99, f100, f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111: Int
    var f112, f113, f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126, f127: Int?
    var f128: Int
}

/// Ten fields of the first type, then twenty of the second, and so on.
private struct Fields300<First: Equatable, Second: Equatable>: Model, Equatable {
    var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9: First
    var f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25: Second
    var f26, f27, f28, f29: Second
    var f30, f31, f32, f33, f34, f35, f36, f37, f38, f39: First
    var f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55: Second
    var f56, f57, f58, f59: Second
    var f60, f61, f62, f63, f64, f65, f66, f67, f68, f69: First
    var f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80, f81, f82, f83, f84, f85: Second
    var f86, f87, f88, f89: Second
    var f90, f91, f92, f93, f94, f95, f96, f97, f98, f99: First
    var f100, f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115: Second
    var f116, f117, f118, f119: Second
    var f120, f121, f122, f123, f124, f125, f126, f127, f128, f129: First
    var f130, f131, f132, f133, f134, f135, f136, f137, f138, f139, f140, f141, f142, f143, f144, f145: Second
    var f146, f147, f148, f149: Second
    var f150, f151, f152, f153, f154, f155, f156, f157, f158, f159: First
    var f160, f161, f162, f163, f164, f165, f166, f167, f168, f169, f170, f171, f172, f173, f174, f175: Second
    var f176, f177, f178, f179: Second
    var f180, f181, f182, f183, f184, f185, f186, f187, f188, f189: First
    var f190, f191, f192, f193, f194, f195, f196, f197, f198, f199, f200, f201, f202, f203, f204, f205: Second
    var f206, f207, f208, f209: Second
    var f210, f211, f212, f213, f214, f215, f216, f217, f218, f219: First
    var f220, f221, f222, f223, f224, f225, f226, f227, f228, f229, f230, f231, f232, f233, f234, f235: Second
    var f236, f237, f238, f239: Second
    var f240, f241, f242, f243, f244, f245, f246, f247, f248, f249: First
    var f250, f251, f252, f253, f254, f255, f256, f257, f258, f259, f260, f261, f262, f263, f264, f265: Second
    var f266, f267, f268, f269: Second
    var f270, f271, f272, f273, f274, f275, f276, f277, f278, f279: First
    var f280, f281, f282, f283, f284, f285, f286, f287, f288, f289, f290, f291, f292, f293, f294, f295: Second
    var f296, f297, f298, f299: Second
}

private struct Defaults100: DefaultedModel, Equatable {
    var f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9
    var f10 = 10, f11 = 11, f12 = 12, f13 = 13, f14 = 14, f15 = 15, f16 = 16, f17 = 17, f18 = 18, f19 = 19
    var f20 = 20, f21 = 21, f22 = 22, f23 = 23, f24 = 24, f25 = 25, f26 = 26, f27 = 27, f28 = 28, f29 = 29
    var f30 = 30, f31 = 31, f32 = 32, f33 = 33, f34 = 34, f35 = 35, f36 = 36, f37 = 37, f38 = 38, f39 = 39
    var f40 = 40, f41 = 41, f42 = 42, f43 = 43, f44 = 44, f45 = 45, f46 = 46, f47 = 47, f48 = 48, f49 = 49
    var f50 = 50, f51 = 51, f52 = 52, f53 = 53, f54 = 54, f55 = 55, f56 = 56, f57 = 57, f58 = 58, f59 = 59
    var f60 = 60, f61 = 61, f62 = 62, f63 = 63, f64 = 64, f65 = 65, f66 = 66, f67 = 67, f68 = 68, f69 = 69
    var f70 = 70, f71 = 71, f72 = 72, f73 = 73, f74 = 74, f75 = 75, f76 = 76, f77 = 77, f78 = 78, f79 = 79
    var f80 = 80, f81 = 81, f82 = 82, f83 = 83, f84 = 84, f85 = 85, f86 = 86, f87 = 87, f88 = 88, f89 = 89
    var f90 = 90, f91 = 91, f92 = 92, f93 = 93, f94 = 94, f95 = 95, f96 = 96, f97 = 97, f98 = 98, f99 = 99
}
