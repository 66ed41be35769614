/// A JSON value that was not decoded: the exact bytes of the input, including white space within it.
///
/// A model keeps a part of its input this way to pass it on unchanged, or to decode it later. To make one from text,
/// decode it, which checks that it is JSON: `try ModelDecoder().decode(RawJSON.self, from: text)`.
///
/// Two values are equal if their bytes are: `1` and `1.0`, or `[1]` and `[ 1 ]`, are different. Decode both to a
/// ``JSONValue`` to compare their meaning.
public struct RawJSON: Sendable, Hashable {
    /// The bytes: one JSON value in UTF-8, with no white space before or after it.
    public let bytes: [UInt8]

    /// Wraps bytes that are known to be one JSON value.
    init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// The bytes as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Calls `body` with the bytes, which must not be used after it returns.
    ///
    /// - Throws: Any error from `body`.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    }
}

extension RawJSON: CustomStringConvertible {
    /// The bytes as text.
    public var description: String { text }
}
