#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How `Data` is read and written: by default as ``base64``.
public struct DataStrategy: Sendable {
    enum Kind: Sendable {
        case base64
        case base64URL
        case utf8
        case bytes
        case custom(
            decode: @Sendable (String) throws -> Data, encode: (@Sendable (Data) throws -> String)?)
    }

    let kind: Kind

    /// Base64 strings as in RFC 4648, padded and without white space: the default.
    public static var base64: DataStrategy { DataStrategy(kind: .base64) }

    /// Base64 strings in the alphabet that is safe in URLs and file names; padding is optional in input and is not
    /// written.
    public static var base64URL: DataStrategy { DataStrategy(kind: .base64URL) }

    /// The UTF-8 bytes of a string.
    ///
    /// Data that is not UTF-8 cannot be written.
    public static var utf8: DataStrategy { DataStrategy(kind: .utf8) }

    /// Arrays of integers from 0 to 255.
    public static var bytes: DataStrategy { DataStrategy(kind: .bytes) }

    /// Strings read, and optionally written, by closures.
    ///
    /// - Parameters:
    ///   - decode: Makes the data from a JSON string. An error that it throws becomes the underlying error.
    ///   - encode: Makes the JSON string. By default data is written as ``base64``.
    public static func custom(
        _ decode: @escaping @Sendable (String) throws -> Data,
        encode: (@Sendable (Data) throws -> String)? = nil
    ) -> DataStrategy {
        DataStrategy(kind: .custom(decode: decode, encode: encode))
    }
}

extension DataStrategy {
    /// Whether data is an array of integers in JSON; otherwise it is a string.
    var isArray: Bool {
        if case .bytes = kind { true } else { false }
    }

    /// The data in a JSON string's text; nil if it is invalid.
    ///
    /// - Throws: An error of a custom closure.
    func data(fromString bytes: UnsafeBufferPointer<UInt8>) throws -> Data? {
        switch kind {
        case .base64: Base64.standard.decode(bytes)
        case .base64URL: Base64.urlSafe.decode(bytes)
        case .utf8: Data(bytes)
        case .bytes: nil
        case .custom(let decode, _): try decode(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The string to write for `data`; nil if the strategy does not write it as a string.
    ///
    /// - Throws: An error of a custom closure.
    func text(from data: Data) throws -> String? {
        if let base64 { return data.withUnsafeBytes { base64.encode($0) } }
        return switch kind {
        case .utf8: String(validating: data, as: UTF8.self)
        case .custom(_, let encode?): try encode(data)
        default: nil
        }
    }

    /// The form of Base64 that data is written in, if any.
    var base64: Base64? {
        switch kind {
        case .base64, .custom(_, nil): .standard
        case .base64URL: .urlSafe
        default: nil
        }
    }
}
