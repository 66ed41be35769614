// Collections whose elements are taken apart, because there are models in them.

/// A type that is made of others: Optionals and collections.
protocol ValueOperationsProvider {
    /// The operations of the type; nil where its own serve, for there are no models in it.
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations?
}

final class OptionalOperations<Wrapped>: LeafOperations<Wrapped?> {
    private let payload: ValueOperations

    init(_ payload: ValueOperations) {
        self.payload = payload
        super.init(Wrapped?.self)
        setParts([payload])
    }

    override var optionalPayload: ValueOperations? { payload }

    // A `.some` is its payload at the same address, see `Shape`.

    private func isNil(_ value: UnsafeRawPointer) -> Bool {
        if case .none = value.assumingMemoryBound(to: Wrapped?.self).pointee { true } else { false }
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        switch (isNil(left), isNil(right)) {
        case (true, true): true
        case (false, false): payload.areEqual(left, right, &comparison)
        default: false
        }
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        let holdsNothing = isNil(value)
        hasher.combine(holdsNothing)
        if !holdsNothing { payload.hash(value, into: &hasher, &walk) }
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard payload.holdsInstances, !isNil(value) else { return super.copy(value, to: target, copying) }
        withUnsafeTemporaryAllocation(of: Wrapped.self, capacity: 1) { buffer in
            payload.copy(value, to: UnsafeMutableRawPointer(buffer.baseAddress!), copying)
            target.initializeMemory(as: Wrapped?.self, to: buffer.moveElement(from: 0))
        }
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        if isNil(value) { description.append(text: "nil") } else { payload.describe(value, to: &description) }
    }
}

/// `Array`, `ContiguousArray` and `ArraySlice`.
final class ListOperations<List: RandomAccessCollection>: LeafOperations<List> {
    private let element: ValueOperations
    private let make: ([List.Element], _ original: List) -> List

    /// - Parameter make: Makes a list of the copies of another list's elements.
    init(_ element: ValueOperations, make: @escaping ([List.Element], _ original: List) -> List) {
        self.element = element
        self.make = make
        super.init(List.self)
        setParts([element])
    }

    private func withElements<Result>(
        of list: UnsafeRawPointer, _ body: (UnsafeBufferPointer<List.Element>) -> Result
    ) -> Result {
        list.assumingMemoryBound(to: List.self).pointee.withContiguousStorageIfAvailable(body)!
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        withElements(of: left) { left in
            withElements(of: right) { right in
                if left.count != right.count { return false }
                // One array in two places, as the standard library has it.
                if left.baseAddress == right.baseAddress { return true }
                for index in left.indices {
                    let (left, right) = (left.baseAddress! + index, right.baseAddress! + index)
                    guard element.areEqual(left, right, &comparison) else { return false }
                }
                return true
            }
        }
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        withElements(of: value) { elements in
            hasher.combine(elements.count)
            for index in elements.indices { element.hash(elements.baseAddress! + index, into: &hasher, &walk) }
        }
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard element.holdsInstances else { return super.copy(value, to: target, copying) }
        let copies = withElements(of: value) { elements in
            // An empty array is shared by all threads, and would be written to.
            elements.isEmpty
                ? []
                : [List.Element](unsafeUninitializedCapacity: elements.count) { buffer, count in
                    for index in elements.indices {
                        element.copy(elements.baseAddress! + index, to: buffer.baseAddress! + index, copying)
                        count = index + 1
                    }
                }
        }
        target.initializeMemory(as: List.self, to: make(copies, value.assumingMemoryBound(to: List.self).pointee))
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        withElements(of: value) { elements in
            description.appendBlock("[", "]", elements.indices) { index, description in
                element.describe(elements.baseAddress! + index, to: &description)
            }
        }
    }
}

/// A dictionary of models; its keys are no models.
final class DictionaryOperations<Key: Hashable, Value>: LeafOperations<[Key: Value]> {
    private let value: ValueOperations

    init(_ value: ValueOperations) {
        self.value = value
        super.init([Key: Value].self)
        setParts([value])
    }

    private func load(_ dictionary: UnsafeRawPointer) -> [Key: Value] {
        dictionary.assumingMemoryBound(to: [Key: Value].self).pointee
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        let (left, right) = (load(left), load(right))
        guard left.count == right.count else { return false }
        for (key, leftValue) in left {
            guard let rightValue = right[key] else { return false }
            let areEqual = withUnsafePointer(to: leftValue) { left in
                withUnsafePointer(to: rightValue) { right in value.areEqual(left, right, &comparison) }
            }
            guard areEqual else { return false }
        }
        return true
    }

    /// Without regard to the order, which differs between equal dictionaries.
    override func hash(_ address: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        // The order in which instances are met must not count either: none is.
        var sum = 0
        let dictionary = load(address)
        for (key, entry) in dictionary {
            var member = hasher
            var shallow = HashWalk(instances: 0)
            member.combine(key)
            withUnsafePointer(to: entry) { value.hash($0, into: &member, &shallow) }
            sum &+= member.finalize()
        }
        hasher.combine(dictionary.count)
        hasher.combine(sum)
    }

    override func copy(_ address: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard value.holdsInstances else { return super.copy(address, to: target, copying) }
        let copies = load(address).mapValues { original in
            withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
                withUnsafePointer(to: original) {
                    value.copy($0, to: UnsafeMutableRawPointer(buffer.baseAddress!), copying)
                }
                return buffer.moveElement(from: 0)
            }
        }
        target.initializeMemory(as: [Key: Value].self, to: copies)
    }

    override func describe(_ address: UnsafeRawPointer, to description: inout Describer) {
        let members = load(address).map { (key: "\($0.key)", value: $0.value) }.sorted { $0.key < $1.key }
        description.appendBlock("[", "]", members) { member, description in
            description.append(member.key)
            description.append(text: ": ")
            withUnsafePointer(to: member.value) { value.describe($0, to: &description) }
        }
    }
}

extension Optional: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        OptionalOperations<Wrapped>(builder.operations(of: Wrapped.self))
    }
}

extension ValueOperationsBuilder {
    fileprivate func listOperations<List: RandomAccessCollection>(
        of type: List.Type, make: @escaping ([List.Element], _ original: List) -> List
    ) -> ValueOperations? {
        let element = operations(of: List.Element.self)
        let isLeaf = !element.holdsModels && List.Element.self is any Equatable.Type
        return isLeaf ? nil : ListOperations<List>(element, make: make)
    }
}

extension Array: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        builder.listOperations(of: Self.self) { copies, _ in copies }
    }
}

extension ContiguousArray: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        builder.listOperations(of: Self.self) { copies, _ in ContiguousArray(copies) }
    }
}

extension ArraySlice: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        builder.listOperations(of: Self.self) { copies, original in
            // Put in place one by one, as a slice of the copies would have other indices.
            var slice = original
            for (index, copy) in zip(slice.indices, copies) { slice[index] = copy }
            return slice
        }
    }
}

extension Dictionary: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        let value = builder.operations(of: Value.self)
        let isLeaf = !value.holdsModels && Value.self is any Equatable.Type
        return isLeaf ? nil : DictionaryOperations<Key, Value>(value)
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ValueOperationsProvider where Element: Copyable {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        InlineListOperations<Self>(
            builder.operations(of: Element.self), count: count, stride: MemoryLayout<Element>.stride)
    }
}

/// An array of fixed size: its elements lie one behind the other where it lies.
final class InlineListOperations<List>: LeafOperations<List> {
    private let element: ValueOperations
    private let offsets: [Int]

    init(_ element: ValueOperations, count: Int, stride: Int) {
        self.element = element
        offsets = (0..<count).map { $0 * stride }
        super.init(List.self)
        setParts([element])
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        for offset in offsets where !element.areEqual(left + offset, right + offset, &comparison) { return false }
        return true
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        for offset in offsets { element.hash(value + offset, into: &hasher, &walk) }
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        for offset in offsets { element.copy(value + offset, to: target + offset, copying) }
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        description.appendBlock("[", "]", offsets) { offset, description in
            element.describe(value + offset, to: &description)
        }
    }
}

extension Set: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        let subject = builder.subject
        let element = builder.operations(of: Element.self)
        return element.holdsModels ? SetOperations<Element>(element, subject: subject) : nil
    }
}

extension Field: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        // Absent, null and a value are told apart by as many Optionals.
        let part = builder.operations(of: Value??.self)
        if !part.holdsModels, Self.self is any Equatable.Type { return nil }
        return ProjectedOperations<Self, Value??>(part) { field in
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
