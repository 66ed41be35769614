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
        for length in [64, 100, 200] {
            let text = "[\"\(String(repeating: "a", count: length))\"]     "
            #expect(skip(text, limits: limits(string: length)) == length + 4)
            #expect(skip(text, limits: limits(string: length - 1)) == nil)
        }
        #expect(skip("[12345]    ", limits: limits(number: 5)) == 7)
        #expect(skip("[12345]    ", limits: limits(number: 4)) == nil)
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
                    decoder.parser = .yajl
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
        var bits: UInt64 = 0
        for key in wanted {
            let bytes = Array(key.utf8) + [UInt8(ascii: "\""), UInt8(ascii: "\"")]
            bits |= 1 << UInt64(yodel_key_bit(bytes[0], bytes[1]))
        }
        return bytes.withUnsafeBufferPointer { buffer in
            let start = buffer.baseAddress! + key
            let end = buffer.baseAddress! + buffer.count
            let found = [yodel_skip_members, yodel_skip_members_baseline].map { kernel in
                let skipped = kernel(start, end, Self.generous, bits)
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

    @Test("Keys with escapes, empty keys and those of one letter are not passed when they may be wanted")
    func doubtfulKeys() {
        for key in [#"\u0069d"#, #"i\u0064"#, "", #"\n"#] {
            let text = "{\"x\":1,\"\(key)\":2}\(Self.tail)"
            #expect(skipOnce(Array(text.utf8), from: 1, wanted: ["id"]).offset == 7, "\(key)")
        }
        #expect(skipMembers(#"{"x":1,"i":2}        "#, wanted: ["i"]).offset == 7)
        #expect(skipMembers(#"{"x":1,"ii":2}        "#, wanted: ["i"]) == Members(offset: 13, keyCount: 1))
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
