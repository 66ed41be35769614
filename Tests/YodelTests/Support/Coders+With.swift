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

extension YodelJSONDecoder {
    /// A decoder with changed settings.
    static func with(_ configure: (YodelJSONDecoder) throws -> Void) rethrows -> YodelJSONDecoder {
        let decoder = YodelJSONDecoder()
        try configure(decoder)
        return decoder
    }
}

extension YodelJSONEncoder {
    /// An encoder with changed settings.
    static func with(_ configure: (YodelJSONEncoder) throws -> Void) rethrows -> YodelJSONEncoder {
        let encoder = YodelJSONEncoder()
        try configure(encoder)
        return encoder
    }
}
