// Values in wrappers, and values that transforms turn into JSON.

extension ValueWriter {
    /// Writes the scalar inside a wrapper that is not `nil`, without a frame for it.
    ///
    /// - Parameters:
    ///   - entry: The entry of an object's member; nil for an element or a dictionary's entry, which has been begun.
    ///   - object: The index of the object's frame.
    mutating func writeWrapped(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, as entry: UnsafePointer<OutputEntry>?, of object: Int
    ) -> Bool {
        let payload = shape.pointee.payload.unsafelyUnwrapped
        let inner = shape.pointee.element.unsafelyUnwrapped
        let isWritten = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DirectTransform.room) { room in
            payload._withUnsafeGuaranteedRef { $0.unwrapDirectly(address, room: room.baseAddress!) }
                .map { begin(entry, of: object) && write($0) }
        }
        if let isWritten { return isWritten }
        if let place = payload._withUnsafeGuaranteedRef({ $0.wrapped(in: address) }) {
            return begin(entry, of: object) && writeScalar(place, inner)
        }
        return inner.withMemory { value in
            do {
                try payload._withUnsafeGuaranteedRef { try $0.unwrapScalar(address, into: value) }
            } catch {
                return failUnwrapping(shape, error)
            }
            // SAFETY: `unwrap` has initialised the memory with a value of the shape's element.
            defer { inner.destroy(value) }
            return begin(entry, of: object) && writeScalar(value, inner)
        }
    }

    private mutating func begin(_ entry: UnsafePointer<OutputEntry>?, of object: Int) -> Bool {
        guard let entry else { return true }
        return beginMember(entry, in: frames + object)
    }

    private mutating func write(_ scalar: ScalarEvent) -> Bool {
        switch scalar {
        case .string(let bytes): return writeString(bytes)
        case .number(let text): return out.write(text.bytes)
        default: preconditionFailure("a transform writes only strings and numbers directly")
        }
    }
}

extension TransformContext: PartEncoder where Options == EncodingOptions {
    func encodeText<Part>(_ value: Part) throws -> String {
        var options = options
        try JSONText.enter(&options.textLevel)
        options.layout = .compact
        var writer = ValueWriter(options: options, capacity: 256)
        do {
            let shape = shape(of: Part.self)
            let selection = try options.selection?.table(for: shape, of: options)
            try withUnsafePointer(to: value) { try writer.encode($0, shape, selection) }
        } catch let error as ModelError {
            throw JSONTextError(error: error)
        }
        return String(decoding: writer.out.bytes, as: UTF8.self)
    }
}
