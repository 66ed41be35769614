#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONNumber {
    /// The number as an integer of the given type; nil if it has a fraction or does not fit.
    ///
    /// The value counts, not the way it is written: `1.0` and `1e3` are integers.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        withLiteral { try? $0.integer(type) }
    }

    /// The nearest `Double`; nil if the number is beyond the range of finite values.
    ///
    /// A number too small to be told from zero becomes zero, with its sign.
    public var double: Double? {
        withLiteral { $0.double() }
    }

    /// The number as a `Decimal`; nil if `Decimal` cannot hold it exactly.
    ///
    /// `Decimal` holds any 38 digits, and exponents between -128 and 127.
    public var decimal: Decimal? {
        withLiteral { $0.decimal() }
    }

    /// Creates a number from a decimal value; nil if it is not a number.
    public init?(_ value: Decimal) {
        guard !value.isNaN else { return nil }
        self.init(text: value.description)
    }
}
