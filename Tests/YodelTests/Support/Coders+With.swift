@testable import Yodel

extension ModelDecoder {
    /// A decoder with changed options.
    static func with(_ configure: (inout ModelDecoder) throws -> Void) rethrows -> ModelDecoder {
        var decoder = ModelDecoder()
        try configure(&decoder)
        return decoder
    }
}

extension ModelEncoder {
    /// An encoder with changed options.
    static func with(_ configure: (inout ModelEncoder) throws -> Void) rethrows -> ModelEncoder {
        var encoder = ModelEncoder()
        try configure(&encoder)
        return encoder
    }
}
