extension ModelDecoder {
    /// Checks a value against the constraints of its type's mapping and of the models within it.
    ///
    /// ```swift
    /// var article = try ModelDecoder().decode(Article.self, from: data)
    /// article.views = -1
    /// try ModelDecoder().validate(article)  // throws $.views: expected at least 0, found the number -1
    /// ```
    ///
    /// Decoding has already checked everything in a decoded value except defaults; use this function for values made or
    /// changed in other ways, before you keep or send them. Paths have the keys under which the decoder finds
    /// properties, the first of several. An object that occurs more than once is checked once. As in decoding, a
    /// collection or a whole model is not checked itself if something in it has failed, there or elsewhere. Not checked
    /// are the contents of ``Lazy`` values, composed properties, values of `Codable` types, and values that a transform
    /// makes. ``DidDecodeModel/didDecode()`` is not called, because it may change a value.
    ///
    /// - Parameters:
    ///   - value: The value to check; it must not change meanwhile.
    ///   - limit: The most errors to collect; a limit below 1 counts as 1. By default 100.
    /// - Throws: ``ModelErrors``, in the order of the properties; the errors have no place in a document.
    public func validate<Value>(_ value: Value, limit: Int = 100) throws(ModelErrors) {
        let limit = max(limit, 1)
        var walk = ConstraintWalk(limit: limit)
        do throws(ModelError) {
            let shape = try options.shape(of: Value.self)
            withUnsafePointer(to: value) { walk.look(at: $0, shape) }
        } catch {
            throw ModelErrors([error], isTruncated: limit == 1)
        }
        guard walk.errors.isEmpty else { throw ModelErrors(walk.errors, isTruncated: walk.errors.count >= limit) }
    }
}

/// Walks a value and collects the constraints that fail.
///
/// SAFETY: all addresses are of values that the client's value keeps alive, or of copies that exist while they are
/// checked; each is passed with the shape of the value there.
private struct ConstraintWalk {
    let limit: Int
    private(set) var errors: [ModelError] = []
    /// The number of errors, in which an object that has failed counts each time that it occurs.
    private var failures = 0
    private var path: [JSONPath.Step] = []
    /// The objects checked so far, kept alive so that no new object can have the address of one.
    private var seen: [UnsafeRawPointer: (object: AnyObject, hasFailed: Bool)] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    mutating func look(at address: UnsafeRawPointer, _ shape: ShapePointer) {
        if errors.count >= limit || shape.pointee.nilTest != .never && shape.pointee.isNil(address) { return }
        guard CallStack.hasRoom else {
            return add(.endOfStack(path: JSONPath(path)))
        }
        switch shape.pointee.kind {
        case .structure: lookAtFields(of: address, shape.pointee.model!, whole: address)
        case .instance: lookAtInstance(address, shape.pointee.model!)
        case .list: lookAtList(address, shape)
        case .fixedList: lookAtElements(ElementSpan(start: address, count: shape.pointee.fixedCount), shape)
        case .dictionary: lookAtDictionary(address, shape)
        case .variant: lookAtVariant(address, shape)
        case .wrapper: lookAtWrapper(address, shape)
        default: break
        }
    }

    private mutating func lookAtWrapper(_ address: UnsafeRawPointer, _ shape: ShapePointer) {
        let before = failures
        lookIntoWrapper(address, shape)
        // As in decoding, a collection one of whose elements has failed is not checked itself.
        guard failures == before,
            let refusal = shape.pointee.payload!._withUnsafeGuaranteedRef({ $0.refusal(of: address) })
        else { return }
        note(refusal.expected, refusal.found ?? found(at: address, shape.pointee.element!))
    }

    private mutating func lookIntoWrapper(_ address: UnsafeRawPointer, _ shape: ShapePointer) {
        let payload = shape.pointee.payload!, element = shape.pointee.element!
        if let wrapped = payload._withUnsafeGuaranteedRef({ $0.wrapped(in: address) }) {
            return look(at: wrapped, element)
        }
        // The contents of transforms, JSON text and `Codable` types are left to the client.
        guard payload._withUnsafeGuaranteedRef({ !$0.isTransform && !$0.holdsText }) else { return }
        withCopies(of: element, count: 1) { walk, copy in
            do {
                try payload._withUnsafeGuaranteedRef { try $0.unwrap(address, into: copy, EncodingOptions()) }
            } catch {
                return 0
            }
            walk.look(at: copy, element)
            return 1
        }
    }

    private mutating func note(_ expected: String, _ found: String?) {
        add(ModelError(.invalidValue, path: JSONPath(path), expected: expected, found: found))
    }

    private mutating func add(_ error: ModelError) {
        guard errors.count < limit else { return }
        errors.append(error)
        failures += 1
    }

    private mutating func within(_ steps: [JSONPath.Step], _ body: (inout ConstraintWalk) -> Void) {
        path += steps
        body(&self)
        path.removeLast(steps.count)
    }

    // MARK: - Models

    /// - Parameter whole: The address of a struct itself, or of the reference to an instance.
    private mutating func lookAtFields(of base: UnsafeRawPointer, _ meta: TypeMetaPointer, whole: UnsafeRawPointer) {
        let before = failures
        for field in meta.pointee.fields where field.isMapped {
            within(field.keys.first?.steps ?? [.key(field.name)]) { $0.look(at: base + field.offset, field.shape) }
        }
        // As in decoding, checks of the whole value are skipped if a part has failed.
        guard failures == before, let operations = meta.pointee.didDecode else { return }
        if let failed = operations._withUnsafeGuaranteedRef({ $0.firstFailedCheck(of: whole) }) { note(failed, nil) }
    }

    private mutating func lookAtInstance(_ reference: UnsafeRawPointer, _ declared: TypeMetaPointer) {
        let object = reference.load(as: UnsafeRawPointer.self)
        if let known = seen[object] {
            if known.hasFailed { failures += 1 }
            return
        }
        seen[object] = (Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue(), false)
        let before = failures
        defer { if failures > before { seen[object]!.hasFailed = true } }
        guard declared.pointee.isOfSubclass(object) else {
            return lookAtFields(of: object, declared, whole: reference)
        }
        do throws(ModelError) {
            let own = try declared.pointee.shape(ofSubclassInstance: object).pointee.model!
            lookAtFields(of: object, own, whole: reference)
        } catch {
            add(error.at(JSONPath(path)))
        }
    }

    private mutating func lookAtVariant(_ address: UnsafeRawPointer, _ shape: ShapePointer) {
        let table = shape.pointee.variants!
        if table.pointee.isHierarchy {
            let instance = Unmanaged<AnyObject>.fromOpaque(address.load(as: UnsafeRawPointer.self))
            guard let index = instance._withUnsafeGuaranteedRef({ table.index(of: $0) }),
                let own = table.pointee.variants[index].shape
            else { return }
            return within(table.stepsAround(index)) { $0.look(at: address, own) }
        }
        for (index, variant) in table.pointee.variants.enumerated() {
            guard let value = variant.shape else { continue }
            let found = withCopies(of: value, count: 1) { walk, copy in
                guard variant.operations.copyValue(of: address, into: copy) else { return 0 }
                walk.within(table.stepsAround(index)) { $0.look(at: copy, value) }
                return 1
            }
            if found > 0 { return }
        }
    }

    // MARK: - Collections

    private mutating func lookAtList(_ list: UnsafeRawPointer, _ shape: ShapePointer) {
        let element = shape.pointee.element!, payload = shape.pointee.payload!
        if element.pointee.kind.isScalar || element.pointee.kind == .dynamic { return }
        if let elements = payload._withUnsafeGuaranteedRef({ $0.elements(of: list) }) {
            return lookAtElements(elements, shape)
        }
        let count = payload._withUnsafeGuaranteedRef { $0.count(of: list) }
        withCopies(of: element, count: count) { walk, copies in
            payload._withUnsafeGuaranteedRef { $0.copyElements(of: list, into: copies) }
            walk.lookAtElements(ElementSpan(start: copies, count: count), shape)
            return count
        }
    }

    private mutating func lookAtElements(_ elements: ElementSpan, _ shape: ShapePointer) {
        let element = shape.pointee.element!
        if element.pointee.kind.isScalar { return }
        for index in 0..<elements.count where errors.count < limit {
            within([.index(index)]) { $0.look(at: elements.start + index * element.pointee.stride, element) }
        }
    }

    /// Walks the entries in the order in which they are encoded, that of the bytes of their keys.
    private mutating func lookAtDictionary(_ dictionary: UnsafeRawPointer, _ shape: ShapePointer) {
        let value = shape.pointee.element!, key = shape.pointee.key!, payload = shape.pointee.payload!
        if value.pointee.kind.isScalar || value.pointee.kind == .dynamic { return }
        let count = payload._withUnsafeGuaranteedRef { $0.count(of: dictionary) }
        withCopies(of: key, count: count) { walk, keys in
            walk.withCopies(of: value, count: count) { walk, values in
                payload._withUnsafeGuaranteedRef { $0.copyEntries(of: dictionary, keys: keys, values: values) }
                let texts = (0..<count).map { index in
                    var text: [UInt8] = []
                    appendKey(at: keys + index * key.pointee.stride, key, to: &text)
                    return String(decoding: text, as: UTF8.self)
                }
                for index in texts.indices.sorted(by: { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }) {
                    walk.within([.key(texts[index])]) {
                        $0.look(at: values + index * value.pointee.stride, value)
                    }
                }
                return count
            }
        }
    }

    /// Allocates memory for copies of values, and afterwards destroys as many as the body has made, which it returns.
    @discardableResult
    private mutating func withCopies(
        of shape: ShapePointer, count: Int, _ body: (inout ConstraintWalk, UnsafeMutableRawPointer) -> Int
    ) -> Int {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * shape.pointee.stride, alignment: Shape.greatestAlignment)
        defer { memory.deallocate() }
        let made = body(&self, memory)
        shape.destroy(memory, count: made)
        return made
    }

    // MARK: - Values in errors

    /// A scalar as errors show it; nil for other values, and for those of a client's scalar type.
    private func found(at address: UnsafeRawPointer, _ shape: ShapePointer) -> String? {
        var writer = ValueWriter(options: EncodingOptions(), capacity: 256)
        guard shape.pointee.kind.isScalar, writer.writeScalar(address, shape) else { return nil }
        let scalar = try? DecodingContext(.ofOwnText(depth: 1)).decode(JSONScalar.self, from: writer.out.bytes)
        return scalar?.found
    }
}

extension VariantTablePointer {
    /// The steps from a polymorphic value to that of a variant.
    fileprivate func stepsAround(_ index: Int) -> [JSONPath.Step] {
        pointee.keyAround(index).map { [.key($0)] } ?? []
    }
}
