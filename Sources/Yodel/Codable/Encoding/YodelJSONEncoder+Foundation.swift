#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Combine)
public import Combine
#endif

// With these names, code written for `JSONEncoder` compiles after `typealias JSONEncoder = YodelJSONEncoder`.

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
/// Encodes what a publisher sends: `publisher.encode(encoder: YodelJSONEncoder())`.
extension YodelJSONEncoder: TopLevelEncoder {
    /// The encoded values of a publisher.
    public typealias Output = Data
}
#endif
