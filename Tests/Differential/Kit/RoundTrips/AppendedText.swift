package import Yodel

extension ModelEncoder {
    /// The text of a value, appended to an array and to a span with exactly that room, both with a byte before it.
    ///
    /// Empty if the two differ, or have changed that byte.
    package func appendedInEveryWay<Value>(_ value: Value) throws(ModelError) -> [UInt8] {
        var text: [UInt8] = [0]
        try encode(value, appendingTo: &text)
        let same = try text.appendedToSpan { span throws(ModelError) in try encode(value, appendingTo: &span) }
        return same == text && text[0] == 0 ? Array(text.dropFirst()) : []
    }
}

extension YodelJSONEncoder {
    /// The text of a value, appended to an array and to a span with exactly that room, both with a byte before it.
    ///
    /// Empty if the two differ, or have changed that byte.
    package func appendedInEveryWay(_ value: some Encodable) throws -> [UInt8] {
        var text: [UInt8] = [0]
        try encode(value, appendingTo: &text)
        let same = try text.appendedToSpan { span in try encode(value, appendingTo: &span) }
        return same == text && text[0] == 0 ? Array(text.dropFirst()) : []
    }
}

extension [UInt8] {
    /// What is in a span of this array's size that begins with a zero, after something was appended to it.
    fileprivate func appendedToSpan<Failure: Error>(
        _ append: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        try [UInt8](room: count) { span throws(Failure) in
            span.append(0)
            try append(&span)
        }
    }

    /// What is appended to a span with room for some bytes.
    ///
    /// Swift 6.3 has such an initialiser, and 6.2 does not.
    package init<Failure: Error>(
        room: Int, _ append: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
        defer { memory.deallocate() }
        var span = OutputSpan(buffer: memory, initializedCount: 0)
        try append(&span)
        self = Array(memory[..<span.finalize(for: memory)])
    }
}
