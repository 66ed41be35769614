import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// Plain structs and arrays that are read straight from the text, compared with reading by events.
///
/// A key limit below 256 bytes sends each member through the events: the outcome must be the same.
@Suite("Reading straight from the text")
struct StraightReadingTests {
    private enum Level: String, Model, CaseIterable { case low, high }

    private struct Point: Model, Equatable {
        var x: Double
        var y: Float
    }

    private struct Everything: Model, Equatable {
        var i8: Int8?
        var i16: Int16?
        var i32: Int32?
        var i64: Int?
        var u8: UInt8?
        var u16: UInt16?
        var u32: UInt32?
        var u64: UInt64?
        var double: Double?
        var flag: Bool?
        var text: String?
        var level: Level?
        var date: Date?
        var point: Point?
        var points: [Point]?
        var ints: [Int]?
        var doubles: [[Double]]?
        var words: Set<String>?
        var any: JSONValue?
        var aKeyOfSixteenBy: Int?
        var aKeyOfSeventeenByte: Int?
        var né: Int?
    }

    /// The same limits, with a key limit so low that nothing is read straight.
    private static func byEvents(_ decoder: ModelDecoder = ModelDecoder()) -> ModelDecoder {
        var decoder = decoder
        decoder.limits.keyBytes = 255
        return decoder
    }

    private static func straight() -> ModelDecoder {
        let decoder = ModelDecoder.with { $0.parser = .scanner }
        return decoder
    }

    private static func outcome<Value: Equatable>(
        _ type: Value.Type, _ bytes: [UInt8], _ decoder: ModelDecoder
    ) -> String {
        do {
            let value = try decoder.decode(type, from: bytes)
            guard var everything = value as? Everything, let words = everything.words else { return "\(value)" }
            // Two equal sets may differ in order.
            everything.words = nil
            return "\(everything) \(words.sorted())"
        } catch {
            return "\(error) \(error.place as Any)"
        }
    }

    /// Expects the same outcome from both ways.
    private static func compare<Value: Equatable>(
        _ type: Value.Type, _ bytes: [UInt8], by decoder: ModelDecoder = straight(), into mismatches: inout Mismatches
    ) {
        let (read, expected) = (outcome(type, bytes, decoder), outcome(type, bytes, byEvents(decoder)))
        mismatches.expect(read == expected, "\(String(decoding: bytes, as: UTF8.self)): \(read) instead of \(expected)")
    }

    private static let document = #"""
        {"i8":-7,"i16":300, "i32":-70000,"i64":1234567890123456789,"u8":255,"u16":65535,"u32":4294967295,
        "u64":18446744073709551615,"double":-65.613616999999977,"flag":true,"text":"fifteen bytes..","level":"high",
        "date":"2024-02-29T23:59:59Z","point":{"x":1.5,"y":0.25},"points":[{"x":1,"y":2},{"x":3.25,"y":-4}],
        "ints":[1,22,333],"doubles":[[0.5,-1],[],[12345678.25]],"words":["a","b"],"any":{"k":[1]},
        "aKeyOfSixteenBy":1,"aKeyOfSeventeenByte":2,"né":3}
        """#

    @Test("Every kind of property has the same value as by events")
    func kinds() throws {
        let bytes = Array(Self.document.utf8)
        let value = try Self.straight().decode(Everything.self, from: bytes)
        #expect(value == (try Self.byEvents().decode(Everything.self, from: bytes)))
        #expect(value.i64 == 1_234_567_890_123_456_789 && value.u64 == .max && value.double == -65.613616999999977)
        #expect(value.text == "fifteen bytes.." && value.level == .high && value.points?.count == 2)
        #expect(value.doubles == [[0.5, -1], [], [12345678.25]] && value.aKeyOfSeventeenByte == 2 && value.né == 3)
    }

    /// The keys in another order, and unknown ones between them.
    private static let strayDocument = #"""
        {"u8":255,"x":[36,16],"text":"né","xy":{"a":1.5,"b":[]},"i64":-7, "unknown" : "a text of 25 ASCII bytes!",
        "n\u0065w":{"a":"b","c":null},"flag":true,"né2":[],"double":2.5,"u":{},"point":{"y":1,"z":[true],"x":2},
        "aKeyOfSixteenBx":"a text of more than thirty-one bytes","aKeyOfSixteenBy":5,"n":-1.5e3,"i8":null,"last":[0]}
        """#

    @Test("With any byte replaced, outcome and error are those of the events", arguments: [document, strayDocument])
    func everyByte(_ text: String) {
        var mismatches = Mismatches()
        let document = Array(text.utf8)
        let others = Array("\"\\{}[],:nte0-.9Ex \n\t\u{1}".utf8) + [0x80, 0xC3, 0xFF]
        for index in document.indices {
            for other in others where other != document[index] {
                var changed = document
                changed[index] = other
                Self.compare(Everything.self, changed, into: &mismatches)
            }
            var shorter = document
            shorter.remove(at: index)
            Self.compare(Everything.self, shorter, into: &mismatches)
            Self.compare(Everything.self, Array(document[..<index]), into: &mismatches)
        }
        #expect(mismatches.texts == [])
    }

    @Test("Arrays of numbers with any byte replaced, or cut, have the outcome and error of the events")
    func numberArrays() {
        var mismatches = Mismatches()
        func check<Value: Equatable>(_ type: Value.Type, _ text: String) {
            let document = Array((text + String(repeating: " ", count: 48)).utf8)
            for index in 0..<text.utf8.count {
                for other in Array("\"{}[],:n0-.9e \n\u{1}".utf8) + [0xC3] where other != document[index] {
                    var changed = document
                    changed[index] = other
                    Self.compare(type, changed, into: &mismatches)
                }
                Self.compare(type, Array(document[..<index]), into: &mismatches)
                Self.compare(type, Array(document[..<index] + document[(index + 1)...]), into: &mismatches)
            }
        }
        check([Int].self, "[1,-22 , 333,0]")
        check([Double].self, "[1.5,-65.613616999999977 ,\n12345678.25,4]")
        check([[Double]].self, "[[-65.25,43.5],[],[1]]")
        check([[Int]?].self, "[[1,2],null,[3]]")
        check([Set<Int>].self, "[[1],[] , [ 3 ]]")
        check([[[Double]]].self, "[[[1.5,2],[3,4]],[],[[]]]")
        check([Double?].self, "[1.5,null,2]")
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            check([Pair].self, #"[{"of":[1.5,-2]},{"of":[3 , 4]}]"#)
        }
        #expect(mismatches.texts == [])
    }

    /// Two numbers in place.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private struct Pair: Model, Equatable {
        var of: InlineArray<2, Double>

        static func == (left: Pair, right: Pair) -> Bool { left.of[0] == right.of[0] && left.of[1] == right.of[1] }
    }

    @Test("Arrays of numbers of every length", arguments: [0, 1, 2, 63, 64, 65, 66, 127, 128, 129, 1_000, 10_000])
    func numberArrayLengths(_ count: Int) throws {
        let numbers = (0..<count).map { Double($0) / 4 }
        let text = "[\(numbers.map { "\($0)" }.joined(separator: ","))]"
        #expect(try Self.straight().decode([Double].self, from: text) == numbers)
        #expect(try Self.straight().decode([[Double]].self, from: "[\(text),[],\(text)]") == [numbers, [], numbers])
        #expect(throws: ModelError.self) { try Self.straight().decode([[Double]].self, from: "[\(text.dropLast()),]]") }
        let integers = Array(0..<count)
        #expect(try Self.straight().decode([Int].self, from: "\(integers)") == integers)
    }

    @Test("Any number of arrays of numbers", arguments: [0, 1, 2, 15, 16, 17, 63, 64, 65, 66, 127, 128, 129, 1_000])
    func numbersOfArrays(_ count: Int) throws {
        let arrays = (0..<count).map { index in Array(repeating: index, count: index % 5) }
        let text = "\(arrays)"
        #expect(try Self.straight().decode([[Int]].self, from: text) == arrays)
        #expect(try Self.straight().decode([[Double]?].self, from: text) == arrays.map { $0.map(Double.init) })
        #expect(try Self.straight().decode([ArraySlice<Int>].self, from: text) == arrays.map { $0[...] })
        #expect(try Self.straight().decode([[[Int]]].self, from: "[\(text),\(text)]") == [arrays, arrays])
    }

    @Test("Arrays of numbers that are cut anywhere")
    func cutNumberArrays() throws {
        let arrays = [[-65.613616999999977, 43.420273000000009], [], [1, 2.5], [-65.625, 43.5, 0, -0.125], [7]]
        let text = Array("\(arrays + arrays)".utf8)
        for cut in 0...text.count {
            var decoder = Self.straight().incrementalDecoder(of: [[Double]].self)
            try decoder.feed(text[..<cut])
            try decoder.feed(text[cut...])
            #expect(try decoder.finish() == arrays + arrays)
        }
    }

    @Test("Empty arrays of any elements, with space and without")
    func emptyArrays() {
        var mismatches = Mismatches()
        for key in ["points", "ints", "doubles", "words"] {
            for value in ["[]", "[ ]", "[\n]", "[,]", "[]]", "[", "[ "] {
                for end in ["", ",\"i8\":1}", ", \"i8\":1} \(String(repeating: " ", count: 48))"] {
                    Self.compare(Everything.self, Array("{\"\(key)\":\(value)\(end)".utf8), into: &mismatches)
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test("With any value of a member, outcome and error are those of the events")
    func everyValue() {
        var mismatches = Mismatches()
        let keys = Self.straightKeys
        let values = [
            "null", "nul", "nulll", "true", "false", "0", "-0", "-", "00", "01", "-1", "128", "32768", "2147483648",
            "1.0", "1.5", "1e2", "1E-2", "9223372036854775807", "9223372036854775808", "18446744073709551616", "0.1",
            "-.5", "5.", "123456789.5", "1234567890.5", "0.12345678901234567890", "1234567.1234567890123", "\"\"",
            "\"low\"", "\"no level\"", #""\u006cow""#, "\"sixteen bytes...\"", "\"0123456789abcde\"", "\"né\"",
            "\"日本語日本\"", "\"2024-02-29\"", "\"2024-02-30\"", "\"\u{301}\"", "[]", "[1]", "[1,2]", "[ 1 , 2 ]", "[1,]",
            "[,1]", "[1 2]", "[1.5,2.5]", "[null]", "[\"a\",\"b\"]", "[\"a\",\"a\"]", "[[]]", "[[1.5],[2,3]]",
            "[[1],2]", "{}", "{\"x\":1,\"y\":2}", "{\"y\":2,\"x\":1}", "{\"x\":1}",
            "{\"z\":0,\"x\":1,\"y\":2,\"z\":[]}", "[{\"x\":1,\"y\":2},{}]", "[{},{}]",
            "[{\"x\":1,\"y\":2} , {\"x\":1,\"y\":2}]", "",
        ]
        for key in keys {
            for value in values {
                // In the middle of a text, and near its end.
                for (before, after) in [("", String(repeating: " ", count: 50)), ("\"stray\":[0],\"i8\":1, ", "")] {
                    Self.compare(
                        Everything.self, Array("{\(before)\"\(key)\":\(value)}\(after)".utf8), into: &mismatches)
                    Self.compare(
                        Everything.self, Array("{\(before)\"\(key)\" : \(value) , \"flag\":true}".utf8),
                        into: &mismatches)
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    private static let straightKeys = [
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "double", "flag", "text", "level", "date", "point",
        "points", "ints", "doubles", "words", "any", "aKeyOfSixteenBy", "aKeyOfSeventeenByte", "né", "stray", "",
    ]

    @Test("The order of keys, duplicate keys and unknown keys")
    func arrangements() {
        var mismatches = Mismatches()
        var random = SeededGenerator(seed: 28)
        for policy in [DuplicateKeyPolicy.last, .first, .error] {
            for unknown in [UnknownKeyPolicy.ignore, .error] {
                var decoder = Self.straight()
                decoder.duplicateKeys = policy
                decoder.unknownKeys = unknown
                for _ in 0..<300 {
                    let members = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        let key = Self.straightKeys.randomElement(using: &random)!
                        let value = ["null", "1", "2.5", "\"low\"", "[1,2]", "{\"x\":1,\"y\":2,\"x\":3}"].randomElement(
                            using: &random)!
                        return "\"\(key)\":\(value)"
                    }
                    let text = "{\(members.joined(separator: ","))}"
                    Self.compare(Everything.self, Array(text.utf8), by: decoder, into: &mismatches)
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test("Keys and depth are counted")
    func limits() {
        var mismatches = Mismatches()
        let text =
            #"{"i8":1,"stray":2,"i16":3,"points":[{"x":1,"y":2,"z":[0],"w":{}}],"doubles":[[1]],"u":[1,2],"ints":[]}"#
        for count in 0...7 {
            var decoder = Self.straight()
            decoder.limits.keysPerObject = count
            Self.compare(Everything.self, Array(text.utf8), by: decoder, into: &mismatches)
            decoder = Self.straight()
            decoder.limits.depth = count
            Self.compare(Everything.self, Array(text.utf8), by: decoder, into: &mismatches)
        }
        #expect(mismatches.texts == [])
    }

    @Test("A document of structs and arrays gives the same value wherever it is cut")
    func cuts() throws {
        let text = "[\(Self.document),{},\(Self.strayDocument),\(Self.document)]"
        try decodeEveryWay([Everything].self, text, decoder: Self.straight())
    }

    @Test("Containers of every depth around a value that is read straight", arguments: [1, 63, 64, 65, 130])
    func depth(_ levels: Int) throws {
        struct Nest: Model, Equatable {
            var inner: [Nest]?
            var end: Int?
        }
        let (before, after) = (String(repeating: "{\"inner\":[", count: levels), String(repeating: "]}", count: levels))
        let text = before + "{\"end\":1}" + after
        var value = try Self.straight().decode(Nest.self, from: text)
        for _ in 0..<levels { value = try #require(value.inner?.first) }
        #expect(value == Nest(inner: nil, end: 1))
    }

    @Test("Nothing is read beyond the text")
    func guardPages() {
        let document = Array(Self.document.utf8)
        for end in stride(from: document.count, through: 0, by: -1) {
            _ = GuardedBytes.shared.read(Array(document[..<end])) { bytes in
                (try? Self.straight().decode(Everything.self, from: bytes)) == nil
            }
        }
    }

    @Test("Keys of every length are distinguished")
    func keyHeads() {
        for length in [0, 1, 7, 8, 14, 15, 16, 17, 31, 32, 255, 256, 257] {
            let key = Array(String(repeating: "k", count: length).utf8)
            let head = KeyEntry.Head(key)
            let written = key + Array("\":                ".utf8)
            #expect(written.withUnsafeBufferPointer { head.matches($0.baseAddress!) } == (length <= 256))
            if length < 16 {
                let longer = key + Array("k\":               ".utf8)
                #expect(!longer.withUnsafeBufferPointer { head.matches($0.baseAddress!) })
            }
        }
        for unwritable in [Array("a\"b".utf8), [0x1F]] {
            let text = unwritable + Array("\":                ".utf8)
            #expect(!text.withUnsafeBufferPointer { KeyEntry.Head(unwritable).matches($0.baseAddress!) })
        }
    }
}
