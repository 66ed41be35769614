extension ModelEncoder {
    /// The encoder that writes of each model of a type these properties alone.
    ///
    /// ```swift
    /// let card = ModelEncoder().only(\Book.title, \Book.author.name)
    /// try card.encode(books)      // [{"title":"Emma","author":{"name":"Jane Austen"}}]
    /// ```
    ///
    /// This holds for every model of the type, at whatever depth, in variants, in JSON text within a string
    /// (``Transform/jsonText``), and in ``Lazy`` values, which are decoded for it, and for instances of subclasses of the
    /// type; models of other types are written as before. A path that leads through structs selects a part of a property. Several calls
    /// all apply: each leaves out more. An encoder keeps the tables it makes for this, so that one that is used often is
    /// made once.
    ///
    /// - Parameter properties: Stored properties, as for ``Mapping``. A key path to anything else is an error of the
    ///   code ``ModelError/Code/invalidMapping`` when something is encoded.
    public func only<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: true))
    }

    /// The encoder that writes of each model of a type everything but these properties.
    ///
    /// See ``only(_:)``.
    public func except<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: false))
    }

    /// The encoder that writes of the models in one property these of their properties alone.
    ///
    /// ```swift
    /// ModelEncoder().only(\Address.city, in: \Order.billing)      // and all of an order's other addresses
    /// ```
    ///
    /// - Parameters:
    ///   - properties: Stored properties of the models in `property`, which may be in an Optional, an array or another
    ///     collection.
    ///   - property: The property that they are in.
    public func only<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: true, place: (Root.self, property)))
    }

    /// The encoder that writes of the models in one property everything but these of their properties.
    ///
    /// See ``only(_:in:)``.
    public func except<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: false, place: (Root.self, property)))
    }

    private func selecting(_ selected: Selected) -> ModelEncoder {
        var encoder = self
        encoder.selection = PropertySelection(calls: (selection?.calls ?? []) + [selected])
        return encoder
    }
}

/// What one call selects, as it was said.
struct Selected: @unchecked Sendable {
    // Sendable because a metatype is, whatever its conformances are isolated to: they are not used to run code.
    let model: any Model.Type
    let properties: [any AnyKeyPath & Sendable]
    let isOnly: Bool
    /// The property that the models are in; nil for all models of the type.
    var place: (model: any Model.Type, property: any AnyKeyPath & Sendable)?
}

/// Which properties of which models are written, with the tables made for it.
final class PropertySelection: Sendable {
    let calls: [Selected]
    private let tables = Locked(Tables())

    private struct Tables: ~Copyable {
        var tables: [Key: SelectedTable] = [:]
        var arenas: [TableArena] = []
        /// What keys refer to.
        var owners: [AnyObject] = []
    }

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let strategy: ObjectIdentifier
        let transforms: ObjectIdentifier?
        let place: [ObjectIdentifier]
    }

    init(calls: [Selected]) {
        self.calls = calls
    }

    /// The table of the models or variants that a value of a shape consists of; nil when it has none.
    ///
    /// - Parameter place: The rules for the property that the value is in.
    func table(
        for shape: ShapePointer, of encoder: ModelEncoder, at place: [PropertyRule] = []
    ) throws(ModelError) -> UnsafePointer<OutputTable>? {
        let key = Key(
            type: ObjectIdentifier(shape.pointee.type), strategy: ObjectIdentifier(encoder.keys.tables),
            transforms: encoder.transforms.storage.map(ObjectIdentifier.init), place: place.map(ObjectIdentifier.init))
        if let known = tables.withLock({ $0.tables[key] }) { return known.pointer }
        var rules: [PropertyRule] = []
        for call in calls { rules.append(try PropertyRule.make(call, encoder)) }
        var builder = SelectedTableBuilder(rules: rules)
        let table = SelectedTable(pointer: builder.table(of: shape.pointee, at: place))
        let arena = builder.arena
        return tables.withLock { tables in
            tables.tables[key] = table
            // Those of another thread that was as fast are in use as well.
            tables.arenas.append(arena)
            tables.owners.append(encoder.keys.tables)
            if let transforms = encoder.transforms.storage { tables.owners.append(transforms) }
            return table
        }.pointer
    }
}

/// A pointer into a table that no longer changes: what makes sharing it between threads sound.
private struct SelectedTable: @unchecked Sendable {
    let pointer: UnsafePointer<OutputTable>?
}
