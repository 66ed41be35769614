// Arrays, dictionaries, dynamic values and wrappers.

extension ValueWriter {
    // MARK: - Lists

    mutating func pushList(
        _ list: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        let element = shape.pointee.element!
        let payload = shape.pointee.payload!
        if let elements = payload._withUnsafeGuaranteedRef({ $0.elements(of: list) }) {
            return pushList(elements, of: element, selection: selection)
        }
        let count = payload._withUnsafeGuaranteedRef { $0.count(of: list) }
        let copies = pool.take(atLeast: max(count, 1) * element.pointee.stride)
        payload._withUnsafeGuaranteedRef { $0.copyElements(of: list, into: copies.start) }
        guard pushList(ElementSpan(start: copies.start, count: count), of: element, selection: selection) else {
            element.destroy(copies.start, count: count)
            pool.give(copies)
            return false
        }
        top.pointee.copies = copies
        return true
    }

    @inline(__always)
    mutating func pushList(
        _ elements: ElementSpan, of shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        guard open(UInt8(ascii: "[")) else { return false }
        push(
            OutputFrame(
                kind: .list, base: elements.start, shape: shape, selection: selection, count: elements.count))
        return true
    }

    /// Writes the elements of the list on top up to one that is itself an object or a collection, or to the end.
    mutating func writeElements() -> Bool {
        let frame = top
        let shape = frame.pointee.shape
        if indentation < 0 { writeNumbers(of: frame) }
        while frame.pointee.index < frame.pointee.count {
            guard separate(in: frame) else { return false }
            let address = frame.pointee.base
            frame.pointee.base += shape.pointee.stride
            frame.pointee.index &+= 1
            guard shape.pointee.kind.isScalar, shape.pointee.nilTest == .never else {
                if shape.pointee.kind == .structure, shape.pointee.nilTest == .never {
                    let table = frame.pointee.selection ?? shape.pointee.model.unsafelyUnwrapped.pointee.output
                    return pushObject(address, table, isInstance: false)
                }
                return writeValue(address, shape, selection: frame.pointee.selection)
            }
            guard writeScalar(address, shape) else { return false }
        }
        return closeCollection(UInt8(ascii: "]"))
    }

    /// Writes the elements of a list of numbers up to the first without a plain form, or to the end.
    @inline(__always)
    private mutating func writeNumbers(of frame: UnsafeMutablePointer<OutputFrame>) {
        guard frame.pointee.shape.pointee.nilTest == .never else { return }
        switch frame.pointee.shape.pointee.kind {
        case .double: writeElements(of: frame, as: Double.self)
        case .float: writeElements(of: frame, as: Float.self)
        case .int64: writeElements(of: frame, as: Int64.self)
        case .int32: writeElements(of: frame, as: Int32.self)
        case .uint8: writeElements(of: frame, as: UInt8.self)
        default: break
        }
    }

    @inline(__always)
    private mutating func writeElements<Number: ListedNumber>(
        of frame: UnsafeMutablePointer<OutputFrame>, as type: Number.Type
    ) {
        // SAFETY: the kind is that of the elements, and the frame counts the remaining ones.
        let elements = UnsafeBufferPointer(
            start: frame.pointee.base.assumingMemoryBound(to: type), count: frame.pointee.count &- frame.pointee.index)
        let written = out.put(list: elements, follows: !frame.pointee.isEmpty, .plain)
        if written > 0 { frame.pointee.isEmpty = false }
        frame.pointee.base += written &* MemoryLayout<Number>.stride
        frame.pointee.index &+= written
    }

    private mutating func closeCollection(_ bracket: UInt8) -> Bool {
        let frame = top
        guard close(bracket) else {
            // The frame still owns its contents.
            top = frame
            return false
        }
        frame.pointee.releaseContents { pool.give($0) }
        return true
    }

    // MARK: - Wrappers

    /// Returns the value inside all wrappers, in place or in a copy that is pushed; nil after a failure.
    ///
    /// A wrapper that is itself `nil` is returned unchanged.
    mutating func unwrap(
        _ address: UnsafeRawPointer, _ shape: ShapePointer
    ) -> (UnsafeRawPointer, ShapePointer)? {
        var (address, shape) = (address, shape)
        while shape.pointee.kind == .wrapper, !shape.pointee.isNil(address) {
            let inner = shape.pointee.element!
            let payload = shape.pointee.payload!
            if let place = payload._withUnsafeGuaranteedRef({ $0.wrapped(in: address) }) {
                (address, shape) = (place, inner)
                continue
            }
            guard let copy = pushInside(address, shape) else { return nil }
            (address, shape) = (copy, inner)
            guard !hasPlainKeys, let valueShape = payload._withUnsafeGuaranteedRef({ $0.valueShape }) else { continue }
            guard pushLaidOut(address, valueShape) else { return nil }
            (address, shape) = (top.pointee.base, valueShape)
        }
        return (address, shape)
    }

    /// Pushes a copy of the value inside a wrapper or a lazy value; nil after a failure.
    mutating func pushInside(_ address: UnsafeRawPointer, _ shape: ShapePointer) -> UnsafeRawPointer? {
        let inner = shape.pointee.element!
        let copy = pool.take(atLeast: inner.pointee.size)
        do {
            try shape.pointee.payload!._withUnsafeGuaranteedRef {
                try $0.unwrap(address, into: copy.start, $0.holdsText ? optionsOfText : options)
            }
        } catch {
            pool.give(copy)
            _ = failUnwrapping(shape, error)
            return nil
        }
        pushCopy(copy, inner)
        return UnsafeRawPointer(copy.start)
    }

    /// Pushes the value of JSON text, so that it is laid out like the rest of the document.
    private mutating func pushLaidOut(_ text: UnsafeRawPointer, _ shape: ShapePointer) -> Bool {
        let context = DecodingContext(.ofOwnText(depth: .max))
        // SAFETY: text with a value's shape is a RawJSON, which the encoder itself has made, so it is valid.
        let json = text.assumingMemoryBound(to: RawJSON.self).pointee
        do throws(ModelError) {
            let value = try context.decode(JSONValue.self, from: json.bytes)
            let copy = pool.take(atLeast: shape.pointee.size)
            copy.start.initializeMemory(as: JSONValue.self, to: value)
            pushCopy(copy, shape)
            return true
        } catch {
            return fail(.invalidValue, expected: "JSON", found: "invalid JSON", underlying: error)
        }
    }

    /// The options for JSON text in a string, whose depth limit is what the document has left.
    private var optionsOfText: EncodingOptions {
        var options = options
        options.limits.depth = max(0, options.limits.depth - depth)
        if let strategies = options.strategiesOfText { (options.dates, options.data) = strategies }
        return options
    }

    /// Copies a value so that nothing can change it.
    mutating func pushCopy(of value: UnsafeRawPointer, _ shape: ShapePointer) -> UnsafeRawPointer {
        let copy = pool.take(atLeast: shape.pointee.size)
        shape.pointee.storage._withUnsafeGuaranteedRef { $0.copy(value, to: copy.start) }
        pushCopy(copy, shape)
        return UnsafeRawPointer(copy.start)
    }

    mutating func pushCopy(_ copy: GrowthBuffer, _ shape: ShapePointer) {
        push(OutputFrame(kind: .copy, base: copy.start, shape: shape, copies: copy))
    }

    mutating func popCopy() -> Bool {
        top.pointee.releaseContents { pool.give($0) }
        top -= 1
        return true
    }

    // MARK: - Dictionaries

    mutating func pushDictionary(
        _ dictionary: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        let value = shape.pointee.element!, key = shape.pointee.key!
        if shape.pointee.holdsMembers {
            return pushMembers(dictionary.assumingMemoryBound(to: JSONObject.self).pointee.memberSpan, value)
        }
        let payload = shape.pointee.payload!
        let count = payload._withUnsafeGuaranteedRef { $0.count(of: dictionary) }
        guard open(UInt8(ascii: "{")) else { return false }
        let keys = pool.take(atLeast: max(count, 1) * key.pointee.stride)
        let values = pool.take(atLeast: max(count, 1) * value.pointee.stride)
        payload._withUnsafeGuaranteedRef { $0.copyEntries(of: dictionary, keys: keys.start, values: values.start) }
        let sorted = sortedKeys(at: keys.start, key, count: count)
        key.destroy(keys.start, count: count)
        pool.give(keys)
        push(
            OutputFrame(
                kind: .dictionary, base: values.start, shape: value, selection: selection, count: count,
                copies: values, keys: sorted))
        return true
    }

    /// Writes the next entry of the dictionary on top, or ends it.
    mutating func writeEntry() -> Bool {
        let frame = top
        guard frame.pointee.index < frame.pointee.count else { return closeCollection(UInt8(ascii: "}")) }
        let keys = SortedKeys(frame.pointee.keys!, count: frame.pointee.count)
        let record = keys.records[frame.pointee.index]
        let key = keys.text(of: record)
        let isRepeated =
            frame.pointee.index > 0
            && keys.text(of: keys.records[frame.pointee.index - 1]).elementsEqual(key)
        frame.pointee.index &+= 1
        if isRepeated { return fail(.duplicateKey, found: "the key twice") }
        guard separate(in: frame), writeKey(key) else { return false }
        let value = frame.pointee.base + record.index * frame.pointee.shape.pointee.stride
        return writeValue(value, frame.pointee.shape, selection: frame.pointee.selection)
    }

    // MARK: - Dynamic values

    mutating func writeDynamic(_ address: UnsafeRawPointer, _ shape: ShapePointer) -> Bool {
        switch address.assumingMemoryBound(to: JSONValue.self).pointee {
        case .null: out.put("null")
        case .bool(let value): out.put(value)
        case .number(let number): return out.write(number.text)
        case .string(let text): return writeString(text)
        case .array(let elements):
            // SAFETY: the value at `address` keeps the elements, which stay where they are.
            let start = elements.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } ?? address }
            return pushList(ElementSpan(start: start, count: elements.count), of: Shape.anyValue(shape), selection: nil)
        case .object(let object): return pushMembers(object.memberSpan, Shape.anyValue(shape))
        }
        return true
    }

    /// Begins an object whose members a frame below keeps alive.
    private mutating func pushMembers(
        _ members: UnsafeBufferPointer<JSONObject.Element>, _ shape: ShapePointer
    ) -> Bool {
        guard open(UInt8(ascii: "{")) else { return false }
        let sorted = sortedKeys(of: members)
        push(
            OutputFrame(
                kind: .members, base: members.baseAddress.map { UnsafeRawPointer($0) } ?? top.pointee.base,
                shape: shape, count: members.count, keys: sorted))
        return true
    }

    /// Writes the next member of the object on top, or ends it.
    mutating func writeMember() -> Bool {
        guard top.pointee.index < top.pointee.count else { return closeCollection(UInt8(ascii: "}")) }
        return writeMember(of: top, top.pointee.shape)
    }

    /// Writes the next member of the frame on top into an object.
    mutating func writeMember(of object: UnsafeMutablePointer<OutputFrame>, _ shape: ShapePointer) -> Bool {
        let member = top.pointee.member(top.pointee.index)
        top.pointee.index &+= 1
        guard separate(in: object), writeKey(member.pointee.key) else { return false }
        // SAFETY: the address of a stored element of a tuple in memory.
        let value = UnsafeRawPointer(member) + JSONObject.valueOffset
        return writeDynamic(value, shape)
    }

    mutating func writeKey(_ key: String) -> Bool { withBytes(of: key) { writeKey($0) } }
}

extension Shape {
    /// Whether the entries of the dictionary are a ``JSONObject``'s.
    fileprivate var holdsMembers: Bool {
        guard element!.pointee.kind == .dynamic else { return false }
        return payload!._withUnsafeGuaranteedRef { $0 is JSONObjectPayload }
    }

    /// The shape of the values inside a dynamic value, which are dynamic too.
    fileprivate static func anyValue(_ shape: ShapePointer) -> ShapePointer { shape.pointee.element! }
}
