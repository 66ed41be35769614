/// Builds the output tables of models for a selection of their properties.
///
/// A model's table depends on its type and on the rules for the property that holds it. Tables are made for all types
/// that can be reached, also through variants, because a rule may concern any of them.
struct SelectedTableBuilder {
    let rules: [PropertyRule]
    let arena = TableArena()
    private var made: [Key: UnsafeMutablePointer<OutputTable>] = [:]
    /// The tables under construction, each within the one before it.
    private var open: [UnsafeMutablePointer<OutputTable>] = []
    /// The tables that lead to a table.
    private var outer: [UnsafeMutablePointer<OutputTable>: [UnsafeMutablePointer<OutputTable>]] = [:]
    /// The tables of models that a rule concerns.
    private var narrowed: [UnsafeMutablePointer<OutputTable>] = []

    init(rules: [PropertyRule]) {
        self.rules = rules
    }

    private struct Key: Hashable {
        /// See ``Shape/wholeOutput``.
        let whole: UnsafeRawPointer
        let holderRules: [ObjectIdentifier]
    }

    /// The table for the models that a value of a shape is or contains; nil if it has none.
    ///
    /// - Parameter holderRules: The rules for the property that holds the value.
    mutating func table(of shape: ShapePointer, by holderRules: [PropertyRule]) -> UnsafePointer<OutputTable>? {
        let innermost = shape.innermost.pointee
        guard let whole = innermost.wholeOutput else { return nil }
        if let model = innermost.model { return table(of: model, model.pointee.output, by: holderRules) }
        let variants = innermost.variants!
        return table(of: whole, by: holderRules) { builder in
            let tables = variants.pointee.variants.map { variant in
                variant.shape.flatMap { builder.table(of: $0, by: holderRules) }
            }
            var table = OutputTable.empty(in: builder.arena)
            table.variants = builder.arena.copy(tables).baseAddress
            table.holderRules = holderRules
            return table
        }
    }

    private mutating func table(
        of model: TypeMetaPointer, _ output: UnsafePointer<OutputTable>, by holderRules: [PropertyRule]
    ) -> UnsafePointer<OutputTable> {
        table(of: UnsafeRawPointer(output), by: holderRules) { builder in
            let rules = (builder.rules + holderRules).filter { $0.applies(to: model) }
            if !rules.isEmpty { builder.narrowed.append(builder.open.last!) }
            var table = builder.selected(output, model, rules).pointee
            table.holderRules = holderRules
            return table
        }
    }

    /// Makes a table once, and registers it before filling it, because a type may contain itself.
    private mutating func table(
        of whole: UnsafeRawPointer, by holderRules: [PropertyRule], _ make: (inout SelectedTableBuilder) -> OutputTable
    ) -> UnsafePointer<OutputTable> {
        let key = Key(whole: whole, holderRules: holderRules.map(ObjectIdentifier.init))
        let known = made[key]
        let table = known ?? arena.allocate(OutputTable.self, count: 1)
        if let last = open.last { outer[table, default: []].append(last) }
        guard known == nil else { return UnsafePointer(table) }
        table.initialize(to: .empty(in: arena))
        made[key] = table
        open.append(table)
        table.pointee = make(&self)
        open.removeLast()
        return UnsafePointer(table)
    }

    /// Marks the tables that lead to no model that a rule concerns.
    mutating func markWhole() {
        for table in made.values { table.pointee.isWhole = true }
        while let table = narrowed.popLast() {
            guard table.pointee.isWhole else { continue }
            table.pointee.isWhole = false
            narrowed += outer[table] ?? []
        }
    }

    private mutating func selected(
        _ table: UnsafePointer<OutputTable>, _ model: TypeMetaPointer, _ rules: [PropertyRule]
    ) -> UnsafePointer<OutputTable> {
        let entries = table.pointee.entryPointers.compactMap { selected($0.pointee, model, rules) }
        return OutputTable.make(entries, conflict: table.pointee.conflict, hooks: table.pointee.hooks, in: arena)
    }

    private mutating func selected(
        _ entry: OutputEntry, _ model: TypeMetaPointer, _ rules: [PropertyRule]
    ) -> OutputEntry? {
        var entry = entry
        switch entry.action {
        case .group, .elements:
            let group = selected(entry.table!, model, rules)
            guard group.pointee.entries.pointee.action != .end else { return nil }
            entry.table = group
        case .several:
            var candidates: [OutputEntry] = []
            for candidate in entry.candidates {
                if let kept = selected(candidate, model, rules) { candidates.append(kept) }
            }
            guard !candidates.isEmpty else { return nil }
            entry.candidates = arena.copy(candidates)
        case .field, .part:
            guard rules.allSatisfy({ $0.includes(entry.field, of: model) }) else { return nil }
            let field = entry.field
            entry.table = table(of: entry.shape, by: rules.compactMap { $0.part(field, of: model) })
        case .unknown: return rules.allSatisfy { $0.includes(entry.field, of: model) } ? entry : nil
        case .end: return nil
        }
        return entry
    }
}

extension Shape {
    /// What a selection of its values' properties selects from: the output table of a model, or the variant table of a
    /// polymorphic type; nil for other values.
    ///
    /// A class with variants has both, in two shapes: one of its variants, and one of its own properties.
    var wholeOutput: UnsafeRawPointer? {
        model.map { UnsafeRawPointer($0.pointee.output) } ?? variants.map { UnsafeRawPointer($0) }
    }
}
