/// A transform's closures as functions on memory.
///
/// The initialiser is inlined where the transform is made, so that in optimised builds these are functions for its two
/// types, where generic code in this module would look up their metadata for every value.
@usableFromInline
struct TransformFunctions: Sendable {
    @usableFromInline
    typealias Decode = @Sendable (_ json: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer) throws -> Void
    @usableFromInline
    typealias Encode = @Sendable (_ value: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) throws -> Void

    /// Makes a value in memory that holds none, of what JSON has, which is moved out in any case.
    @usableFromInline
    let decode: Decode
    /// Makes what JSON is to have of a value, in memory that holds none.
    @usableFromInline
    let encode: Encode?

    @inlinable
    init<JSON, Value>(
        _ decode: @escaping @Sendable (JSON) throws -> Value, _ encode: (@Sendable (Value) throws -> JSON)?
    ) {
        // SAFETY: a transform's payload, which alone calls these, was made for the two types.
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

/// The short way of a transform that Yodel knows: from a scalar as the document has it to the value, and back, with
/// nothing made for the JSON side.
///
/// Wherever it says no, the long way is gone as if there were no other; wherever it goes through, the long way would
/// have come to the same.
struct DirectTransform: Sendable {
    /// Makes a value in memory that holds none; false when it has not.
    let read: @Sendable (_ scalar: ScalarEvent, _ target: UnsafeMutableRawPointer) -> Bool
    /// The scalar that a value is written as, its text in `room` or in memory of the transform's own; nil for the
    /// long way.
    let write: @Sendable (_ value: UnsafeRawPointer, _ room: UnsafeMutablePointer<UInt8>) -> ScalarEvent?

    /// How many bytes of room there are for a text.
    static let room = 40
}
