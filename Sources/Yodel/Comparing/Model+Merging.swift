/// How a merge treats properties that are `nil` in the other model.
public enum MergedNils: Sendable {
    /// The property becomes `nil` too. The default.
    case overwrite
    /// The property keeps its value.
    case keep
}

// The same functions exist for structs, which change themselves, and for classes, which change the instance.

extension Model {
    /// Copies the values of another model's properties: all of them, or only some.
    ///
    /// ```swift
    /// try book.merge(from: revised, only: \.title, \.pages)
    /// ```
    ///
    /// The other model may be of another type: the merge copies the properties that both have with the same name and
    /// type. Properties that are ignored for all uses are not copied, nor is a ``Field`` that is absent in the other
    /// model. If it throws, nothing has changed.
    ///
    /// - Parameters:
    ///   - other: The model to copy from.
    ///   - properties: The properties to copy; without any, all that both models have.
    ///   - nils: How properties are treated that are `nil` in `other`.
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model`` when a type has no table, or when a key
    ///   path is not a property of both.
    public mutating func merge<Other: Model>(
        from other: Other, only properties: PartialKeyPath<Self>..., nils: MergedNils = .overwrite
    ) throws(ModelError) {
        try Merge.run(into: &self, from: other, only: properties, nils)
    }

    /// Copies the values of another model's properties, except for some.
    ///
    /// - Parameters:
    ///   - other: The model to copy from.
    ///   - property: A property to leave unchanged.
    ///   - more: Further properties to leave unchanged.
    ///   - nils: How properties are treated that are `nil` in `other`.
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model`` when a type has no table, or when a key
    ///   path is not a property of both.
    public mutating func merge<Other: Model>(
        from other: Other, except property: PartialKeyPath<Self>, _ more: PartialKeyPath<Self>...,
        nils: MergedNils = .overwrite
    ) throws(ModelError) {
        try Merge.run(into: &self, from: other, except: [property] + more, nils)
    }
}

extension Model where Self: AnyObject {
    /// Copies the values of another model's properties: all of them, or only some.
    ///
    /// Works as for structs, but changes the instance itself.
    ///
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model``.
    public func merge<Other: Model>(
        from other: Other, only properties: PartialKeyPath<Self>..., nils: MergedNils = .overwrite
    ) throws(ModelError) {
        var instance = self
        try Merge.run(into: &instance, from: other, only: properties, nils)
    }

    /// Copies the values of another model's properties, except for some.
    ///
    /// Works as for structs, but changes the instance itself.
    ///
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model``.
    public func merge<Other: Model>(
        from other: Other, except property: PartialKeyPath<Self>, _ more: PartialKeyPath<Self>...,
        nils: MergedNils = .overwrite
    ) throws(ModelError) {
        var instance = self
        try Merge.run(into: &instance, from: other, except: [property] + more, nils)
    }
}

/// The pairs of fields to copy from one model to another.
private struct Merge<Target: Model, Source: Model> {
    private struct Step {
        let target: FieldMeta
        let sourceOffset: Int
    }

    private var steps: [Step] = []
    private let nils: MergedNils
    private let targetMeta: TypeMetaPointer
    private let sourceMeta: TypeMetaPointer

    /// Uses the class of each instance, even where a superclass is declared.
    private init(
        _ target: Target, _ source: Source, only: [PartialKeyPath<Target>], except: [PartialKeyPath<Target>],
        _ nils: MergedNils
    ) throws(ModelError) {
        self.nils = nils
        targetMeta = try Self.table(of: type(of: target))
        sourceMeta = try Self.table(of: type(of: source))
        let sources = sourceMeta.pointee.fields
        let shared = Self.endOfSharedFields(type(of: target), type(of: source))
        var rest = sources.indices.filter { !sources[$0].isIgnored }
        for field in targetMeta.pointee.fields where !field.isIgnored {
            // Private properties of a class and of its superclass may share a name. The fields of a class that both types
            // have are at the same places; of the others, those of the superclass come first.
            let place = rest.firstIndex {
                sources[$0].name == field.name && sources[$0].shape.pointee.type == field.shape.pointee.type
                    && min(sources[$0].offset, shared) == min(field.offset, shared)
            }
            if let place { steps.append(Step(target: field, sourceOffset: sources[rest.remove(at: place)].offset)) }
        }
        let kept = try Set(positions(of: except))
        let taken = only.isEmpty ? Set(steps.indices) : try Set(positions(of: only))
        steps = taken.subtracting(kept).sorted().map { steps[$0] }
    }

    /// Where the fields of the class that both types have in common end; 0 if there is no such class.
    private static func endOfSharedFields(_ type: Any.Type, _ other: Any.Type) -> Int {
        guard let object = type as? AnyClass else { return 0 }
        return ([object] + Reflection.superclasses(of: object)).first { Reflection.isType(other, orSubclassOf: $0) }
            .map { instanceSize(of: $0) } ?? 0
    }

    private static func table(of type: any Model.Type) throws(ModelError) -> TypeMetaPointer {
        let shape = try KeyStrategy.asWritten.ownShape(of: type, TransformSet())
        guard let meta = shape.pointee.model else {
            throw ModelError.unsupportedType("\(displayName(of: type)) has no properties to merge")
        }
        return meta
    }

    private func positions(of properties: [PartialKeyPath<Target>]) throws(ModelError) -> [Int] {
        var positions: [Int] = []
        for property in properties {
            let (offsets, type) = (Self.offsets(of: property), Swift.type(of: property).valueType)
            let position = steps.firstIndex {
                offsets.contains($0.target.offset) && $0.target.shape.pointee.type == type
            }
            guard let position else {
                throw ModelError.invalidMapping(
                    "\(Reflection.text(of: property)) is not a stored property that "
                        + "\(displayName(of: Target.self)) and \(displayName(of: Source.self)) share")
            }
            positions.append(position)
        }
        return positions
    }

    /// Where a property may be: at several places only if its values have no size, so that there are no bytes to copy.
    private static func offsets(of property: PartialKeyPath<Target>) -> [Int] {
        Reflection.offset(of: property, in: Target.self).map { [$0] }
            ?? Reflection.fields(namedBy: property, in: Target.self).map(\.offset)
    }

    /// - Parameter only: The properties to copy; without any, all that both models have.
    static func run(
        into target: inout Target, from source: Source, only: [PartialKeyPath<Target>] = [],
        except: [PartialKeyPath<Target>] = [], _ nils: MergedNils
    ) throws(ModelError) {
        try Merge(target, source, only: only, except: except, nils).run(into: &target, from: source)
    }

    private func run(into target: inout Target, from source: Source) {
        withUnsafePointer(to: source) { source in
            withUnsafeMutablePointer(to: &target) { target in
                let from = Self.fields(of: UnsafeMutableRawPointer(mutating: source), sourceMeta)
                let into = Self.fields(of: target, targetMeta)
                for step in steps { take(step, from, into) }
            }
        }
    }

    /// The address of a model's fields: its own, or that of the object it refers to.
    private static func fields(of model: UnsafeMutableRawPointer, _ meta: TypeMetaPointer) -> UnsafeMutableRawPointer {
        meta.pointee.storage == .instance ? model.load(as: UnsafeMutableRawPointer.self) : model
    }

    private func take(_ step: Step, _ from: UnsafeMutableRawPointer, _ into: UnsafeMutableRawPointer) {
        let shape = step.target.shape
        let source = from + step.sourceOffset
        if shape.pointee.isAbsent(source) { return }
        if nils == .keep, shape.pointee.holdsNil(at: source) { return }
        // Source and target may be the same.
        shape.assign(into + step.target.offset, copyOf: source)
    }
}

extension Shape {
    /// Whether the value at an address is `nil` at any level, or a wrapper around `nil`.
    fileprivate func holdsNil(at value: UnsafeRawPointer) -> Bool {
        if isNil(value) { return true }
        // The shape of a composed property, or of one made by a transform, does not find nil.
        if nilTest == .never, nilBytes != nil, let type = type as? any NilProvider.Type, type.isNil(at: value) {
            return true
        }
        guard kind == .wrapper, let element, element.pointee.takesNull else { return false }
        return element.withMemory { address in
            do {
                try payload!._withUnsafeGuaranteedRef { try $0.unwrap(value, into: address, EncodingOptions()) }
            } catch {
                return false
            }
            defer { element.destroy(address) }
            return element.pointee.holdsNil(at: UnsafeRawPointer(address))
        }
    }
}
