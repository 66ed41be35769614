/// The operations of a model, which visit its fields in the order of its table.
class ModelOperations: ValueOperations {
    /// One property.
    struct Field {
        let name: String
        let offset: Int
        let shape: ShapePointer
        let isCompared: Bool
        let isCopied: Bool
        let isDescribed: Bool
        let operations: ValueOperations
    }

    /// One property that is compared and hashed, without references, so that visiting it does not retain anything.
    private struct Compared {
        let offset: Int
        /// The shape of an Optional, which finds `nil` without a call; nil for other types.
        let optional: ShapePointer?
        /// The kind of an Optional's payload, or else of the value, as for `operations`.
        let kind: DirectKind
        let operations: Unmanaged<ValueOperations>

        init(_ field: Field) {
            // A shape does not tell nil from an Optional or Field that is nil within the Optional. That of a property which
            // is composed, or made by a transform, does not find nil at all.
            var payload = field.operations.optionalPayload
            if payload?.type is any NilProvider.Type || field.shape.pointee.nilTest == .never { payload = nil }
            offset = field.offset
            optional = payload == nil ? nil : field.shape
            kind = DirectKind((payload ?? field.operations).type)
            // The field's operations keep these alive.
            operations = Unmanaged.passUnretained(payload ?? field.operations)
        }
    }

    let meta: TypeMetaPointer
    /// The model's own `==` and `hash(into:)`; nil if it uses the table for them.
    let own: ValueOperations?
    /// The model's own description.
    let ownText: ((UnsafeRawPointer) -> String)?
    private(set) var fields: [Field] = []
    private var compared: [Compared] = []
    /// Those that a description shows, in the order of their names.
    private(set) var fieldsByName: [Field] = []

    init(_ type: Any.Type, meta: TypeMetaPointer, own: ValueOperations?, ownText: ((UnsafeRawPointer) -> String)?) {
        self.meta = meta
        self.own = own
        self.ownText = ownText
        super.init(type)
    }

    override var holdsModels: Bool { true }

    func setFields(_ fields: [Field]) {
        self.fields = fields
        compared = fields.filter(\.isCompared).map(Compared.init)
        fieldsByName = fields.filter(\.isDescribed).sorted { $0.name < $1.name }
        parts = fields.map(\.operations)
    }

    override var reachedParts: [ValueOperations] { fields.filter(\.isCompared).map(\.operations) }
    override var comparedParts: [ValueOperations] { own.map { [$0] } ?? reachedParts }

    // MARK: - The fields of an object

    func fieldsAreEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool {
        for field in compared {
            let (left, right) = (left + field.offset, right + field.offset)
            if let optional = field.optional {
                let (isLeftNil, isRightNil) = (optional.pointee.isNil(left), optional.pointee.isNil(right))
                if isLeftNil, isRightNil { continue }
                guard isLeftNil == isRightNil else { return false }
            }
            // A `.some` is its payload at the same address, see `Shape`.
            if let areEqual = field.kind.areEqual(left, right) {
                guard areEqual else { return false }
            } else {
                guard field.operations._withUnsafeGuaranteedRef({ $0.areEqual(left, right, &comparison) }) else {
                    return false
                }
            }
        }
        return true
    }

    func hashFields(_ object: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        for field in compared {
            let value = object + field.offset
            if let optional = field.optional {
                let isNil = optional.pointee.isNil(value)
                hasher.combine(isNil)
                if isNil { continue }
            }
            if !field.kind.hash(value, into: &hasher) {
                field.operations._withUnsafeGuaranteedRef { $0.hash(value, into: &hasher, &walk) }
            }
        }
    }

    func describeFields(_ object: UnsafeRawPointer, to description: inout Describer) {
        description.appendBlock(" {", "}", fieldsByName) { field, description in
            description.append(text: field.name)
            description.append(text: ": ")
            field.operations.describe(object + field.offset, to: &description)
        }
    }
}

/// The operations of a struct, whose fields are at its own address.
final class StructOperations: ModelOperations {
    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        own?.areEqual(left, right, &comparison) ?? fieldsAreEqual(left, right, &comparison)
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        own?.hash(value, into: &hasher, &walk) ?? hashFields(value, into: &hasher, &walk)
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        meta.pointee.whole._withUnsafeGuaranteedRef { $0.copy(value, to: target) }
        for field in fields where field.operations.holdsInstances {
            field.shape.destroy(target + field.offset)
            field.operations.copy(value + field.offset, to: target + field.offset, copying)
        }
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        if let ownText { return description.append(text: ownText(value)) }
        description.append(text: displayName(of: type))
        describeFields(value, to: &description)
    }
}

/// The operations of a class; those of an instance are its own class's, which may be a subclass.
final class InstanceOperations: ModelOperations {
    /// Why an instance cannot be compared or hashed by its fields, which happens if it is declared as a superclass
    /// without its own `==`, even if its own class has one.
    func fieldProblem(_ problem: KeyPath<ValueOperations, String?>) -> String? {
        own == nil ? self[keyPath: problem] : reachedParts.lazy.compactMap { $0[keyPath: problem] }.first
    }

    /// Finds sets that an instance holds and may itself be an element of, where a superclass is declared.
    override func findOwnProblems() {
        let superclasses = Set(Reflection.superclasses(of: type).map { ObjectIdentifier($0) })
        guard own == nil, equalityProblem == nil, !superclasses.isEmpty else { return }
        func mayStand(in place: ValueOperations) -> Bool {
            guard let place = place as? InstanceOperations else { return false }
            return place.own == nil && superclasses.contains(ObjectIdentifier(place.type))
        }
        for field in fields where field.isCompared {
            let elements = field.operations.reached.compactMap(\.askedElement)
            guard let element = elements.first(where: { $0.reached.contains(where: mayStand) }) else { continue }
            let name = displayName(of: type)
            return setProblem(
                "\(name).\(field.name) holds a set of instances that may include the \(name) itself: "
                    + "declare == in \(displayName(of: element.type))")
        }
    }

    private func object(at reference: UnsafeRawPointer) -> AnyObject {
        // SAFETY: the address has a reference of a model's class, which is a native Swift object.
        reference.load(as: AnyObject.self)
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        own?.areEqual(left, right, &comparison) ?? comparison.add(object(at: left), object(at: right), self)
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        if let own { return own.hash(value, into: &hasher, &walk) }
        let object = object(at: value)
        guard walk.enter() else { return }
        let operations = forInstance(object)
        if operations !== self, let problem = operations.fieldProblem(\.hashingProblem) { programmingError(problem) }
        operations.hashFields(Self.address(of: object), into: &hasher, &walk)
        walk.leave()
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        target.initializeMemory(as: AnyObject.self, to: copying.copy(of: object(at: value), self))
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        if let ownText { return description.append(text: ownText(value)) }
        let object = object(at: value)
        description.appendInstance(object) { description in
            forInstance(object).describeFields(Self.address(of: object), to: &description)
        }
    }

    /// The operations of an instance's own class.
    func forInstance(_ object: AnyObject) -> InstanceOperations {
        let actual: Any.Type = Swift.type(of: object)
        return actual == type ? self : ValueOperationsCache.instanceOperations(of: actual)
    }

    /// The address of an object, from which the offsets of its fields count.
    static func address(of object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// Makes a new instance with `init()`, and copies the values of the copied fields.
    func makeShallowCopy(of object: AnyObject, skipping skips: (Field) -> Bool = { _ in false }) -> AnyObject {
        let copy = withUnsafeTemporaryAllocation(of: AnyObject.self, capacity: 1) { buffer in
            meta.pointee.initial!._withUnsafeGuaranteedRef {
                $0.makeInitial(into: UnsafeMutableRawPointer(buffer.baseAddress!))
            }
            return buffer.moveElement(from: 0)
        }
        let (source, target) = (Self.address(of: object), Self.address(of: copy))
        for field in fields where field.isCopied && !skips(field) {
            field.shape.assign(target + field.offset, copyOf: source + field.offset)
        }
        return withExtendedLifetime(object) { copy }
    }

    /// Fills the fields of a new instance that themselves hold instances.
    ///
    /// Until its value is complete, a field keeps that of `init()`, because a set that is copied for it may hash the
    /// new instance.
    ///
    /// - Parameter isMeant: Whether to fill fields that are hashed by the table, and fields that are not.
    func fillDeepFields(
        of copy: AnyObject, from object: AnyObject, _ copying: DeepCopy, where isMeant: (_ isHashed: Bool) -> Bool
    ) {
        let (source, target) = (Self.address(of: object), Self.address(of: copy))
        for field in fields
        where field.isCopied && field.operations.holdsInstances && isMeant(own == nil && field.isCompared) {
            field.shape.withMemory { value in
                field.operations.copy(source + field.offset, to: value, copying)
                field.shape.replace(target + field.offset, with: value)
            }
        }
    }
}
