/// A number type of the standard library: an integer or a floating-point type.
protocol BinaryNumber: BitwiseCopyable {
    /// The number that a text means: exactly for an integer, otherwise the nearest.
    ///
    /// - Throws: The reason if the type has no such number; `.outOfRange` also for text that is not a number.
    static func read(_ text: NumberText) throws(NumberProblem) -> Self

    /// Writes the number to memory that has room for ``OutputBuffer/slack`` bytes; returns its end, or nil for a number
    /// that JSON cannot represent.
    func put(_ form: FloatForm, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>?
}

extension BinaryNumber where Self: FixedWidthInteger {
    @inline(__always)
    static func read(_ text: NumberText) throws(NumberProblem) -> Self { try text.integer(Self.self) }

    @inline(__always)
    func put(_ form: FloatForm, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
        putDigits(of: self, at: start)
    }
}

/// A floating-point type whose finite numbers have the text that ``FloatText`` makes.
protocol BinaryFloat: BinaryNumber, BinaryFloatingPoint, Sendable
where RawExponent == UInt, RawSignificand: FixedWidthInteger {
    /// The number nearest to a literal; nil if that is infinite or the text is not a number.
    static func nearest(to text: NumberText) -> Self?
    /// Whole numbers up to this one are written with all their digits.
    static var wholeLimit: Double { get }
}

extension BinaryFloat {
    @inline(__always)
    static func read(_ text: NumberText) throws(NumberProblem) -> Self {
        guard let value = nearest(to: text) else { throw .outOfRange }
        return value
    }

    @inline(__always)
    func put(_ form: FloatForm, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
        isFinite ? FloatText.put(self, form, at: start) : nil
    }
}

extension Double: BinaryFloat {
    static func nearest(to text: NumberText) -> Double? { text.double() }
    static var wholeLimit: Double { 0x1p53 }
}

extension Float: BinaryFloat {
    static func nearest(to text: NumberText) -> Float? { text.float() }
    static var wholeLimit: Double { 0x1p24 }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: BinaryFloat {
    static func nearest(to text: NumberText) -> Float16? { text.float16() }
    /// All whole numbers: 5048, not 5050, although that would read back the same from 2048 on.
    static var wholeLimit: Double { 0x1p16 }
}
#endif
