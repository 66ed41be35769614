/// What a decoder accepts for floating-point numbers that JSON cannot write.
public enum NonConformingFloats: Sendable, Hashable {
    /// Nothing: numbers are numbers. The default.
    case error
    /// These strings, letter by letter.
    case convert(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloats {
    /// What a string stands for; nil when it is none of these.
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
