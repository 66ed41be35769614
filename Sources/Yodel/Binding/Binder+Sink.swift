extension Binder: EventSink {
    static var takesStrings: Bool { true }
    @inline(__always)
    func passContainer(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ limits: borrowing ParserLimits
    ) -> UnsafePointer<UInt8>? { nil }
    /// The value is complete, or something else reads on.
    var wantsNoMore: Bool { isComplete || isPaused }
}
