/// How a model's object is written: its keys in order, each with the source of its value.
///
/// Paths become nested objects: fields whose paths begin alike share one object, at the position of the first of them.
/// A field with several keys is written under the first.
///
/// ```
/// struct Book: Model { var title: String; var author: String; var year: Int; var price: Price? }
/// .map(\Book.author, to: "meta.author.name"), .map(\Book.year, to: "meta.year")
///
///   "title"   field   0  string
///   "meta"    group   ▸  "author"  group  ▸  "name"  field  16  string
///                        "year"    field  32  int64
///   "price"   field  40  structure Price, nil left out
/// ```
struct OutputTable {
    /// In the order of the properties; the last entry is followed by one with the action ``OutputEntry/Action/end``.
    var entries: UnsafePointer<OutputEntry>
    /// The same entries, sorted by the bytes of their keys.
    var sorted: UnsafePointer<OutputEntry>
    /// The reason if the table cannot write objects: two of its properties need the same position.
    var conflict: String?
    /// The hooks for whole objects of the type.
    var hooks: UnsafePointer<OutputHooks>?
    /// Whether there is neither a conflict nor a hook.
    var isPlain = true
    /// For a polymorphic type, which has no entries, the selected tables of its variants; nil for a variant with
    /// nothing to select.
    var variants: UnsafePointer<UnsafePointer<OutputTable>?>?
    /// For a selection, the rules of the property that its models are in, used for instances of subclasses.
    var holderRules: [PropertyRule] = []
    /// For a selection, whether it leaves out nothing of the values: their own bytes may be written.
    var isWhole = false

    static func empty(in arena: TableArena) -> OutputTable {
        let end = arena.copy(of: OutputEntry.end)
        return OutputTable(entries: end, sorted: end)
    }
}

/// One key of a written object, with the source of its value.
struct OutputEntry {
    var action: Action
    /// The kind of a field's payload; a gate for other actions.
    var kind: ValueKind
    /// How a field is compared with `nil`.
    var nilTest: NilTest
    var key: OutputKey
    /// The policy for a field or part that is `nil`; nil for the encoder's own.
    var nils: NilPolicy?
    /// The index of the field in its model.
    var field = -1
    /// The field's offset in its model.
    var offset: Int
    var shape: ShapePointer
    /// For a group, its members; for a field with a selection, that of its models or variants.
    var table: UnsafePointer<OutputTable>?
    /// For several fields with one key, all of them; the first that is not `nil` is written.
    var candidates: UnsafeBufferPointer<OutputEntry>
    /// For a part, the composition of its field, and the part's index in it.
    var composition: UnsafePointer<FieldComposition>?
    var part = 0
    /// For an element of an array, its index.
    var index = 0
    /// For unknown members.
    var unknown: UnsafePointer<UnknownMembersOutput>?

    enum Action: UInt8 {
        /// The value of a field.
        case field
        /// An object of fields of this model.
        case group
        /// An array of fields of this model.
        case elements
        /// A part of the composed field at the entry's offset.
        case part
        /// The value of the first of several fields that has one.
        case several
        /// The unknown members that a field keeps.
        case unknown
        /// The end of the entries.
        case end
    }
}

/// A key as JSON text and as bytes.
struct OutputKey {
    /// The key as JSON between a comma and a colon, `,"name":`, with ``padding`` readable bytes from each of its bytes
    /// on.
    var text: UnsafePointer<UInt8>
    var textCount: Int
    /// The key itself, in UTF-8.
    var bytes: UnsafeBufferPointer<UInt8>

    /// The longest text that is copied with a fixed size.
    static let padding = 64

    var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension OutputEntry {
    /// The entry after the last of a table.
    static var end: OutputEntry {
        let nothing = UnsafeRawPointer(Shape.gate).assumingMemoryBound(to: UInt8.self)
        return OutputEntry(
            action: .end, kind: .gate, nilTest: .never,
            key: OutputKey(text: nothing, textCount: 0, bytes: UnsafeBufferPointer(start: nothing, count: 0)),
            offset: 0, shape: Shape.gate, candidates: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Whether something is written for the value at `base`, because not all of its fields are `nil`.
    func hasValue(at base: UnsafeRawPointer) -> Bool {
        switch action {
        case .field: !shape.pointee.isVisiblyNil(base + offset)
        case .several: candidates.contains { $0.hasValue(at: base) }
        case .group, .elements: table!.pointee.hasValue(at: base)
        case .part: partState(at: base) == .value
        case .unknown, .end: false
        }
    }

    /// Whether a `null` is written for it although no field in it has a value.
    ///
    /// - Parameters:
    ///   - option: The encoder's policy.
    ///   - base: The model, if it is known. Otherwise parts do not count, as their field may be `nil`.
    func writesNull(_ option: NilPolicy, at base: UnsafeRawPointer?) -> Bool {
        switch action {
        // A `Field` is `null` only if it has that value.
        case .field: (nils ?? option) == .null && shape.pointee.mayBeNil
        case .part: (nils ?? option) == .null && base.map { partState(at: $0) == .null } ?? false
        case .several: candidates.contains { $0.writesNull(option, at: base) }
        case .group, .elements: table!.pointee.writesNull(option, at: base)
        case .unknown, .end: false
        }
    }

    /// Whether it is an element of an array, and a part of a composed field that is `nil` or, without a model, may be.
    fileprivate func lacksElement(at base: UnsafeRawPointer?) -> Bool {
        guard index >= 0 else { return false }
        if action == .part { return base.map { partState(at: $0) == .absent } ?? true }
        return candidates.contains { $0.lacksElement(at: base) }
    }
}

extension OutputTable {
    /// The entries, without the one after the last.
    var entryPointers: [UnsafePointer<OutputEntry>] {
        let all = sequence(first: entries) { $0 + 1 }
        return Array(all.prefix { $0.pointee.action != .end })
    }

    func hasValue(at base: UnsafeRawPointer) -> Bool { contains { $0.hasValue(at: base) } }

    /// Whether a `null` is written in it although no field in it has a value; see ``OutputEntry/writesNull(_:at:)``.
    func writesNull(_ option: NilPolicy, at base: UnsafeRawPointer?) -> Bool {
        // An array keeps the positions of its elements: to write one `null`, absent parts would be written as `null`,
        // too, which they may not accept when they are read.
        let option = option == .null && contains { $0.lacksElement(at: base) } ? .omit : option
        return contains { $0.writesNull(option, at: base) }
    }

    private func contains(_ isMeant: (OutputEntry) -> Bool) -> Bool {
        var entry = entries
        while entry.pointee.action != .end {
            if isMeant(entry.pointee) { return true }
            entry += 1
        }
        return false
    }
}

/// Output tables without the properties whose keys are those of tags, which are written in their place.
final class TaglessTables {
    private struct Key: Hashable {
        let table: UnsafePointer<OutputTable>
        let tags: [VariantTablePointer]
    }

    private let arena = TableArena()
    private var made: [Key: UnsafePointer<OutputTable>] = [:]

    /// A table without the tags' properties, made once; the table itself if it has none.
    ///
    /// - Parameter subclasses: Tables of subclasses; if one of them has such a property, the table is another one too.
    func table(
        _ table: UnsafePointer<OutputTable>, without tags: [VariantTablePointer],
        with subclasses: [UnsafePointer<OutputTable>] = []
    ) -> UnsafePointer<OutputTable> {
        let key = Key(table: table, tags: tags)
        if let known = made[key] { return known }
        let hasTag = { (entry: UnsafePointer<OutputEntry>) in tags.contains { entry.pointee.isProperty(under: $0) } }
        var tagless = table
        if ([table] + subclasses).contains(where: { $0.pointee.entryPointers.contains(where: hasTag) }) {
            let entries = table.pointee.entryPointers.filter { !hasTag($0) }
            var copy = table.pointee
            let made = OutputTable.make(entries.map(\.pointee), in: arena).pointee
            (copy.entries, copy.sorted) = (made.entries, made.sorted)
            tagless = arena.copy(of: copy)
        }
        made[key] = tagless
        return tagless
    }
}

extension OutputEntry {
    /// Whether it is an object or array that paths lead through.
    var holdsPaths: Bool { action == .group || action == .elements }

    /// The index of its field, or of one of its fields.
    var anyField: Int {
        switch action {
        case .group, .elements: table!.pointee.entries.pointee.anyField
        case .several: candidates[0].field
        default: field
        }
    }

    /// Whether it has the key of a tag.
    func isProperty(under table: VariantTablePointer) -> Bool {
        action != .unknown && table.isTag(key.bytes.start, key.bytes.count)
    }
}
