/// Builds what models are written as when only some of their properties are.
///
/// A model's table depends on its type and on the rules for the property it is in. The tables of all types that can
/// be reached are made, as a rule may concern any of them.
struct SelectedTableBuilder {
    let rules: [PropertyRule]
    let arena = TableArena()
    private var made: [Place: UnsafePointer<OutputTable>] = [:]

    init(rules: [PropertyRule]) {
        self.rules = rules
    }

    private struct Place: Hashable {
        let model: TypeMetaPointer
        let rules: [ObjectIdentifier]
    }

    /// - Parameter place: The rules for the property that the models are in.
    mutating func table(of model: TypeMetaPointer, at place: [PropertyRule]) -> UnsafePointer<OutputTable> {
        let key = Place(model: model, rules: place.map(ObjectIdentifier.init))
        if let known = made[key] { return known }
        // A type may contain itself: its table is known before it is filled in.
        let table = arena.allocate(OutputTable.self, count: 1)
        table.initialize(to: .empty(in: arena))
        made[key] = UnsafePointer(table)
        let applying = rules.filter { $0.model == model } + place
        table.pointee = selected(model.pointee.output, model, applying).pointee
        return UnsafePointer(table)
    }

    private mutating func selected(
        _ table: UnsafePointer<OutputTable>, _ model: TypeMetaPointer, _ rules: [PropertyRule]
    ) -> UnsafePointer<OutputTable> {
        var entries: [OutputEntry] = []
        var entry = table.pointee.entries
        while entry.pointee.action != .end {
            if let kept = selected(entry.pointee, model, rules) { entries.append(kept) }
            entry += 1
        }
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
            guard rules.allSatisfy({ $0.includes(entry.field) }) else { return nil }
            let field = entry.field
            entry.table = entry.shape.pointee.innermostModel.map {
                table(of: $0, at: rules.compactMap { $0.parts[field] })
            }
        case .unknown: return rules.allSatisfy { $0.includes(entry.field) } ? entry : nil
        case .end: return nil
        }
        return entry
    }
}
