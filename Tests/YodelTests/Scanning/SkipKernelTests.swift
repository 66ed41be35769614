import BenchmarkModels
import CYodelKernels
import Testing

@testable import Yodel

/// The kernel that skips values in blocks: whatever it accepts is right, and what is plainly right it accepts.
@Suite("Skipping in blocks")
struct SkipKernelTests {
    private typealias Kernel = (UnsafePointer<UInt8>, UnsafePointer<UInt8>, yodel_skip_limits) -> UnsafePointer<UInt8>?

    private static let generous = yodel_skip_limits(depth: 512, string: 1 << 24, number: 1000)

    /// The length of the value at the start of the bytes, from both variants, which must agree; nil when refused.
    private func skip(_ bytes: [UInt8], limits: yodel_skip_limits = generous) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            let kernels: [Kernel] = [yodel_skip_value, yodel_skip_value_baseline]
            let ends = kernels.map { kernel in
                kernel(buffer.baseAddress!, buffer.baseAddress! + buffer.count, limits).map { $0 - buffer.baseAddress! }
            }
            #expect(ends[0] == ends[1], "the variants agree on \(String(decoding: bytes, as: UTF8.self))")
            return ends[0]
        }
    }

    private func skip(_ text: String, limits: yodel_skip_limits = generous) -> Int? {
        skip(Array(text.utf8), limits: limits)
    }

    @Test(
        "A value is skipped to its end, whatever follows",
        arguments: [
            "[]", "{}", "[1]", "[-0.5e+10,true,false,null]", #"{"a":1}"#, #"{"a" : [ ] , "b":{"c":"d"}}"#,
            #"["\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","é日😀"]"#, "[[[[[]]]],{}]", "[1 , 2\n,\t3\r]", #"{"":""}"#,
            #"{"{":"[","]":"}",",":":"}"#,
        ])
    func values(_ text: String) {
        for padding in 0..<70 {
            let inner = String(repeating: " ", count: padding)
            let padded = text.first! == "[" ? "[\(inner)\(text.dropFirst())" : "{\(inner)\(text.dropFirst())"
            for behind in ["", " ", ",1]", "]", "\"", "\u{1}", String(repeating: "x", count: 70)] {
                #expect(skip(padded + behind + "    ") == padded.utf8.count, "\(padded)\(behind)")
            }
        }
    }

    @Test(
        "What is wrong is refused",
        arguments: [
            "[1 2]", "[1,]", "[,1]", "[1,,2]", "[", "{", "[}", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
            #"{"a":1 "b":2}"#, #"{"a" "b"}"#, #"{"a":1:2}"#, "{1:2}", #"["a":1]"#, #"[:]"#, #"{:}"#, #"{"a"::1}"#,
            #"["a" "b"]"#, #"["a""b"]"#, #"[1"a"]"#, #"["a"1]"#, "[{}{}]", "[[] []]", "[1[]]", "[[]1]", "[01]", "[1.]",
            "[.5]", "[+1]", "[-]", "[1e]", "[1e+]", "[0x1]", "[tru]", "[truex]", "[nul]", "[falsey]", "[True]", "[1a]",
            #"["\x"]"#, #"["\u12g4"]"#, #"["\ud800"]"#, #"["\udc00"]"#, "[\"\u{1}\"]", "[\"a\tb\"]", "[\u{c}1]", "[é]",
            #"[\n]"#, #"["abc]"#, "[;]", "['a']", #"{"a":1]"#, #"[{"a":1]}"#, #"{"a":[1}}"#, #"{"a":1,2}"#,
            #"{"a":1,"b"}"#, #"{"a":1,"b",3}"#, #"{{}:1}"#, #"{[]:1}"#, #"{"a":true false}"#,
        ])
    func wrong(_ text: String) {
        for padding in 0..<70 {
            let inner = String(repeating: " ", count: padding)
            let padded = "\(text.first!)\(inner)\(text.dropFirst())"
            #expect(skip(padded + "          ") == nil, "\(padded)")
            #expect(skip("[\(inner)\(text), 1]     ") == nil, "\(padded)")
        }
    }

    @Test("Ill-formed UTF-8 is refused at any place of a block")
    func illFormed() {
        for sequence: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82]] {
            for padding in 0..<70 {
                let bytes =
                    Array("[\"\(String(repeating: "a", count: padding))".utf8) + sequence + Array("\"]    ".utf8)
                #expect(skip(bytes) == nil)
            }
        }
    }

    @Test("Limits: up to them and no further")
    func limits() {
        func limits(depth: Int = 512, string: Int = 1 << 20, number: Int = 1000) -> yodel_skip_limits {
            yodel_skip_limits(depth: depth, string: string, number: number)
        }
        let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "   "
        #expect(skip(nested, limits: limits(depth: 100)) == 200)
        #expect(skip(nested, limits: limits(depth: 99)) == nil)
        for length in 0..<400 {
            let text = "[\"\(String(repeating: "a", count: length))\"]     "
            // What fills a block is measured in blocks.
            #expect(skip(text, limits: limits(string: length + 128)) == length + 4)
            for limit in 0..<length { #expect(skip(text, limits: limits(string: limit)) == nil) }
        }
        for length in 1..<200 {
            let text = "[\(String(repeating: "1", count: length))]     "
            #expect(skip(text, limits: limits(number: 64)) == (length <= 62 ? length + 2 : nil))
            for limit in 0..<min(length, 64) { #expect(skip(text, limits: limits(number: limit)) == nil) }
        }
    }

    /// A text at every place of a block, behind white space and right behind other tokens.
    private func atEveryPlace(_ text: String, _ check: (String) -> Void) {
        for padding in 0..<130 {
            check("[\(String(repeating: " ", count: padding))\(text)")
            check("[\(String(repeating: "1,", count: padding))\(text)")
            check("[\"\(String(repeating: "x", count: padding))\",\(text)")
        }
    }

    @Test(
        "Numbers and words are passed at any place of a block",
        arguments: [
            "0", "-0", "7", "-7", "1234567890", "0.5", "-0.05", "10.25", "1e5", "1E5", "1e+5", "1e-5", "0e0",
            "-0.0e-00",
            "12.5E+10", "1e05", "100", "1.000", "true", "false", "null",
            "123456789012345678901234567890.123456789e-12345",
        ])
    func scalars(_ scalar: String) {
        for behind in ["]", " ]", ",1]", "\n, \"\"]", ",{}]"] {
            atEveryPlace(scalar + behind) { #expect(skip($0 + "  ") == $0.utf8.count, "\($0)") }
        }
    }

    @Test(
        "What is no number and no word is refused at any place of a block",
        arguments: [
            "-", "--1", "+1", "01", "-01", "00", "0123", "1.", ".5", "-.5", "1..5", "1.5.5", "1.e5", "1e", "1e+", "1e-",
            "1e5.5", "1e5e5", "1ee5", "1e+-5", "1-2", "1+2", "1.5-", "5-", "e5", "-e5", "0x1", "1a", "1true", "true1",
            "truetrue", "tru", "truee", "fals", "falsee", "nul", "nulll", "True", "NULL", "Infinity", "NaN", "1_000",
            "1 2",
            "true null", "y", "Y", "_", "\u{7F}", "1é", "é1", "\\n", "1\u{C}",
        ])
    func noScalars(_ text: String) {
        for behind in ["]", " ]", ",1]"] {
            atEveryPlace(text + behind) { #expect(skip($0 + "  ") == nil, "\($0)") }
        }
    }

    @Test("Random documents, right and spoiled: what is accepted is right")
    func randomDocuments() {
        var generator = SeededGenerator(seed: 91)
        var accepted = 0, refused = 0
        for _ in 0..<3_000 {
            var bytes = Array("[".utf8) + Self.document(depth: 5, &generator).utf8 + Array("]".utf8)
            let isSpoiled = Bool.random(using: &generator)
            if isSpoiled {
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let index = Int.random(in: 1..<bytes.count, using: &generator)
                    bytes[index] = Array("[]{},:\"\\ 1a\u{1}".utf8).randomElement(using: &generator)!
                }
            }
            let end = skip(bytes + Array("      ".utf8))
            if let end {
                accepted += 1
                let value = Array(bytes[..<min(end, bytes.count)])
                #expect(throws: Never.self, "\(String(decoding: value, as: UTF8.self))") {
                    var decoder = ModelDecoder()
                    decoder.parser = Parser.other ?? .scanner
                    _ = try decoder.decode(JSONValue.self, from: value)
                }
            } else {
                refused += 1
                #expect(isSpoiled, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(accepted > 1_000 && refused > 500)
    }

    // MARK: - Members

    private struct Members: Equatable, CustomStringConvertible {
        var offset: Int?
        var keyCount = 0
        var isAtKey = false

        var description: String { "\(offset.map(String.init) ?? "refused"), \(keyCount) keys, at key: \(isAtKey)" }
    }

    /// As the scanner does it: what was stopped at without being wanted is counted, and gone on from.
    private func skipMembers(_ text: String, wanted: [String]) -> Members {
        let bytes = Array(text.utf8)
        var members = skipOnce(bytes, from: 1, wanted: wanted)
        while let offset = members.offset, members.isAtKey,
            !wanted.contains(where: { bytes[(offset + 1)...].starts(with: "\($0)\"".utf8) })
        {
            var next = skipOnce(bytes, from: offset, wanted: wanted)
            next.keyCount += members.keyCount + 1
            members = next
        }
        return members
    }

    private func skipOnce(_ bytes: [UInt8], from key: Int, wanted: [String]) -> Members {
        let wanted = yodel_wanted_keys(wanted)
        return bytes.withUnsafeBufferPointer { buffer in
            let start = buffer.baseAddress! + key
            let end = buffer.baseAddress! + buffer.count
            let found = [yodel_skip_members, yodel_skip_members_baseline].map { kernel in
                let skipped = withUnsafePointer(to: wanted) { kernel(start, end, Self.generous, $0) }
                return skipped.position.map {
                    Members(offset: $0 - buffer.baseAddress!, keyCount: skipped.key_count, isAtKey: skipped.is_at_key)
                } ?? Members()
            }
            #expect(found[0] == found[1], "the variants agree on \(String(decoding: bytes, as: UTF8.self))")
            return found[0]
        }
    }

    private static let tail = String(repeating: " ", count: 8)

    @Test("Unwanted members are passed up to a wanted one, wherever it stands")
    func wantedMember() {
        let value = #"{"id":[1,{"id":2}],"b":"id","c":null}"#
        for count in 0..<12 {
            for padding in 0..<70 {
                let inner = String(repeating: "x", count: padding)
                let before = "{\"first\":\"\(inner)\"" + String(repeating: ",\"other\" : \(value)", count: count)
                let text = "\(before) , \"id\":1}\(Self.tail)"
                let expected = Members(offset: before.utf8.count + 3, keyCount: count, isAtKey: true)
                #expect(skipMembers(text, wanted: ["id"]) == expected)
                let last = Members(offset: before.utf8.count + 11, keyCount: count + 1, isAtKey: false)
                #expect(skipMembers("\(before), \"no\":  12}\(Self.tail)", wanted: ["id"]) == last)
            }
        }
    }

    @Test("Keys with escapes are refused, as they may be wanted")
    func escapedKeys() {
        for key in [#"\u0069d"#, #"i\u0064"#, #"\n"#, #"other\t"#] {
            for padding in 0..<130 {
                let text = "{\"x\":\"\(String(repeating: "x", count: padding))\",\"\(key)\":2}\(Self.tail)"
                #expect(skipOnce(Array(text.utf8), from: 1, wanted: ["id"]) == Members(), "\(text)")
                let inner =
                    "{\"x\":{\"\(String(repeating: "x", count: padding))\":{},\"\(key)\":2},\"id\":0}\(Self.tail)"
                #expect(skipOnce(Array(inner.utf8), from: 1, wanted: ["id"]).isAtKey, "\(inner)")
            }
        }
    }

    @Test(
        "A wanted key is found whatever its length, at any place of a block",
        arguments: ["", "i", "id", "ids", "été", "日本"])
    func wantedKeys(_ wanted: String) {
        for others in [[], ["a", "b", "c"], (0..<20).map { "other\($0)" }] {
            for padding in 0..<130 {
                let before = "{\"x\":\"\(String(repeating: "x", count: padding))\","
                let text = "\(before)\"\(wanted)\":2}\(Self.tail)"
                let found = skipOnce(Array(text.utf8), from: 1, wanted: others + [wanted])
                #expect(found == Members(offset: before.utf8.count, keyCount: 0, isAtKey: true), "\(text)")
            }
        }
    }

    @Test("Others are passed, whatever their length and wherever they stand, up to 128 bytes")
    func otherKeys() {
        for key in ["", "x", "di", "ident", "idx", "é", String(repeating: "long", count: 15)] {
            for padding in 0..<130 {
                let before = "{\"x\":\"\(String(repeating: "x", count: padding))\",\"\(key)\":2,"
                let found = skipMembers("\(before)\"id\":3}\(Self.tail)", wanted: ["id"])
                #expect(found == Members(offset: before.utf8.count, keyCount: 1, isAtKey: true), "\(before)")
            }
        }
        let tooLong = String(repeating: "x", count: 129)
        for padding in 0..<70 {
            let text = "{\"x\":\(String(repeating: " ", count: padding))1,\"\(tooLong)\":2}\(Self.tail)"
            #expect(skipMembers(text, wanted: ["id"]) == Members())
        }
    }

    @Test(
        "What is wrong among them is refused, before a wanted one and not behind it",
        arguments: [
            #""a":1 "b":2"#, #""a":1,,"b":2"#, #""a" 1"#, #""a":"#, #""a":01"#, #""a":{"b"}"#, #""a":[1,]"#, #"1:2"#,
            #""a":tru"#, #""a":1]"#, #""a":"\x""#, #""a":"\#u{1}""#, #""a":1,"#,
        ])
    func wrongMembers(_ members: String) {
        for padding in 0..<70 {
            let inner = String(repeating: " ", count: padding)
            #expect(skipMembers("{\"x\":\(inner)0,\(members),\"id\":1}\(Self.tail)", wanted: ["id"]).offset == nil)
            let behind = skipMembers("{\"x\":\(inner)0,\"id\":1,\(members)}\(Self.tail)", wanted: ["id"])
            #expect(behind == Members(offset: 7 + padding, keyCount: 0, isAtKey: true) || behind == Members())
        }
    }

    /// A sound value with white space of all kinds.
    private static func document(depth: Int, _ generator: inout SeededGenerator) -> String {
        let spaces = ["", "", "", " ", "\n    ", "\t", "\r\n", String(repeating: " ", count: 66)]
        func space() -> String { spaces.randomElement(using: &generator)! }
        let scalars = [
            "null", "true", "false", "0", "-0", "12", "-1.5e+30", "1234567890123456789", "\"\"", "\"a\"", #""\"\\ é""#,
            "\"\(String(repeating: "b", count: Int.random(in: 0...150, using: &generator)))\"", #""\ud83d\ude00😀""#,
        ]
        let count = Int.random(in: 0...4, using: &generator)
        switch depth == 0 ? 2 : Int.random(in: 0...3, using: &generator) {
        case 0:
            let elements = (0..<count).map { _ in space() + document(depth: depth - 1, &generator) + space() }
            return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
        case 1:
            let members = (0..<count).map { _ in
                let key = ["\"\"", "\"key\"", #""\n,:{""#, "\"\(String(repeating: "k", count: 70))\""]
                    .randomElement(using: &generator)!
                return space() + key + space() + ":" + space() + document(depth: depth - 1, &generator) + space()
            }
            return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
        default: return scalars.randomElement(using: &generator)!
        }
    }
}

extension yodel_wanted_keys {
    /// Those of these keys.
    init(_ keys: [String]) {
        self.init()
        for (number, key) in keys.enumerated() {
            Array(key.utf8).withUnsafeBufferPointer { yodel_want_key(&self, $0.start, $0.count, number) }
        }
    }
}
