/// A type that consists of others; its values are taken apart if there are models in them.
protocol ComposedType {
    /// Makes the operations of the type; nil if it contains no models, so that its own operations will do.
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations?
}

extension Array: ComposedType {}
extension ArraySlice: ComposedType {}
extension ContiguousArray: ComposedType {}
extension Set: ComposedType {}

extension Optional: ComposedType {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        CompositeOperations<Wrapped?, Wrapped>(builder.operations(of: Wrapped.self), .optional) { whole, body in
            let isNil = whole.isNil(of: Wrapped.self)
            // A `.some` is its payload at the same address, see `Shape`.
            let payload = isNil ? nil : whole.assumingMemoryBound(to: Wrapped.self)
            body(UnsafeBufferPointer(start: payload, count: isNil ? 0 : 1))
        } putTogether: { copies, _, _ in
            copies.moveElement(from: 0)
        }
    }
}

extension ArrayForm {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        let element = builder.operations(of: Element.self)
        if !element.holdsModels, Element.self is any Equatable.Type { return nil }
        return CompositeOperations<Self, Element>(element, .list) { list, body in
            list.assumingMemoryBound(to: Self.self).pointee.withContiguousStorageIfAvailable(body)!
        } putTogether: { copies, original, _ in
            from(_takeArray(from: copies.baseAddress!, count: copies.count), like: original)
        }
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ComposedType where Element: Copyable {
    /// The elements are stored inline, one after another.
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        CompositeOperations<Self, Element>(builder.operations(of: Element.self), .list) { list, body in
            body(UnsafeBufferPointer(start: list.assumingMemoryBound(to: Element.self), count: count))
        } putTogether: { copies, _, _ in
            Self { copies.moveElement(from: $0) }
        }
    }
}

extension Field: ComposedType {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        // A nested Optional distinguishes absent, null and a value.
        let part = builder.operations(of: Value??.self)
        if !part.holdsModels, Self.self is any Equatable.Type { return nil }
        return CompositeOperations<Self, Value??>(part) { field in
            switch field {
            case .absent: nil
            case .null: .some(nil)
            case .value(let value): value
            }
        } embed: { optional in
            switch optional {
            case nil: .absent
            case .some(nil): .null
            case .some(let value?): .value(value)
            }
        }
    }
}

extension Dictionary: ComposedType {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        let subject = builder.subject
        let (key, value) = (builder.operations(of: Key.self), builder.operations(of: Value.self))
        let isLeaf = !key.holdsModels && !value.holdsModels && Value.self is any Equatable.Type
        return isLeaf ? nil : DictionaryOperations<Key, Value>(key, value, subject: subject)
    }
}

/// A dictionary whose values or keys are models.
///
/// It compares its keys by their own `==` and has hashed them on insertion, as a set its elements: see
/// ``SetOperations``.
final class DictionaryOperations<Key: Hashable, Value>: CompositeOperations<[Key: Value], Value> {
    private let key: ValueOperations
    /// The property that holds the dictionary, for a problem's text.
    private let subject: String

    init(_ key: ValueOperations, _ value: ValueOperations, subject: String) {
        (self.key, self.subject) = (key, subject)
        super.init(value, .list) { dictionary, body in
            Array(Self.load(dictionary).values).withUnsafeBufferPointer(body)
        } putTogether: { copies, original, _ in
            var next = copies.startIndex
            return original.mapValues { _ in
                defer { next += 1 }
                return copies.moveElement(from: next)
            }
        }
        parts = [value, key]
    }

    private static func load(_ dictionary: UnsafeRawPointer) -> [Key: Value] {
        dictionary.assumingMemoryBound(to: [Key: Value].self).pointee
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        if key.comparesInstances, !CallStack.hasRoom {
            programmingError(
                "\(subject) is a dictionary whose keys are instances, and such dictionaries are nested too deep to be "
                    + "compared: if the instances may contain the same dictionary, declare == in \(Key.self)")
        }
        let (left, right) = (Self.load(left), Self.load(right))
        guard left.count == right.count else { return false }
        for (key, leftValue) in left {
            guard let rightValue = right[key] else { return false }
            let areEqual = withUnsafePointer(to: leftValue) { left in
                withUnsafePointer(to: rightValue) { right in part.areEqual(left, right, &comparison) }
            }
            guard areEqual else { return false }
        }
        return true
    }

    /// Ignores the order, which may differ between equal dictionaries.
    override func hash(_ address: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        // The order in which instances are visited must not count either, so none are visited.
        var sum = 0
        let dictionary = Self.load(address)
        for (key, entry) in dictionary {
            var member = hasher
            var shallow = HashWalk(instances: 0)
            if !self.key.comparesInstances { member.combine(key) }
            withUnsafePointer(to: entry) { part.hash($0, into: &member, &shallow) }
            sum &+= member.finalize()
        }
        hasher.combine(dictionary.count)
        hasher.combine(sum)
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard key.holdsInstances else { return super.copy(value, to: target, copying) }
        let original = Self.load(value)
        let copyKeys = { original.keys.map { self.key.copied($0, copying) } }
        let keys = key.comparesInstances ? copying.completed(copyKeys) : copyKeys()
        let values = original.values.map { part.copied($0, copying) }
        target.initializeMemory(as: [Key: Value].self, to: Dictionary(zip(keys, values)) { _, last in last })
    }

    /// Shows the entries in the order of their keys' texts, except for keys that are instances, which have no order.
    override func describe(_ address: UnsafeRawPointer, to description: inout Describer) {
        let members = Self.load(address).map {
            (text: key.holdsInstances ? "" : "\($0.key)", key: $0.key, value: $0.value)
        }
        description.appendBlock("[", "]", members.sorted { $0.text < $1.text }) { member, description in
            if key.holdsModels {
                withUnsafePointer(to: member.key) { key.describe($0, to: &description) }
            } else {
                description.append(member.text)
            }
            description.append(text: ": ")
            withUnsafePointer(to: member.value) { part.describe($0, to: &description) }
        }
    }
}
