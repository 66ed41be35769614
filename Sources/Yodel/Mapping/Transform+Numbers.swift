#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Numbers in strings and strings of numbers, without loss: the text must be a JSON number that the type can hold
// exactly, or for floating-point types approximates best.

extension Transform where JSON == String, Value: FixedWidthInteger & Sendable {
    /// Integers that JSON has in strings: `"42"`.
    public static var numberInString: Transform {
        var transform = Transform { text in
            try number(in: text) { try? $0.integer(Value.self) }
        } encode: {
            $0.description
        }
        if Value.self == Int.self { transform.direct = directInt }
        return transform
    }
}

/// The fast path for integers in strings, for `Int` only.
private let directInt = DirectTransform { scalar, target in
    // An `Int` may have 32 bits.
    guard case .string(let bytes) = scalar, let number = NumberText(bytes).int64().flatMap({ Int(exactly: $0) }) else {
        return false
    }
    target.initializeMemory(as: Int.self, to: number)
    return true
} write: { value, room in
    let number = value.assumingMemoryBound(to: Int.self).pointee
    return .string(UnsafeBufferPointer(start: room, count: putDigits(of: number, at: room) - room))
}

extension Transform where JSON == String, Value == Double {
    /// Numbers that JSON has in strings: `"1.5"`.
    public static var numberInString: Transform {
        Transform { text in
            try number(in: text) { $0.double() }
        } encode: { value in
            guard value.isFinite else { throw UnusableValue(expected: "a finite number", found: "\(value)") }
            return value.description
        }
    }
}

extension Transform where JSON == String, Value == Decimal {
    /// Decimal numbers that JSON has in strings: `"9.99"`.
    public static var numberInString: Transform {
        Transform { text in
            try number(in: text) { $0.decimal() }
        } encode: { value in
            guard let number = JSONNumber(value) else {
                throw UnusableValue(expected: "a finite number", found: "\(value)")
            }
            return number.text
        }
    }
}

extension Transform where JSON == JSONNumber, Value == String {
    /// Strings that JSON has as numbers, digit for digit as the document writes them.
    ///
    /// A string that is not a number cannot be written.
    public static var stringOfNumber: Transform {
        Transform { number in
            number.text
        } encode: { text in
            guard let number = JSONNumber(text: text) else {
                throw UnusableValue(expected: "a number", found: JSONScalar.string(text).found)
            }
            return number
        }
    }
}

/// The result of `read` for a text that is exactly one number.
private func number<Value>(in text: String, _ read: (NumberText) -> Value?) throws -> Value {
    let value = withBytes(of: text) { bytes -> Value? in
        let number = NumberText(bytes)
        return number.isValid ? read(number) : nil
    }
    if let value { return value }
    throw UnusableValue(expected: "\(displayName(of: Value.self)) in a string", found: JSONScalar.string(text).found)
}
