// One subclass of `PayloadOperations` for each way of making a value out of parts. The bodies are shared generic
// functions; `Payloads+Specialized.swift` calls them with types the compiler knows.

class ArrayPayload<Element>: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: Element.self, from: elements, count: count, into: target)
    }
}

final class ContiguousArrayPayload<Element>: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        guard count > 0 else {
            target.initializeMemory(as: ContiguousArray<Element>.self, to: [])
            return
        }
        let source = elements.assumingMemoryBound(to: Element.self)
        let made = ContiguousArray<Element>(unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: count)
            initialized = count
        }
        target.initializeMemory(as: ContiguousArray<Element>.self, to: made)
    }
}

final class ArraySlicePayload<Element>: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        withUnsafeTemporaryAllocation(of: [Element].self, capacity: 1) { array in
            let address = UnsafeMutableRawPointer(array.baseAddress!)
            _makeArray(of: Element.self, from: elements, count: count, into: address)
            target.initializeMemory(as: ArraySlice<Element>.self, to: array.moveElement(from: 0)[...])
        }
    }
}

final class SetPayload<Element: Hashable>: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        let source = elements.assumingMemoryBound(to: Element.self)
        var made = Set<Element>(minimumCapacity: count)
        for index in 0..<count { made.insert((source + index).move()) }
        target.initializeMemory(as: Set<Element>.self, to: made)
    }
}

class DictionaryPayload<Key: Hashable, Value>: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        Yodel.makeDictionary(
            of: Key.self, to: Value.self, keys, values, count: count, duplicates: duplicates, into: target)
    }
}

final class RawValuePayload<Value: RawRepresentable>: PayloadOperations {
    private let texts = RawValuePayload.makeTexts()

    /// The texts of a type that lists its cases, each with what the type itself makes of it.
    private static func makeTexts() -> RawTextTable<Value>? {
        func list<Cases: CaseIterable>(_ type: Cases.Type) -> RawTextTable<Value>? {
            RawTextTable(
                type.allCases.lazy.compactMap { element in
                    guard let raw = (element as? Value)?.rawValue, let text = raw as? String else { return nil }
                    return Value(rawValue: raw).map { (text, $0) }
                })
        }
        guard Value.RawValue.self == String.self, let cases = Value.self as? any CaseIterable.Type else { return nil }
        return list(cases)
    }

    override func makeFromRawText(
        _ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawPointer
    ) -> Bool {
        guard let value = texts?.value(of: text) else { return false }
        target.initializeMemory(as: Value.self, to: value)
        return true
    }

    override func makeFromRawValue(_ raw: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) -> Bool {
        let rawValue = raw.assumingMemoryBound(to: Value.RawValue.self).move()
        guard let value = Value(rawValue: rawValue) else { return false }
        target.initializeMemory(as: Value.self, to: value)
        return true
    }

    override var acceptedRawValues: [String]? {
        func list<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            type.allCases.compactMap { ($0 as? Value).map { rawValueText($0.rawValue) } }
        }
        guard let cases = Value.self as? any CaseIterable.Type else { return nil }
        return list(cases)
    }

    private func rawValueText(_ value: Value.RawValue) -> String {
        (value as? String).map { JSONValue.string($0).description } ?? "\(value)"
    }
}

final class ScalarPayload<Value: ModelScalar>: PayloadOperations {
    override func makeFromScalar(_ scalar: JSONScalar, into target: UnsafeMutableRawPointer) throws {
        target.initializeMemory(as: Value.self, to: try Value(scalar: scalar))
    }
}

final class WrapperPayload<Value: ModelWrapper>: PayloadOperations {
    override func wrap(
        _ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ options: DecodingOptions
    ) throws {
        let value = wrapped.assumingMemoryBound(to: Value.Wrapped.self).move()
        target.initializeMemory(as: Value.self, to: Value(wrappedValue: value))
    }
}

final class InitialPayload<Value: DefaultedModel>: PayloadOperations {
    override func makeInitial(into target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Value.self, to: Value())
    }
}

final class JSONValuePayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        guard count > 0 else {
            target.initializeMemory(as: JSONValue.self, to: .array([]))
            return
        }
        let source = elements.assumingMemoryBound(to: JSONValue.self)
        let made = [JSONValue](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: count)
            initialized = count
        }
        target.initializeMemory(as: JSONValue.self, to: .array(made))
    }

    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        let (object, duplicate) = makeJSONObject(keys, values, count: count, duplicates: duplicates)
        guard let object else { return duplicate }
        target.initializeMemory(as: JSONValue.self, to: .object(object))
        return nil
    }
}

final class JSONObjectPayload: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        let (object, duplicate) = makeJSONObject(keys, values, count: count, duplicates: duplicates)
        guard let object else { return duplicate }
        target.initializeMemory(as: JSONObject.self, to: object)
        return nil
    }
}

// MARK: - Shared bodies

@inlinable
@inline(__always)
func _makeArray<Element>(
    of type: Element.Type, from elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
) {
    let source = elements.assumingMemoryBound(to: Element.self)
    let made: [Element]
    switch count {
    // A literal takes half the time: a block of the known size, which is not asked for its capacity.
    case 0: made = []
    case 1: made = [source.move()]
    case 2: made = [source.move(), (source + 1).move()]
    case 3: made = [source.move(), (source + 1).move(), (source + 2).move()]
    case 4: made = [source.move(), (source + 1).move(), (source + 2).move(), (source + 3).move()]
    default:
        if _isPOD(Element.self) {
            // Copying is moving here, and no metadata is looked up for it.
            made = Array(UnsafeBufferPointer(start: source, count: count))
        } else {
            made = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
                buffer.baseAddress?.moveInitialize(from: source, count: count)
                initialized = count
            }
        }
    }
    target.initializeMemory(as: [Element].self, to: made)
}

@inline(__always)
func makeDictionary<Key: Hashable, Value>(
    of keyType: Key.Type, to valueType: Value.Type, _ keys: UnsafeMutableRawPointer,
    _ values: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
) -> String? {
    let keySource = keys.assumingMemoryBound(to: Key.self)
    let valueSource = values.assumingMemoryBound(to: Value.self)
    var made = [Key: Value](minimumCapacity: count)
    for index in 0..<count {
        let key = (keySource + index).move()
        let value = (valueSource + index).move()
        guard let earlier = made.updateValue(value, forKey: key) else { continue }
        switch duplicates {
        case .last: continue
        case .first: made[key] = earlier
        case .error:
            (keySource + index + 1).deinitialize(count: count - index - 1)
            (valueSource + index + 1).deinitialize(count: count - index - 1)
            return "\(key)"
        }
    }
    target.initializeMemory(as: [Key: Value].self, to: made)
    return nil
}

private func makeJSONObject(
    _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy
) -> (JSONObject?, duplicate: String?) {
    let keySource = keys.assumingMemoryBound(to: String.self)
    let valueSource = values.assumingMemoryBound(to: JSONValue.self)
    let members = (0..<count).map { (key: (keySource + $0).move(), value: (valueSource + $0).move()) }
    if duplicates == .error {
        if let repeated = JSONObject.repeatedKey(in: members) { return (nil, repeated) }
    }
    return (JSONObject(decodedMembers: members, keepingFirst: duplicates == .first), nil)
}
