/// What a merge does with properties that are `nil` in the model it takes from.
public enum MergedNils: Sendable {
    /// The property becomes `nil` too. The default.
    case overwrite
    /// The property keeps its value.
    case keep
}

// For structs the model itself changes; a class has the same as functions that change the instance.

extension Model {
    /// Takes over the values of another model's properties: of all, or of some.
    ///
    /// ```swift
    /// try book.merge(from: revised, only: \.title, \.pages)
    /// ```
    ///
    /// The other model may be of another type: what the two share, properties of the same name and type, is taken.
    /// Ignored properties are not. Either all is taken, or an error is thrown and nothing has changed.
    ///
    /// - Parameters:
    ///   - other: The model to take from.
    ///   - properties: The properties to take; without any, all that the two share.
    ///   - nils: What becomes of properties that are `nil` in `other`.
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model`` when a type has no table, or when a key
    ///   path is of no property that both have.
    public mutating func merge<Other: Model>(
        from other: Other, only properties: PartialKeyPath<Self>..., nils: MergedNils = .overwrite
    ) throws(ModelError) {
        let merge = try Merge(
            self, other, only: properties.isEmpty ? nil : properties, except: [], nils: nils)
        merge.run(into: &self, from: other)
    }

    /// Takes over the values of another model's properties, but for some.
    ///
    /// - Parameters:
    ///   - other: The model to take from.
    ///   - property: A property to leave as it is.
    ///   - more: Further ones.
    ///   - nils: What becomes of properties that are `nil` in `other`.
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model`` when a type has no table, or when a key
    ///   path is of no property that both have.
    public mutating func merge<Other: Model>(
        from other: Other, except property: PartialKeyPath<Self>, _ more: PartialKeyPath<Self>...,
        nils: MergedNils = .overwrite
    ) throws(ModelError) {
        let merge = try Merge(self, other, only: nil, except: [property] + more, nils: nils)
        merge.run(into: &self, from: other)
    }
}

extension Model where Self: AnyObject {
    /// Takes over the values of another model's properties: of all, or of some.
    ///
    /// The same as for structs, but the instance itself changes.
    ///
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model``.
    public func merge<Other: Model>(
        from other: Other, only properties: PartialKeyPath<Self>..., nils: MergedNils = .overwrite
    ) throws(ModelError) {
        var instance = self
        let merge = try Merge(
            self, other, only: properties.isEmpty ? nil : properties, except: [], nils: nils)
        merge.run(into: &instance, from: other)
    }

    /// Takes over the values of another model's properties, but for some.
    ///
    /// The same as for structs, but the instance itself changes.
    ///
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model``.
    public func merge<Other: Model>(
        from other: Other, except property: PartialKeyPath<Self>, _ more: PartialKeyPath<Self>...,
        nils: MergedNils = .overwrite
    ) throws(ModelError) {
        var instance = self
        let merge = try Merge(self, other, only: nil, except: [property] + more, nils: nils)
        merge.run(into: &instance, from: other)
    }
}

/// Which fields of one model get their values from which of another.
private struct Merge<Target: Model, Source: Model> {
    private struct Step {
        let target: FieldMeta
        let sourceOffset: Int
    }

    private var steps: [Step] = []
    private let nils: MergedNils
    private let targetMeta: TypeMetaPointer
    private let sourceMeta: TypeMetaPointer

    /// Instances of classes are taken for what they are, also where they are declared as instances of a superclass.
    init(
        _ target: Target, _ source: Source, only: [PartialKeyPath<Target>]?, except: [PartialKeyPath<Target>],
        nils: MergedNils
    ) throws(ModelError) {
        self.nils = nils
        targetMeta = try Self.table(of: type(of: target))
        sourceMeta = try Self.table(of: type(of: source))
        for field in targetMeta.pointee.fields where field.hasPart {
            let source = sourceMeta.pointee.fields.first {
                $0.hasPart && $0.name == field.name && $0.shape.pointee.type == field.shape.pointee.type
            }
            if let source { steps.append(Step(target: field, sourceOffset: source.offset)) }
        }
        let kept = try Set(positions(of: except))
        let taken = try only.map { (properties) throws(ModelError) in try Set(positions(of: properties)) }
        steps = steps.enumerated().filter { taken?.contains($0.offset) ?? !kept.contains($0.offset) }.map(\.element)
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
            guard let position = steps.firstIndex(where: { $0.target.isNamed(by: property) }) else {
                throw ModelError.invalidMapping(
                    "\(property) is no stored property that \(displayName(of: Target.self)) and "
                        + "\(displayName(of: Source.self)) share")
            }
            positions.append(position)
        }
        return positions
    }

    func run(into target: inout Target, from source: Source) {
        withUnsafePointer(to: source) { source in
            withUnsafeMutablePointer(to: &target) { target in
                let from = Self.fields(of: UnsafeMutableRawPointer(mutating: source), sourceMeta)
                let into = Self.fields(of: target, targetMeta)
                for step in steps { take(step, from, into) }
            }
        }
    }

    /// Where a model's fields are: where it lies, or in the object it refers to.
    private static func fields(of model: UnsafeMutableRawPointer, _ meta: TypeMetaPointer) -> UnsafeMutableRawPointer {
        meta.pointee.storage == .instance ? model.load(as: UnsafeMutableRawPointer.self) : model
    }

    private func take(_ step: Step, _ from: UnsafeMutableRawPointer, _ into: UnsafeMutableRawPointer) {
        let shape = step.target.shape
        let source = from + step.sourceOffset
        if shape.pointee.isAbsent(source) { return }
        if nils == .keep, shape.pointee.holdsNil(at: source) { return }
        // By way of a copy: source and target may be one, and what a value refers to may go with the old one.
        withUnsafeTemporaryAllocation(byteCount: shape.pointee.size, alignment: Shape.greatestAlignment) { copy in
            shape.pointee.storage._withUnsafeGuaranteedRef { $0.copy(source, to: copy.baseAddress!) }
            step.target.shape.replace(into + step.target.offset, with: copy.baseAddress!)
        }
    }
}

extension Shape {
    /// Whether the value at an address is `nil` at any level, or wraps that.
    fileprivate func holdsNil(at value: UnsafeRawPointer) -> Bool {
        if isNil(value) { return true }
        guard kind == .wrapper, let element, element.pointee.takesNull else { return false }
        return withUnsafeTemporaryAllocation(byteCount: element.pointee.size, alignment: Shape.greatestAlignment) {
            inside in
            let address = inside.baseAddress!
            do {
                try payload!._withUnsafeGuaranteedRef { try $0.unwrap(value, into: address, EncodingOptions()) }
            } catch {
                return false
            }
            defer { element.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(address, count: 1) } }
            return element.pointee.holdsNil(at: UnsafeRawPointer(address))
        }
    }
}

extension FieldMeta {
    /// Whether a key path leads to the property.
    func isNamed<Root>(by keyPath: PartialKeyPath<Root>) -> Bool {
        guard Swift.type(of: keyPath).valueType == shape.pointee.type else { return false }
        if let offset = MemoryLayout<Root>.offset(of: keyPath) { return offset == self.offset }
        // Of a wrapped property, it names the storage.
        let named = Reflection.propertyName(of: keyPath)
        return Root.self is AnyClass && (named == name || named == "_" + name)
    }
}
