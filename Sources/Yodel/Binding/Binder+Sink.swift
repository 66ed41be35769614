extension Binder: EventSink {
    /// The value is complete, or something else reads on.
    var wantsNoMore: Bool { isComplete || isPaused }

    @inline(__always)
    mutating func string(_ text: PlainText) -> Bool { string(text.start, text.count, isASCII: text.isASCII) }

    @inline(__always)
    mutating func key(_ text: PlainText) -> KeyAnswer { key(text.start, text.count) }
}
