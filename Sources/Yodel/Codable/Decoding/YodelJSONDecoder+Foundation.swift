#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Combine)
public import Combine
#endif

// With these names, code written for `JSONDecoder` compiles after `typealias JSONDecoder = YodelJSONDecoder`.

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

#if canImport(Combine)
/// Decodes what a publisher sends: `publisher.decode(type: Order.self, decoder: YodelJSONDecoder())`.
extension YodelJSONDecoder: TopLevelDecoder {
    /// The documents of a publisher.
    public typealias Input = Data
}
#endif
