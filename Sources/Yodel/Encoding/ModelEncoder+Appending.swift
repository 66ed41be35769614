extension ModelEncoder {
    /// Encodes a value as UTF-8 and appends it to a buffer: `[UInt8]`, `Data`, or another collection of bytes.
    ///
    /// ```swift
    /// var body: [UInt8] = []
    /// for book in books {
    ///     try encoder.encode(book, appendingTo: &body)
    ///     body.append(UInt8(ascii: "\n"))
    /// }
    /// ```
    ///
    /// The bytes before are kept. After an error the buffer has only those.
    ///
    /// - Throws: ``ModelError``.
    @inlinable
    public func encode<Value>(
        _ value: Value, appendingTo bytes: inout some RangeReplaceableCollection<UInt8>
    ) throws(ModelError) {
        // Inlined into clients, which know the collection's type: unspecialised, a text of 100 bytes takes 1.3 times as long.
        try withText(of: value) { bytes.append(contentsOf: $0) }
    }

    @usableFromInline
    func withText<Value>(of value: Value, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(ModelError) {
        try options.gather(value) { writer in body(writer.out.bytes) }
    }

    /// Encodes a value as UTF-8 and appends it to a span of memory.
    ///
    /// ```swift
    /// let body = try [UInt8](capacity: 4_096) { span in
    ///     try encoder.encode(book, appendingTo: &span)
    /// }
    /// ```
    ///
    /// The bytes before are kept. After an error the span has only those.
    ///
    /// - Throws: ``ModelError``; of the code ``ModelError/Code/capacityLimit``, with the length of the text, if the span
    ///   has too little free capacity.
    public func encode<Value>(_ value: Value, appendingTo bytes: inout OutputSpan<UInt8>) throws(ModelError) {
        try options.gather(value) { writer throws(ModelError) in try writer.out.append(to: &bytes) }
    }
}
