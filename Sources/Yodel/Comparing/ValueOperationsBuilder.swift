/// Builds the operations of a type and of all types it contains.
///
/// Cold: runs once per type. The operations of a model exist before those of its fields, so types may contain
/// themselves.
final class ValueOperationsBuilder {
    private(set) var built: [ObjectIdentifier: ValueOperations] = [:]
    /// Finds operations that were built before.
    private let published: (ObjectIdentifier) -> ValueOperations?
    /// The type or property being built, for problems: `Book.author`.
    private(set) var subject = ""
    /// Why a model has no table.
    private var failure: ModelError?

    init(published: @escaping (ObjectIdentifier) -> ValueOperations?) {
        self.published = published
    }

    /// - Throws: ``ModelError`` when the type, or one it is made of, has no table.
    func build<Value>(_ type: Value.Type) throws(ModelError) -> ValueOperations {
        // The metatype may be that of a subclass of `Value`.
        let operations = self.operations(of: Reflection.exact(type))
        if let failure {
            discard()
            throw failure
        }
        learn()
        built.values.forEach { $0.findOwnProblems() }
        learn()
        return operations
    }

    /// Breaks the reference cycles of operations that will not be used, as a type that contains itself refers to
    /// itself.
    func discard() {
        for case let model as ModelOperations in built.values { model.setFields([]) }
        built = [:]
    }

    /// Propagates what is known of parts to the whole, until nothing changes; types may contain themselves.
    private func learn() {
        while built.values.reduce(false, { $1.learnFromParts() || $0 }) {}
    }

    func operations<Value>(of type: Value.Type) -> ValueOperations {
        let identifier = ObjectIdentifier(type)
        if let known = built[identifier] ?? published(identifier) { return known }
        let made = make(type)
        // A model within the type may have built its operations already; all use the same.
        if let known = built[identifier] { return known }
        built[identifier] = made
        return made
    }

    private func make<Value>(_ type: Value.Type) -> ValueOperations {
        if type is any ShapeProvider.Type {
            return (type as? any ComposedType.Type)?.makeOperations(in: self) ?? leaf(type)
        }
        if type is any Model.Type, let model = modelOperations(of: type) { return model }
        if let wrapper = type as? any ModelWrapper.Type {
            func open<W: ModelWrapper>(_: W.Type) -> ValueOperations? {
                let part = self.operations(of: W.Wrapped.self)
                if type is any Equatable.Type, !part.holdsModels { return nil }
                return CompositeOperations<W, W.Wrapped>(part, project: \.wrappedValue) { W(wrappedValue: $0) }
            }
            if let made = open(wrapper) { return made }
        }
        return leaf(type)
    }

    // MARK: - Values that are not taken apart

    private func leaf<Value>(_ type: Value.Type) -> ValueOperations {
        func hashable<V: Hashable>(_: V.Type) -> ValueOperations { HashableOperations<V>(type) }
        func equatable<V: Equatable>(_: V.Type) -> ValueOperations { EquatableOperations<V>(type) }
        // A scalar is compared and hashed as its JSON scalar.
        func scalar<V: ModelScalar>(_: V.Type) -> ValueOperations {
            let part = self.operations(of: JSONScalar.self)
            return CompositeOperations<V, JSONScalar>(part, .opaque, project: \.scalar, embed: nil)
        }
        func raw<V: RawRepresentable>(_: V.Type) -> ValueOperations {
            CompositeOperations<V, V.RawValue>(self.operations(of: V.RawValue.self), project: \.rawValue, embed: nil)
        }
        // An enum whose == would need a table it does not have is compared by its raw values.
        if let type = type as? any RawRepresentable.Type, type is any ModelEquatable.Type { return raw(type) }
        if let type = type as? any Hashable.Type { return hashable(type) }
        if let equatableType = type as? any Equatable.Type {
            let operations = equatable(equatableType)
            operations.hashingProblem =
                "\(subject) is of the type \(displayName(of: type)), which is not Hashable: declare the type Hashable, "
                + "or leave the property out of == and hashes with .ignore(…, in: .comparison) in the mapping"
            return operations
        }
        if let type = type as? any ModelScalar.Type { return scalar(type) }
        if let type = type as? any RawRepresentable.Type { return raw(type) }
        let operations = LeafOperations<Value>(type)
        let problem =
            "\(subject) is of the type \(displayName(of: type)), which is neither Equatable nor a Model: declare the type "
            + "Equatable, or leave the property out of == and hashes with .ignore(…, in: .comparison) in the mapping"
        operations.setProblem(problem)
        return operations
    }

    // MARK: - Models

    /// The operations of a struct or class; nil for an enum, which has no fields.
    private func modelOperations<Value>(of type: Value.Type) -> ValueOperations? {
        let shape: ShapePointer
        do throws(ModelError) {
            shape = try KeyStrategy.asWritten.ownShape(of: type, TransformSet())
        } catch {
            failure = failure ?? error
            return LeafOperations<Value>(type)
        }
        guard let meta = shape.pointee.model else { return nil }
        let operations: ModelOperations =
            switch meta.pointee.storage {
            case .instance: InstanceOperations(type, meta: meta, own: own(type), ownText: ownText(type))
            case .direct, .composed, .listed: StructOperations(type, meta: meta, own: own(type), ownText: ownText(type))
            }
        built[ObjectIdentifier(type)] = operations
        if meta.pointee.storage == .instance { operations.holdsInstances = true }
        operations.setFields(
            meta.pointee.fields.filter { !$0.isIgnored }.map { field in
                subject = "\(displayName(of: type)).\(field.name)"
                return ModelOperations.Field(
                    name: field.name, offset: field.offset, shape: field.shape, isCompared: field.isCompared,
                    isCopied: field.isCopied, isDescribed: field.isMapped, operations: self.operations(of: field))
            })
        return operations
    }

    /// The operations of a field's type.
    ///
    /// A property wrapper that stores only its value has the same layout, and the value's operations.
    private func operations(of field: FieldMeta) -> ValueOperations {
        let type = field.shape.pointee.type
        guard field.shape.pointee.isTransparent, let part = Reflection.storedFields(of: type)?.first?.type else {
            return operations(of: type)
        }
        let operations = self.operations(of: part)
        return type is any Equatable.Type && !operations.holdsModels ? leaf(type) : operations
    }

    /// The operations by a model's own `==`; nil if it uses the table, or has none.
    private func own<Value>(_ type: Value.Type) -> ValueOperations? {
        type is any Equatable.Type && !(type is any ModelEquatable.Type) ? leaf(type) : nil
    }

    private func ownText<Value>(_ type: Value.Type) -> ((UnsafeRawPointer) -> String)? {
        guard type is any CustomStringConvertible.Type, !(type is any ModelDescribable.Type) else { return nil }
        return { "\($0.assumingMemoryBound(to: Value.self).pointee)" }
    }
}

/// The operations of all types used so far, found without a lock.
enum ValueOperationsCache {
    private static let records = TypeRecords<ValueOperations>()

    /// The operations of a type, built at its first use.
    static func operations<Value>(of type: Value.Type) throws(ModelError) -> ValueOperations {
        if let known = records.known(ObjectIdentifier(type)) { return known }
        let builder = ValueOperationsBuilder(published: records.known)
        let own = try builder.build(type)
        let kept = records.add(builder.built, unlessKnown: ObjectIdentifier(type)).pointee
        // Another thread's operations are equivalent, and may already be in use.
        if kept !== own { builder.discard() }
        return kept
    }

    /// The operations of a model, where the caller cannot throw.
    static func operations<Value>(ofModel type: Value.Type) -> ValueOperations {
        do throws(ModelError) {
            return try operations(of: type)
        } catch {
            programmingError("\(displayName(of: type)) cannot be used as a model: \(error)")
        }
    }

    /// The operations of an instance's class.
    static func instanceOperations(of type: Any.Type) -> InstanceOperations {
        operations(ofModel: Reflection.exact(type)) as! InstanceOperations
    }
}
