extension Binder: EventSink {
    static var takesStrings: Bool { true }
    @inline(__always) var levelsToPass: Int { 0 }
    /// The value is complete, or something else reads on.
    var wantsNoMore: Bool { isComplete || isPaused }
}
