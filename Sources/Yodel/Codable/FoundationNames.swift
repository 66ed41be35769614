#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Combine)
public import Combine
#endif

// With these names, code written for Foundation's coders compiles after `typealias JSONDecoder = YodelJSONDecoder` and
// `typealias JSONEncoder = YodelJSONEncoder`.

extension YodelJSONDecoder {
    /// How keys of a document are converted to those of types: Foundation's own type.
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

    /// How dates are decoded: Foundation's own type.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy

    /// How binary data is decoded: Foundation's own type.
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy

    /// Which strings are read as infinities and NaN: Foundation's own type.
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
}

extension YodelJSONEncoder {
    /// The layout of the text: Foundation's own type.
    public typealias OutputFormatting = JSONEncoder.OutputFormatting

    /// How coding keys are spelled: Foundation's own type.
    public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

    /// How dates are written: Foundation's own type.
    public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy

    /// How binary data is written: Foundation's own type.
    public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy

    /// What is written for infinities and NaN: Foundation's own type.
    public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
}

#if canImport(Combine)
/// Decodes what a publisher sends: `publisher.decode(type: Order.self, decoder: YodelJSONDecoder())`.
extension YodelJSONDecoder: TopLevelDecoder {
    /// The documents of a publisher.
    public typealias Input = Data
}

/// Encodes what a publisher sends: `publisher.encode(encoder: YodelJSONEncoder())`.
extension YodelJSONEncoder: TopLevelEncoder {
    /// The encoded values of a publisher.
    public typealias Output = Data
}
#endif
