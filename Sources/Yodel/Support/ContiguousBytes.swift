extension UnsafeBufferPointer<UInt8> {
    /// The first byte's address; for an empty buffer, an address that must not be read.
    var start: UnsafePointer<UInt8> { baseAddress ?? noBytes }
}

private nonisolated(unsafe) let noBytes: UnsafePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
}()

/// Calls `body` with the bytes of a sequence: in place if they are contiguous, otherwise in a copy.
///
/// Inlined into clients, which know the sequence's type: unspecialised, it takes as long as a small document.
@inlinable
func withContiguousBytes<Result, Failure: Error>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    func run(_ buffer: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, Failure> {
        do throws(Failure) {
            return .success(try body(buffer))
        } catch {
            return .failure(error)
        }
    }
    let outcome =
        bytes.withContiguousStorageIfAvailable(run) ?? ContiguousArray(bytes).withUnsafeBufferPointer(run)
    // `get()` would copy the result.
    switch consume outcome {
    case .success(let result): return result
    case .failure(let error): throw error
    }
}

/// Calls `body` with the UTF-8 of a text, which a constant cannot lend by itself.
@inline(__always)
func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    var text = text
    return try text.withUTF8(body)
}

extension RawSpan {
    /// Calls `body` with the bytes where they are.
    ///
    /// The compiler keeps their owner alive and unchanged during the call, and does not know of the pointer, which
    /// `body` must not keep.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { (bytes) throws(Failure) in
            // SAFETY: a raw span may be of memory of another type, to which it is bound again when this returns. `body`
            // only reads bytes, of which all values are valid.
            try bytes.withMemoryRebound(to: UInt8.self, body)
        }
    }
}
