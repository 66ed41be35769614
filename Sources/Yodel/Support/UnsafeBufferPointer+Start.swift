extension UnsafeBufferPointer<UInt8> {
    /// The first byte's address; for an empty buffer, one that is not to be read.
    var start: UnsafePointer<UInt8> { baseAddress ?? noBytes }
}

// Never written, and never read for what it holds.
private nonisolated(unsafe) let noBytes = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
