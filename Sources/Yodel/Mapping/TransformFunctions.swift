/// A transform's closures as functions on memory.
///
/// The initialiser is inlined where the transform is made, so that optimised builds have functions for its two types.
/// Generic code in this module would look up their metadata for every value.
@usableFromInline
struct TransformFunctions: Sendable {
    /// Makes a value in uninitialised memory from the JSON side, which is moved out even if it throws.
    @usableFromInline
    let decode: @Sendable (_ json: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer) throws -> Void
    /// Makes the JSON side of a value, in uninitialised memory.
    @usableFromInline
    let encode: (@Sendable (_ value: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) throws -> Void)?

    @inlinable
    init<JSON, Value>(
        _ decode: @escaping @Sendable (JSON) throws -> Value, _ encode: (@Sendable (Value) throws -> JSON)?
    ) {
        // SAFETY: only the transform's payload calls these, and it was made for the two types.
        self.decode = { json, target in
            let value = try decode(json.assumingMemoryBound(to: JSON.self).move())
            target.initializeMemory(as: Value.self, to: value)
        }
        guard let encode else {
            self.encode = nil
            return
        }
        self.encode = { value, target in
            let json = try encode(value.assumingMemoryBound(to: Value.self).pointee)
            target.initializeMemory(as: JSON.self, to: json)
        }
    }
}

/// The fast path of a built-in transform: converts between scalar and value without making the JSON side.
///
/// If it fails, the closures are called instead. If it succeeds, the result is theirs, or a date or data of a tree as it
/// is.
struct DirectTransform: Sendable {
    /// Makes a value in uninitialised memory; returns false if it has made none.
    let read: @Sendable (_ scalar: ScalarEvent, _ target: UnsafeMutableRawPointer) -> Bool
    /// The scalar to write for a value, with its text in `room` or in memory of the transform's own; nil to call the
    /// closures.
    let write: @Sendable (_ value: UnsafeRawPointer, _ room: UnsafeMutablePointer<UInt8>) -> ScalarEvent?

    /// The number of bytes in `room`.
    static let room = 40
}
