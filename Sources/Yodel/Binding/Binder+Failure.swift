// Errors: what is known of a failure's place is gathered when it happens and not before.

extension Binder {
    /// Which end of the current token an error is about.
    enum Anchor {
        case tokenStart
        case offset(Int)
    }

    /// Notes the error that ends decoding. Returns false, as an event function does to stop its source.
    @inline(never)
    mutating func fail(
        _ code: ModelError.Code, at anchor: Anchor = .tokenStart, path: JSONPath? = nil, expected: String? = nil,
        found: String? = nil, missingKeys: [String] = [], underlying: (any Error)? = nil
    ) -> Bool {
        let offset =
            switch anchor {
            case .tokenStart: source.tokenStart
            case .offset(let offset): offset
            }
        failure = ModelError(
            code, path: path ?? self.path, place: source.place(at: offset), expected: expected, found: found,
            missingKeys: missingKeys, underlying: underlying)
        return false
    }

    @inline(never)
    mutating func failMismatch(found: String) -> Bool {
        fail(.typeMismatch, expected: expectation, found: found)
    }

    @inline(never)
    mutating func failDepth() -> Bool {
        fail(.depthLimit, expected: "at most \(options.limits.depth) levels")
    }

    @inline(never)
    mutating func failNumberLimit() -> Bool {
        fail(.numberLimit, expected: "at most \(options.limits.numberCharacters) characters")
    }

    @inline(never)
    mutating func failKeyCount() -> KeyAnswer {
        top.pointee.entry = nil
        _ = fail(.keyCountLimit, expected: "at most \(options.limits.keysPerObject) keys")
        return .fail
    }

    /// What the current slot takes, for an error.
    private var expectation: String {
        let shape = top.pointee.slotShape
        if shape.pointee.kind != .gate { return shape.pointee.typeName }
        switch top.pointee.gate {
        case .nested: return "an object"
        case .update: return top.pointee.shape.pointee.typeName
        default: return "a value"
        }
    }

    // MARK: - Paths

    /// The path of the value that comes next, or is being decoded.
    var path: JSONPath { path(through: top) }

    /// The path of the value that the top frame makes.
    func pathOfParent() -> JSONPath { path(through: top - 1) }

    private func path(through last: UnsafeMutablePointer<Frame>) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var frame = frames
        while frame <= last {
            switch frame.pointee.kind {
            case .root, .wrapper, .recording, .raw: break
            case .object, .group:
                if let entry = frame.pointee.entry {
                    let key = UnsafeBufferPointer(start: entry.pointee.bytes, count: entry.pointee.length)
                    steps.append(.key(String(decoding: key, as: UTF8.self)))
                }
            case .list, .fixedList: steps.append(.index(frame.pointee.count))
            case .dictionary:
                if frame.pointee.hasPendingKey { steps.append(.key(pendingKeyText(frame))) }
            }
            frame += 1
        }
        return JSONPath(steps)
    }

    private func pendingKeyText(_ frame: UnsafeMutablePointer<Frame>) -> String {
        let shape = frame.pointee.shape.pointee.key!
        let address = frame.pointee.keyBuffer!.start + frame.pointee.count * shape.pointee.stride
        func text<Key>(_ type: Key.Type) -> String {
            let key = address.assumingMemoryBound(to: Key.self).pointee
            if let raw = key as? any RawRepresentable { return "\(raw.rawValue)" }
            return "\(key)"
        }
        return _openExistential(shape.pointee.type, do: text)
    }
}

/// A JSON string as an error shows it: quoted, escaped, shortened.
func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    return JSONValue.string(String(shown)).description
}
