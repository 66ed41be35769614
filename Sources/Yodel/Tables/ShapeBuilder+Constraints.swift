// Values that a mapping has constraints for: wrappers around what they are without, of the same type and layout.

extension ShapeBuilder {
    /// The shape of a property's values, each of which is looked at when it is whole.
    ///
    /// - Parameters:
    ///   - type: The property's type, or what that is an Optional of.
    ///   - own: What it is without.
    func checkedShape<Value>(
        of type: Value.Type, _ own: ShapePointer, _ constraints: [Constraint<Value>]
    ) throws -> ShapePointer {
        if own.pointee.isUpdatable {
            throw UncheckableShape(
                reason: "is a model: check it as a whole, .check(\"…\") { … }, in its own mapping or here")
        }
        let isOptional = own.pointee.size != MemoryLayout<Value>.size || own.pointee.type != Value.self
        let payload = isOptional ? payloadShape(of: type, own) : own
        return copy(of: own) {
            $0.kind = .wrapper
            $0.isChecked = true
            $0.payload = self.keep(CheckedPayload(constraints))
            $0.element = payload
            $0.key = nil
            $0.isArray = false
            // What null makes of a collection is the payload's to do.
            $0.isEmptyForNull = false
            $0.wrapsScalar = payload.pointee.isPlainScalar
        }
    }

    /// The shape of a collection whose elements, or values, are looked at.
    func shape<Value>(of own: ShapePointer, checking constraints: [Constraint<Value>]) throws -> ShapePointer {
        guard own.pointee.kind == .list || own.pointee.kind == .dictionary else {
            throw UncheckableShape(reason: "is no array, set or dictionary")
        }
        guard let element = own.pointee.element, element.pointee.type == Value.self else {
            throw UncheckableShape(reason: "has elements that are made in a way of their own")
        }
        let checked = try checkedShape(of: Value.self, element, constraints)
        return copy(of: own) { $0.element = checked }
    }

    /// The shape of what an Optional's is around.
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
        whenComplete { [unowned self] in
            update(payload) {
                ($0.payload, $0.element, $0.key) = (
                    optional.pointee.payload, optional.pointee.element, optional.pointee.key
                )
                $0.wrapsScalar = optional.pointee.wrapsScalar
            }
        }
        return payload
    }
}

/// Why there can be no constraints for a property.
struct UncheckableShape: Error {
    let reason: String
}

/// Looks at values when they are whole.
final class CheckedPayload<Value>: PayloadOperations {
    private let constraints: [Constraint<Value>]

    init(_ constraints: [Constraint<Value>]) {
        self.constraints = constraints
    }

    override func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        // SAFETY: the shape's element is one of this type.
        let value = wrapped.assumingMemoryBound(to: Value.self)
        if let refusal = refusal(of: wrapped) {
            value.deinitialize(count: 1)
            throw refusal
        }
        target.moveInitializeMemory(as: Value.self, from: value, count: 1)
    }

    override func wrapped(in value: UnsafeRawPointer) -> UnsafeRawPointer? { value }

    override func refusal(of value: UnsafeRawPointer) -> UnusableValue? {
        let value = value.assumingMemoryBound(to: Value.self)
        for constraint in constraints {
            guard let refusal = constraint.refusal(value.pointee) else { continue }
            return UnusableValue(expected: constraint.asks, found: refusal.found)
        }
        return nil
    }
}
