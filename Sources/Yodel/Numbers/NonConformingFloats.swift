/// What a decoder accepts for floating-point numbers that JSON cannot write.
public enum NonConformingFloats: Sendable, Hashable {
    /// No strings: only numbers are accepted. The default.
    case error
    /// Exactly these strings.
    case convert(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloats {
    /// The value that a string stands for; nil if it is none of these strings.
    func double(fromString bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard case .convert(let positive, let negative, let nan) = self else { return nil }
        return switch String(decoding: bytes, as: UTF8.self) {
        case positive: .infinity
        case negative: -.infinity
        case nan: .nan
        default: nil
        }
    }
}
