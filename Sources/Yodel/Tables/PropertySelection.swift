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
        for shape: ShapePointer, of options: EncodingOptions, at place: [PropertyRule] = []
    ) throws(ModelError) -> UnsafePointer<OutputTable>? {
        let key = Key(
            type: ObjectIdentifier(shape.pointee.type), strategy: ObjectIdentifier(options.keys.tables),
            transforms: options.transforms.storage.map(ObjectIdentifier.init), place: place.map(ObjectIdentifier.init))
        if let known = tables.withLock({ $0.tables[key] }) { return known.pointer }
        var rules: [PropertyRule] = []
        for call in calls { rules.append(try PropertyRule.make(call, options)) }
        var builder = SelectedTableBuilder(rules: rules)
        let table = SelectedTable(pointer: builder.table(of: shape.pointee, at: place))
        let arena = builder.arena
        return tables.withLock { tables in
            tables.tables[key] = table
            // Those of another thread that was as fast are in use as well.
            tables.arenas.append(arena)
            tables.owners.append(options.keys.tables)
            if let transforms = options.transforms.storage { tables.owners.append(transforms) }
            return table
        }.pointer
    }
}

/// A pointer into a table that no longer changes: what makes sharing it between threads sound.
private struct SelectedTable: @unchecked Sendable {
    let pointer: UnsafePointer<OutputTable>?
}
