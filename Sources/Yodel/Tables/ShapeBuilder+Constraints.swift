// Values with constraints in a mapping: wrappers with the type and layout of the unchecked value.

extension ShapeBuilder {
    /// The shape of a property's values, each of which is checked when it is complete.
    ///
    /// - Parameters:
    ///   - own: The shape without these constraints; if it has others, they are checked first.
    ///   - constraints: For the property's type, or for its payload if that is an Optional.
    func shape<Value>(of own: ShapePointer, checking constraints: [Constraint<Value>]) throws -> ShapePointer {
        if own.pointee.isUpdatable {
            throw UncheckableShape(
                reason: "is a model: check it as a whole, .check(\"…\") { … }, in its own mapping or here")
        }
        return try checkedShape(own, constraints)
    }

    /// The shape of a collection whose elements, or values, are checked.
    func shape<Value>(of own: ShapePointer, checkingEach constraints: [Constraint<Value>]) throws -> ShapePointer {
        guard own.pointee.kind == .list || own.pointee.kind == .dictionary else {
            throw UncheckableShape(reason: "is not an array, set or dictionary")
        }
        guard let element = own.pointee.element, element.pointee.type == Value.self else {
            throw UncheckableShape(reason: "decodes its elements as another type")
        }
        let checked = try checkedShape(element, constraints)
        return copy(of: own) {
            $0.element = checked
            $0.unchecked = own.unchecked
        }
    }

    private func checkedShape<Value>(_ own: ShapePointer, _ constraints: [Constraint<Value>]) throws -> ShapePointer {
        let isOptional = own.pointee.type == Value?.self
        guard isOptional || own.pointee.type == Value.self else {
            throw UncheckableShape(reason: "is decoded as another type")
        }
        // An Optional made by a transform has no nil that the bytes show.
        guard !isOptional || own.pointee.nilTest != .never && own.pointee.nilBytes != nil else {
            throw UncheckableShape(reason: "is made Optional by its transform: check it there")
        }
        guard !(Value.self is any NilProvider.Type), isOptional || own.pointee.nilTest == .never else {
            throw UncheckableShape(
                reason: "has Optional values, of which nil is not checked: give constraints for the wrapped type, or "
                    + "check the model as a whole, .check(\"…\") { … }")
        }
        let earlier = own.pointee.isChecked ? own.pointee.payload : nil
        let payload = earlier != nil ? own.pointee.element! : isOptional ? payloadShape(of: Value.self, own) : own
        return copy(of: own) {
            $0.kind = .wrapper
            $0.isChecked = true
            $0.unchecked = own.unchecked
            $0.payload = self.keep(CheckedPayload(constraints, after: earlier))
            $0.element = payload
            ($0.key, $0.model, $0.variants) = (nil, nil, nil)
            $0.isArray = false
            $0.wrapsScalar = payload.pointee.isPlainScalar
        }
    }

    /// The shape of an Optional's payload.
    private func payloadShape<Value>(of type: Value.Type, _ optional: ShapePointer) -> ShapePointer {
        let payload = make(type, kind: optional.pointee.kind) { shape in
            let plain = (shape.storage, shape.isBitwiseTakable)
            shape = optional.pointee
            (shape.storage, shape.isBitwiseTakable) = plain
            shape.type = Value.self
            shape.shownType = nil
            shape.isNullable = false
            shape.nilTest = .never
            (shape.nilBytes, shape.absentBytes, shape.tagBytes) = (nil, nil, 0)
            (shape.size, shape.stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
        }
        assert(optional.pointee.payloadSize == payload.pointee.size, "an Optional begins with its payload")
        takeParts(of: optional, into: payload)
        return payload
    }
}

/// The reason why a property cannot have constraints.
struct UncheckableShape: Error {
    let reason: String
}

/// Checks values when they are complete.
final class CheckedPayload<Value>: PayloadOperations {
    /// All tests as one function, because each function in a list would be retained for its call.
    private let test: (UnsafeRawPointer) -> UnusableValue?
    private let ownKeywords: [ConstraintKeyword]
    /// The constraints that are checked first.
    private let earlier: Unmanaged<PayloadOperations>?

    init(_ constraints: [Constraint<Value>], after earlier: Unmanaged<PayloadOperations>?) {
        let pass: (UnsafeRawPointer) -> UnusableValue? = { _ in nil }
        test = constraints.reversed().reduce(pass) { next, constraint in
            let (requirement, test) = (constraint.requirement, constraint.test)
            return { value in
                guard let refusal = test(value) else { return next(value) }
                return UnusableValue(expected: requirement, found: refusal.found)
            }
        }
        ownKeywords = constraints.flatMap(\.keywords)
        self.earlier = earlier
    }

    override func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        // SAFETY: the memory has a value of the shape's element, which is of this type.
        let value = wrapped.assumingMemoryBound(to: Value.self)
        if let refusal = refusal(of: wrapped) {
            value.deinitialize(count: 1)
            throw refusal
        }
        target.moveInitializeMemory(as: Value.self, from: value, count: 1)
    }

    override var keywords: [ConstraintKeyword] {
        (earlier?._withUnsafeGuaranteedRef(\.keywords) ?? []) + ownKeywords
    }

    override func wrapped(in value: UnsafeRawPointer) -> UnsafeRawPointer? { value }

    override func unwrapScalar(_ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Value.self, to: value.assumingMemoryBound(to: Value.self).pointee)
    }

    override func refusal(of value: UnsafeRawPointer) -> UnusableValue? {
        if let refusal = earlier?._withUnsafeGuaranteedRef({ $0.refusal(of: value) }) { return refusal }
        return test(value)
    }
}

extension ShapePointer {
    /// The shape inside one with constraints; otherwise the shape itself.
    var insideChecks: ShapePointer { pointee.isChecked ? pointee.element! : self }

    /// The shape without the constraints on values and their elements.
    var unchecked: ShapePointer { pointee.unchecked ?? self }
}
