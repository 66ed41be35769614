extension UnsafeBufferPointer<UInt8> {
    /// The first byte's address; for an empty buffer, one that is not to be read.
    var start: UnsafePointer<UInt8> {
        baseAddress ?? UnsafePointer(UnsafeRawPointer(Shape.gate).assumingMemoryBound(to: UInt8.self))
    }
}
