// Subclasses of `PayloadOperations`, one for each way of making a value from parts.

/// Arrays, made by functions for the type of their elements.
///
/// For models and common types these functions are specialised by the compiler. Generic ones look up metadata at run
/// time for every array, a fifth of the work for a document of small arrays.
final class ArrayPayload: PayloadOperations {
    private let functions: _ModelFunctions

    init(_ functions: _ModelFunctions) {
        self.functions = functions
    }

    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        functions.makeArray(elements, count, target)
        return true
    }

    override func elements(of list: UnsafeRawPointer) -> ElementSpan? {
        let (start, count) = functions.arrayElements(list)
        return ElementSpan(start: start, count: count)
    }
}

/// Arrays of the other forms.
class ListPayload<List: ArrayForm>: PayloadOperations {
    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        let source = elements.assumingMemoryBound(to: List.Element.self)
        target.initializeMemory(as: List.self, to: .from(_takeArray(from: source, count: count), like: nil))
        return true
    }

    override func elements(of list: UnsafeRawPointer) -> ElementSpan? {
        // SAFETY: as in `_arrayElements`.
        list.assumingMemoryBound(to: List.self).pointee.withContiguousStorageIfAvailable {
            ElementSpan(start: $0.baseAddress.map(UnsafeRawPointer.init) ?? list, count: $0.count)
        }
    }
}

#if _runtime(_ObjC)
/// Arrays of objects, which may be those of an `NSArray`: they are in contiguous memory only as long as a closure that
/// is passed to the array has them.
final class ObjectArrayPayload<Element>: ListPayload<[Element]> {
    override func elements(of list: UnsafeRawPointer) -> ElementSpan? { nil }

    override func count(of list: UnsafeRawPointer) -> Int {
        list.assumingMemoryBound(to: [Element].self).pointee.count
    }

    override func copyElements(of list: UnsafeRawPointer, into elements: UnsafeMutableRawPointer) {
        copy(list.assumingMemoryBound(to: [Element].self).pointee, to: elements)
    }
}
#endif

final class SetPayload<Element: Hashable>: PayloadOperations {
    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        let source = elements.assumingMemoryBound(to: Element.self)
        guard !HashCollisions.areTooMany(among: UnsafeBufferPointer(start: source, count: count)) else {
            source.deinitialize(count: count)
            return false
        }
        var made = Set<Element>(minimumCapacity: count)
        for index in 0..<count { made.insert((source + index).move()) }
        target.initializeMemory(as: Set<Element>.self, to: made)
        return true
    }

    override func count(of list: UnsafeRawPointer) -> Int {
        list.assumingMemoryBound(to: Set<Element>.self).pointee.count
    }

    override func copyElements(of list: UnsafeRawPointer, into elements: UnsafeMutableRawPointer) {
        copy(stableOrder(of: list.assumingMemoryBound(to: Set<Element>.self).pointee), to: elements)
    }

    /// The elements, sorted if they or their raw values are `Comparable`, because a set's own order differs from run to
    /// run.
    private func stableOrder(of set: Set<Element>) -> [Element] {
        func sorted<Ordered: Comparable>(_: Ordered.Type) -> [Element] {
            set.sorted { ($0 as! Ordered) < ($1 as! Ordered) }
        }
        func sortedByRawValue<Raw: RawRepresentable>(_: Raw.Type) -> [Element]? {
            func sorted<Ordered: Comparable>(_: Ordered.Type) -> [Element] {
                set.map { (key: ($0 as! Raw).rawValue as! Ordered, element: $0) }.sorted { $0.key < $1.key }
                    .map(\.element)
            }
            return (Raw.RawValue.self as? any Comparable.Type).map { sorted($0) }
        }
        if let ordered = Element.self as? any Comparable.Type { return sorted(ordered) }
        if let raw = Element.self as? any RawRepresentable.Type, let elements = sortedByRawValue(raw) {
            return elements
        }
        return Array(set)
    }
}

/// Dictionaries, made by functions for the types of their keys and values, which the compiler specialises if it knows
/// the types.
final class DictionaryPayload: PayloadOperations {
    typealias Make = (
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, _ count: Int, DuplicateKeyPolicy,
        _ target: UnsafeMutableRawPointer
    ) -> String?

    typealias Copy = (UnsafeRawPointer, _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer) -> Void

    private let make: Make
    private let count: (UnsafeRawPointer) -> Int
    private let copy: Copy

    /// - Parameter functions: More specialised functions, if there are some.
    @inline(__always)
    init<Key: Hashable, Value>(
        of keyType: Key.Type, to valueType: Value.Type, functions: _ModelFunctions? = nil
    ) {
        let make: Make = { keys, values, count, duplicates, target in
            _takeDictionary(
                keys: keys.assumingMemoryBound(to: Key.self), values: values.assumingMemoryBound(to: Value.self),
                count: count, duplicates, into: target)
        }
        let copy: Copy = { dictionary, keys, values in
            _copyDictionary(
                dictionary.assumingMemoryBound(to: [Key: Value].self).pointee,
                keys: keys.assumingMemoryBound(to: Key.self), values: values.assumingMemoryBound(to: Value.self))
        }
        self.make = functions?.makeDictionary ?? make
        self.copy = functions?.copyDictionary ?? copy
        count = { $0.assumingMemoryBound(to: [Key: Value].self).pointee.count }
    }

    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        make(keys, values, count, duplicates, target)
    }

    override func count(of dictionary: UnsafeRawPointer) -> Int { count(dictionary) }

    override func copyEntries(
        of dictionary: UnsafeRawPointer, keys: UnsafeMutableRawPointer, values: UnsafeMutableRawPointer
    ) {
        copy(dictionary, keys, values)
    }
}

final class RawValuePayload<Value: RawRepresentable>: PayloadOperations {
    init() {
        super.init(rawTexts: Self.makeTexts())
    }

    /// The raw texts of the type's listed cases, each with the value that the type itself makes of it.
    private static func makeTexts() -> RawTextTable? {
        guard Value.RawValue.self == String.self else { return nil }
        let cases = listedCases ?? Reflection.values(ofEnum: Value.self) ?? []
        return RawTextTable(
            cases.lazy.compactMap { element in
                let raw = element.rawValue
                return Value(rawValue: raw).map { (raw as! String, $0) }
            })
    }

    /// The cases that the type lists; nil if it lists none.
    private static var listedCases: [Value]? {
        func list<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] { type.allCases.compactMap { $0 as? Value } }
        return (Value.self as? any CaseIterable.Type).map { list($0) }
    }

    override func makeFromRawValue(_ raw: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) -> Bool {
        let rawValue = raw.assumingMemoryBound(to: Value.RawValue.self).move()
        guard let value = Value(rawValue: rawValue) else { return false }
        target.initializeMemory(as: Value.self, to: value)
        return true
    }

    /// Makes a value from data that is an array in a document.
    override func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        guard makeFromRawValue(wrapped, into: target) else {
            throw UnusableValue(expected: displayName(of: Value.self), found: "other data")
        }
    }

    override var acceptedRawValues: [String]? { Self.listedCases?.map { rawValueText($0.rawValue) } }

    override func copyRawValue(of value: UnsafeRawPointer, into raw: UnsafeMutableRawPointer) {
        let rawValue = value.assumingMemoryBound(to: Value.self).pointee.rawValue
        raw.initializeMemory(as: Value.RawValue.self, to: rawValue)
    }

    private func rawValueText(_ value: Value.RawValue) -> String {
        (value as? String).map { JSONValue.string($0).description } ?? "\(value)"
    }
}

final class ScalarPayload<Value: ModelScalar>: PayloadOperations {
    override func makeFromScalar(_ scalar: JSONScalar, into target: UnsafeMutableRawPointer) throws {
        target.initializeMemory(as: Value.self, to: try Value(scalar: scalar))
    }

    override func scalar(of value: UnsafeRawPointer) -> JSONScalar {
        value.assumingMemoryBound(to: Value.self).pointee.scalar
    }
}

final class WrapperPayload<Value: ModelWrapper>: PayloadOperations {
    override func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        // Without a local variable for it, as that would copy the value for the wrapper.
        target.initializeMemory(
            as: Value.self, to: Value(wrappedValue: wrapped.assumingMemoryBound(to: Value.Wrapped.self).move()))
    }

    private let inPlace = Value.self as? any InPlaceWrapper.Type

    override func wrapped(in value: UnsafeRawPointer) -> UnsafeRawPointer? { inPlace?.wrappedAddress(in: value) }

    override func unwrapScalar(_ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        let wrapped = value.assumingMemoryBound(to: Value.self).pointee.wrappedValue
        target.initializeMemory(as: Value.Wrapped.self, to: wrapped)
    }
}

final class InitialPayload<Value: DefaultedModel>: PayloadOperations {
    override func makeInitial(into target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Value.self, to: Value())
    }
}

final class JSONValuePayload: PayloadOperations {
    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        let source = elements.assumingMemoryBound(to: JSONValue.self)
        target.initializeMemory(as: JSONValue.self, to: .array(_takeArray(from: source, count: count)))
        return true
    }

    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        makeJSONObject(keys, values, count: count, duplicates: duplicates) {
            target.initializeMemory(as: JSONValue.self, to: .object($0))
        }
    }
}

final class JSONObjectPayload: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        makeJSONObject(keys, values, count: count, duplicates: duplicates) {
            target.initializeMemory(as: JSONObject.self, to: $0)
        }
    }
}

// MARK: - Shared bodies

/// Makes an array by moving elements out of memory, which is uninitialised afterwards.
@inlinable
@inline(__always)
func _takeArray<Element>(from source: UnsafeMutablePointer<Element>, count: Int) -> [Element] {
    switch count {
    // A literal takes half the time, as its block has a known size and is not asked for its capacity.
    case 0: return []
    case 1: return [source.move()]
    case 2: return [source.move(), (source + 1).move()]
    case 3: return [source.move(), (source + 1).move(), (source + 2).move()]
    case 4: return [source.move(), (source + 1).move(), (source + 2).move(), (source + 3).move()]
    default:
        // For such types copying equals moving, and needs no metadata.
        if _isPOD(Element.self) { return Array(UnsafeBufferPointer(start: source, count: count)) }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: count)
            initialized = count
        }
    }
}

/// Makes a dictionary by moving keys and values out of memory, which is uninitialised afterwards.
///
/// - Returns: The first repeated key if `duplicates` is `.error`; then nothing is made.
@inlinable
@inline(__always)
func _takeDictionary<Key: Hashable, Value>(
    keys: UnsafeMutablePointer<Key>, values: UnsafeMutablePointer<Value>, count: Int, _ duplicates: DuplicateKeyPolicy,
    into target: UnsafeMutableRawPointer
) -> String? {
    var made = [Key: Value](minimumCapacity: count)
    for index in 0..<count {
        let key = (keys + index).move()
        guard let earlier = made.updateValue((values + index).move(), forKey: key) else { continue }
        switch duplicates {
        case .last: continue
        case .first: made[key] = earlier
        case .error:
            (keys + index + 1).deinitialize(count: count - index - 1)
            (values + index + 1).deinitialize(count: count - index - 1)
            return "\(key)"
        }
    }
    target.initializeMemory(as: [Key: Value].self, to: made)
    return nil
}

/// Copies the keys and values of a dictionary to uninitialised memory.
@inlinable
@inline(__always)
func _copyDictionary<Key, Value>(
    _ dictionary: [Key: Value], keys: UnsafeMutablePointer<Key>, values: UnsafeMutablePointer<Value>
) {
    var (key, value) = (keys, values)
    for entry in dictionary {
        key.initialize(to: entry.key)
        value.initialize(to: entry.value)
        key += 1
        value += 1
    }
}

/// The elements of an array in place.
///
/// SAFETY: they stay there until the array changes; the caller must not change it meanwhile.
@inlinable
@inline(__always)
func _arrayElements<Element>(of type: Element.Type, at list: UnsafeRawPointer) -> (UnsafeRawPointer, Int) {
    list.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        ($0.baseAddress.map { UnsafeRawPointer($0) } ?? list, $0.count)
    }
}

private func copy<Element>(_ list: some Sequence<Element>, to elements: UnsafeMutableRawPointer) {
    let target = elements.assumingMemoryBound(to: Element.self)
    for (index, element) in list.enumerated() { (target + index).initialize(to: element) }
}

/// Passes the object of keys and values to `body`, or returns a key that occurs twice if that is an error.
private func makeJSONObject(
    _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int, duplicates: DuplicateKeyPolicy,
    _ body: (JSONObject) -> Void
) -> String? {
    let keySource = keys.assumingMemoryBound(to: String.self)
    let valueSource = values.assumingMemoryBound(to: JSONValue.self)
    let members = (0..<count).map { (key: (keySource + $0).move(), value: (valueSource + $0).move()) }
    if duplicates == .error, let repeated = JSONObject.repeatedKey(in: members) { return repeated }
    body(JSONObject(decodedMembers: members, keepingFirst: duplicates == .first))
    return nil
}
