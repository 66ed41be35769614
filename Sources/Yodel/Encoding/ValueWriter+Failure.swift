// Errors, whose paths are derived from the open frames.

extension ValueWriter {
    /// Records the error that ends encoding: the lack of stack, if a client's code has had none for what it did itself.
    ///
    /// Returns false.
    @inline(never)
    mutating func fail(
        _ code: ModelError.Code, path: JSONPath? = nil, expected: String? = nil, found: String? = nil,
        reason: String? = nil, hint: String? = nil, underlying: (any Error)? = nil
    ) -> Bool {
        let path = path ?? self.path
        failure =
            underlying?.isOfStack == true
            ? .endOfStack(path: path, underlying: underlying)
            : ModelError(
                code, path: path, expected: expected, found: found, reason: reason, hint: hint, underlying: underlying)
        return false
    }

    @inline(never)
    mutating func failDepth() -> Bool {
        if let repeated = repeatedInstance { return failCycle(at: repeated) }
        return fail(.depthLimit, expected: expectedDepth)
    }

    mutating func failCycle(at frame: UnsafeMutablePointer<OutputFrame>) -> Bool {
        fail(.cyclicValue, path: path(below: frame), found: "an object that contains itself")
    }

    @inline(never)
    mutating func failConflict(_ table: UnsafePointer<OutputTable>) -> Bool {
        fail(.invalidMapping, reason: table.pointee.conflict)
    }

    private var expectedDepth: String { "at most \(counted(options.limits.depth, "level"))" }

    mutating func failUnwrapping(_ shape: ShapePointer, _ error: any Error) -> Bool {
        switch error {
        case let error as PartError:
            let inner = error.error
            if inner.isOfDepth { return failDepth() }
            return fail(
                inner.code, path: path.appending(inner.path), expected: inner.expected, found: inner.found,
                reason: inner.reason, hint: inner.hint, underlying: inner.underlying)
        case let error as UnusableValue:
            return fail(.invalidValue, expected: error.expected, found: error.found)
        case let error as JSONTextError:
            let inner = error.error
            // A text within the document has the depth that the document has left.
            return fail(
                inner.code, path: path.appending(inner.path),
                expected: inner.isOfDepth ? expectedDepth : inner.expected, found: inner.found, reason: inner.reason,
                hint: inner.hint, underlying: inner)
        default: return fail(.invalidValue, expected: shape.pointee.typeName, underlying: error)
        }
    }

    var reasonForStopping: any Error {
        if let failure { return failure }
        switch out.stop! {
        case .refused(let error): return error
        case .tooLong:
            return ModelError(.documentLimit, expected: "at most \(counted(options.limits.documentBytes, "byte"))")
        }
    }

    /// The outermost instance that is also open further out; nil if no instance contains itself.
    var repeatedInstance: UnsafeMutablePointer<OutputFrame>? {
        var seen: Set<UnsafeRawPointer> = []
        var frame = frames
        while frame <= top {
            // Adjacent frames of one instance are its object and the objects and arrays of its paths.
            if frame.pointee.isInstance {
                let isPath = (frame - 1).pointee.isInstance && (frame - 1).pointee.base == frame.pointee.base
                if !isPath, !seen.insert(frame.pointee.base).inserted { return frame }
            }
            frame += 1
        }
        return nil
    }

    // MARK: - Paths

    /// The path of the value that is being written.
    var path: JSONPath { path(below: top + 1) }

    func path(below end: UnsafeMutablePointer<OutputFrame>) -> JSONPath {
        var steps: [JSONPath.Step] = []
        var frame = frames
        while frame < end {
            switch frame.pointee.kind {
            case .bottom, .copy, .finishing: break
            case .object where frame.pointee.entry.pointee.action == .unknown: break
            case .object: steps.append(.key(frame.pointee.entry.pointee.key.string))
            case .tagged: steps.append(.key(taggedKey(of: frame.pointee)))
            case .elements, .list: if frame.pointee.index > 0 { steps.append(.index(frame.pointee.index - 1)) }
            case .dictionary:
                guard frame.pointee.index > 0 else { break }
                let keys = SortedKeys(frame.pointee.keys!, count: frame.pointee.count)
                let key = keys.text(of: keys.records[frame.pointee.index - 1])
                steps.append(.key(String(decoding: key, as: UTF8.self)))
            case .members, .unknown:
                guard frame.pointee.index > 0 else { break }
                steps.append(.key(frame.pointee.member(frame.pointee.index - 1).pointee.key))
            }
            frame += 1
        }
        return JSONPath(steps)
    }
}

extension ModelError {
    /// Whether the value exceeds the encoder's limit, rather than another one or the thread's stack.
    fileprivate var isOfDepth: Bool { code == .depthLimit && hint == code.hint }
}
