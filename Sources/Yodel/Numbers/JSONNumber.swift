#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A JSON number that keeps its literal exactly as written.
///
/// Nothing is rounded in decoding or encoding: `1.10` stays `1.10`, and an identifier of thirty digits keeps all of
/// them. Convert when you use it, with ``integer(as:)``, ``double`` or ``decimal``.
///
/// Two numbers are equal if they denote the same mathematical value, however they are written: `1`, `1.0`, `10e-1`
/// are equal, and so are `0` and `-0`. The comparison is exact (it never passes through `Double`) and takes time
/// linear in the length of the literals, whatever their exponents.
public struct JSONNumber: Sendable {
    /// The literal as written in the input.
    public let text: String

    /// Creates a number from a literal; nil if the text does not follow the JSON grammar for numbers.
    ///
    /// The grammar excludes a leading `+`, leading zeros, a bare point, hexadecimal, `NaN`, and white space.
    public init?(text: String) {
        self.text = text
        guard withLiteral(\.isValid) else { return nil }
    }

    /// Creates a number from a literal that is known to follow the JSON grammar.
    init(uncheckedText text: String) {
        assert(JSONNumber(text: text) != nil, "Expected a JSON number, found \(text)")
        self.text = text
    }

    /// Creates a number from a literal in a document.
    init(_ literal: NumberText) {
        self.init(uncheckedText: makeString(literal.start, literal.count, true))
    }

    /// Creates a number from an integer of any type.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Creates a number from a floating-point value; nil if it is infinite or not a number.
    ///
    /// The literal is the value's `description`, which reads back as the same value: `0.1`, `3.0` or `1e+20`.
    public init?(_ value: some BinaryFloatingPoint) {
        guard value.isFinite else { return nil }
        self.init(text: "\(value)")
    }
}

extension JSONNumber {
    /// Calls `body` with the literal, for conversions.
    func withLiteral<Result>(_ body: (NumberText) -> Result) -> Result {
        withBytes(of: text) { body(NumberText($0)) }
    }
}

extension JSONNumber: Hashable {
    /// Whether two numbers denote the same mathematical value.
    public static func == (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
        lhs.text == rhs.text
            || lhs.withLiteral { left in rhs.withLiteral { right in DecimalForm(left) == DecimalForm(right) } }
    }

    /// Hashes the mathematical value: equal numbers have equal hashes, however they are written.
    public func hash(into hasher: inout Hasher) {
        withLiteral { hasher.combine(DecimalForm($0)) }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The literal as written in the input.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// Creates a number from a floating-point literal.
    ///
    /// A literal too large for `Double` is a programming error, and ends the program.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else {
            programmingError("A floating-point literal must be finite to be a JSON number")
        }
        self = number
    }
}

// See `JSONValue+Codable.swift`.
extension JSONNumber: Codable {}

extension JSONNumber {
    /// The number as an integer of the given type; nil if it has a fraction or does not fit.
    ///
    /// The value counts, not its notation: `1.0` and `1e3` are integers.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        withLiteral { try? $0.integer(type) }
    }

    /// The nearest `Double`; nil if the number exceeds the range of finite values.
    ///
    /// A number too small to be distinguished from zero becomes zero, with its sign.
    public var double: Double? {
        withLiteral { $0.double() }
    }

    /// The number as a `Decimal`; nil if `Decimal` cannot hold it exactly.
    ///
    /// `Decimal` holds any 38 digits, and exponents between -128 and 127. The exponent that counts is the one after the
    /// last digit that is not a zero, so that equal numbers have one answer: both `9e128` and `90e127` are nil, although
    /// a `Decimal` can be made of the second.
    public var decimal: Decimal? {
        withLiteral { $0.decimal() }
    }

    /// Creates a number from a decimal value; nil if it is not a number.
    public init?(_ value: Decimal) {
        guard !value.isNaN else { return nil }
        self.init(text: value.description)
    }
}
