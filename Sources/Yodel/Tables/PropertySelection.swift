/// The arguments of one selecting call.
struct Selected: @unchecked Sendable {
    // Sendable because metatypes are, whatever actor their conformances are isolated to: no code runs through them.
    let model: any Model.Type
    let properties: [any AnyKeyPath & Sendable]
    let isOnly: Bool
    /// The property that the models are in; nil for all models of the type.
    var holder: (model: any Model.Type, property: any AnyKeyPath & Sendable)?
}

/// A selection of properties, with the tables made for it.
final class PropertySelection: Sendable {
    let calls: [Selected]
    private let tables = Locked(Tables())

    private struct Tables: ~Copyable {
        var tables: [Key: SelectedTable] = [:]
        var arenas: [TableArena] = []
        /// Keeps the objects alive that the keys refer to.
        var owners: [AnyObject] = []
    }

    private struct Key: Hashable {
        /// See ``Shape/wholeOutput``.
        let whole: UnsafeRawPointer?
        let strategy: ObjectIdentifier
        let transforms: ObjectIdentifier?
        let holderRules: [ObjectIdentifier]
    }

    init(calls: [Selected]) {
        self.calls = calls
    }

    /// The table for the models or variants in a value of a shape; nil if it has none.
    ///
    /// - Parameter holderRules: The rules for the property that holds the value.
    func table(
        for shape: ShapePointer, of options: EncodingOptions, by holderRules: [PropertyRule] = []
    ) throws(ModelError) -> UnsafePointer<OutputTable>? {
        let key = Key(
            whole: shape.innermost.pointee.wholeOutput, strategy: ObjectIdentifier(options.keys.tables),
            transforms: options.transforms.storage.map(ObjectIdentifier.init),
            holderRules: holderRules.map(ObjectIdentifier.init))
        if let known = tables.withLock({ $0.tables[key] }) { return known.pointer }
        var rules: [PropertyRule] = []
        for call in calls { rules.append(try PropertyRule.make(call, options)) }
        var builder = SelectedTableBuilder(rules: rules)
        let table = SelectedTable(pointer: builder.table(of: shape, by: holderRules))
        builder.markWhole()
        let arena = builder.arena
        return tables.withLock { tables in
            tables.tables[key] = table
            // Also keeps the tables of another thread that was as fast, because they are in use.
            tables.arenas.append(arena)
            tables.owners.append(options.keys.tables)
            if let transforms = options.transforms.storage { tables.owners.append(transforms) }
            return table
        }.pointer
    }
}

/// A pointer into an immutable table, which threads may therefore share.
private struct SelectedTable: @unchecked Sendable {
    let pointer: UnsafePointer<OutputTable>?
}
