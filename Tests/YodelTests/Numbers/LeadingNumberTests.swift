import BenchmarkModels
import Testing

@testable import Yodel

/// Numbers whose end is found while they are read, compared with those whose end is known.
@Suite("Numbers at the front of a text")
struct LeadingNumberTests {
    private typealias Reader = (
        UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>?

    private static func read<Value: Equatable>(
        _ text: String, _ read: Reader, as type: Value.Type
    ) -> (value: Value, length: Int)? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { slot in
                let end = bytes.baseAddress! + bytes.count
                guard let after = read(bytes.baseAddress!, end, slot.baseAddress!) else { return nil }
                return (slot.baseAddress!.assumingMemoryBound(to: type).pointee, after - bytes.baseAddress!)
            }
        }
    }

    private static let rest = ", 123456789012345678901234567890123456789"

    @Test("A number has the same value and the same end as by itself")
    func values() {
        var mismatches = Mismatches()
        var random = SeededGenerator(seed: 1)
        var read = 0
        for round in 0..<40_000 {
            let whole = random.digits(1...(round % 3 == 0 ? 20 : 4))
            let fraction = round % 2 == 0 ? "" : "." + random.digits(1...20)
            let text = (round % 5 == 0 ? "-" : "") + whole + fraction
            let end = [",", "]", "}", " ", "\n"].randomElement(using: &random)!
            let long = text + end + Self.rest
            let isCommon =
                whole.count <= 9 && whole.count + fraction.dropFirst().count <= 19
                && (whole == "0" || !whole.hasPrefix("0"))
            if let (value, length) = Self.read(long, LeadingNumber.double, as: Double.self) {
                read += 1
                let expected = withNumberText(text) { $0.double() }
                mismatches.expect(length == text.utf8.count && value.bitPattern == expected?.bitPattern, text)
            } else {
                mismatches.expect(!isCommon, text)
            }
            if let (value, length) = Self.read(long, LeadingNumber.float, as: Float.self) {
                let expected = withNumberText(text) { $0.float() }
                mismatches.expect(length == text.utf8.count && value.bitPattern == expected?.bitPattern, text)
            } else {
                mismatches.expect(!isCommon, text)
            }
            let integer: Reader = { LeadingNumber.integer(Int.self, $0, $1, into: $2) }
            let expected = withNumberText(text) { $0.isValid ? try? $0.integer(Int.self) : nil }
            if let (value, length) = Self.read(long, integer, as: Int.self) {
                mismatches.expect(length == text.utf8.count && value == expected, text)
            } else {
                mismatches.expect(expected == nil || text.contains("."), text)
            }
        }
        #expect(mismatches.texts == [] && read > 10_000)
    }

    @Test(
        "Zero, with any number of zeros, keeps its sign", arguments: ["0", "-0", "0.0", "-0.00", "0.00000000000000000"])
    func zeros(_ text: String) throws {
        let double = try #require(Self.read(text + Self.rest, LeadingNumber.double, as: Double.self)?.value)
        let float = try #require(Self.read(text + Self.rest, LeadingNumber.float, as: Float.self)?.value)
        #expect(double == 0 && (double.sign == .minus) == text.hasPrefix("-"))
        #expect(float == 0 && (float.sign == .minus) == text.hasPrefix("-"))
    }

    @Test("One wrong character in the fraction gives no value")
    func wrongCharacters() {
        var mismatches = Mismatches()
        for whole in ["0", "-12", "999", "1000", "123456789"] {
            for count in 1...18 {
                for index in 0..<count {
                    for wrong in "/:.-eE\"\u{7F}é" {
                        var fraction = Array(repeating: Character("8"), count: count)
                        fraction[index] = wrong
                        let text = "\(whole).\(String(fraction))"
                        let value = Self.read(text + Self.rest, LeadingNumber.double, as: Double.self)
                        mismatches.expect(value == nil, text)
                    }
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test(
        "Other text, and numbers that need the general path, are left alone",
        arguments: [
            "", "-", "--1", "+1", "01", "-01", "00", ".5", "-.5", "1.", "1.e2", "1e2", "1E+2", "1.5e3", "1x", "1.5.5",
            "1-", "0x10", "\"1\"", "1\u{7F}", "1234567890.5", "0.12345678901234567890",
        ])
    func left(_ text: String) {
        #expect(Self.read(text + Self.rest, LeadingNumber.double, as: Double.self) == nil)
        #expect(Self.read(text + Self.rest, Self.int8, as: Int8.self) == nil)
    }

    nonisolated(unsafe) private static let int8: Reader = { LeadingNumber.integer(Int8.self, $0, $1, into: $2) }

    @Test("Integers are read up to the bounds of their type")
    func ranges() {
        func check<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) {
            let read: Reader = { LeadingNumber.integer(type, $0, $1, into: $2) }
            let values = [Value.min, Value.min + 1, 0, 1, Value.max - 1, Value.max]
            for value in values where "\(value.magnitude)".count < 20 {
                let found = Self.read("\(value)" + Self.rest, read, as: type)
                #expect(found?.value == value && found?.length == "\(value)".count)
            }
            #expect(Self.read("\(Value.max)0" + Self.rest, read, as: type) == nil)
            if Value.isSigned { #expect(Self.read("\(Value.min)0" + Self.rest, read, as: type) == nil) }
        }
        check(Int8.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(UInt8.self)
        check(UInt16.self)
        check(UInt32.self)
        check(UInt64.self)
        // One beyond the bound.
        for text in ["128", "-129"] {
            #expect(Self.read(text + Self.rest, Self.int8, as: Int8.self) == nil)
        }
        let beyond = "9223372036854775808"
        let int: Reader = { LeadingNumber.integer(Int.self, $0, $1, into: $2) }
        #expect(Self.read(beyond + Self.rest, int, as: Int.self) == nil)
    }
}
