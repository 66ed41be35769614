/// What the object of a model is written as: its keys in their order, each with where its value comes from.
///
/// Paths are nested again: fields whose paths begin alike share one object, which stands where the first of them does.
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
    /// In the order of the properties, with one after the last that says ``OutputEntry/Action/end``.
    var entries: UnsafePointer<OutputEntry>
    /// The same in the order of their keys' bytes.
    var sorted: UnsafePointer<OutputEntry>
    /// Why no object can be written by this table: two of its properties want to stand in one place.
    var conflict: String?
    /// The entries are elements of an array, in its order.
    var isArray = false
    /// What is done with whole objects of the type.
    var hooks: UnsafePointer<OutputHooks>?
    /// There is neither a conflict nor a hook.
    var isPlain = true
    /// What stands for a polymorphic type has no entries, but what each of its variants is written as; nil for one in
    /// which there is nothing to select.
    var variants: UnsafePointer<UnsafePointer<OutputTable>?>?
    /// Of a selection, the rules of the property that its models are in, for instances of their subclasses.
    var place: [PropertyRule] = []

    static func empty(in arena: TableArena) -> OutputTable {
        let end = arena.copy([OutputEntry.end]).baseAddress!
        return OutputTable(entries: end, sorted: end)
    }
}

/// One key of an object that is written, with where its value comes from.
struct OutputEntry {
    var action: Action
    /// What a field's payload is; a gate where the action is another.
    var kind: ValueKind
    /// How a field is told from `nil`.
    var nilTest: NilTest
    var key: OutputKey
    /// What is written for a field or part that is `nil`; nil where the encoder decides.
    var nils: NilPolicy?
    /// Which of its model's fields it is.
    var field = -1
    /// The field's place in its model.
    var offset: Int
    var shape: ShapePointer
    /// For a group, its members; for a field of which only a part is wanted, the members of its models or variants.
    var table: UnsafePointer<OutputTable>?
    /// For several, the fields, the first that is not `nil` to be taken.
    var candidates: UnsafeBufferPointer<OutputEntry>
    /// For a part, what its field is made by, and which of the parts it is.
    var composition: UnsafePointer<FieldComposition>?
    var part = 0
    /// For an element of an array, its index.
    var index = 0
    /// For the members that no property stands for.
    var unknown: UnsafePointer<UnknownMembersOutput>?

    enum Action: UInt8 {
        /// The value of a field.
        case field
        /// An object of fields of this model.
        case group
        /// An array of fields of this model.
        case elements
        /// A part that a composed field, at the entry's offset, is taken apart into.
        case part
        /// The value of whichever of several fields has one.
        case several
        /// The unknown members that a field keeps.
        case unknown
        /// There are no more keys.
        case end
    }
}

/// A key as it is written.
struct OutputKey {
    /// The key as JSON between a comma and a colon, `,"name":`, with room to read ``padding`` bytes from any of it.
    var text: UnsafePointer<UInt8>
    var textCount: Int
    /// The key itself, in UTF-8.
    var bytes: UnsafeBufferPointer<UInt8>

    /// Texts up to this long are copied in one go, whatever their length.
    static let padding = 64

    var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension OutputEntry {
    /// Stands after the last entry of a table.
    static var end: OutputEntry {
        let nothing = UnsafeRawPointer(Shape.gate).assumingMemoryBound(to: UInt8.self)
        return OutputEntry(
            action: .end, kind: .gate, nilTest: .never,
            key: OutputKey(text: nothing, textCount: 0, bytes: UnsafeBufferPointer(start: nothing, count: 0)),
            offset: 0, shape: Shape.gate, candidates: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Something is written for the value at `base`: not every field of it is `nil`.
    func hasValue(at base: UnsafeRawPointer) -> Bool {
        switch action {
        case .field: !shape.pointee.isVisiblyNil(base + offset)
        case .several: candidates.contains { $0.hasValue(at: base) }
        case .group, .elements: table!.pointee.hasValue(at: base)
        case .part: hasPart(at: base)
        case .unknown, .end: false
        }
    }
}

extension OutputTable {
    func hasValue(at base: UnsafeRawPointer) -> Bool {
        var entry = entries
        while entry.pointee.action != .end {
            if entry.pointee.hasValue(at: base) { return true }
            entry += 1
        }
        return false
    }

    /// Whether parts of composed fields stand in it, at any depth.
    var holdsParts: Bool {
        contains { entry in
            switch entry.action {
            case .part: true
            case .group, .elements: entry.table!.pointee.holdsParts
            default: false
            }
        }
    }

    /// Whether `null` is written in it though nothing in it has a value; not for parts, of which there are none then.
    ///
    /// - Parameter option: The encoder's policy, which leaves objects with parts in them out.
    func writesNull(_ option: NilPolicy) -> Bool {
        let option = holdsParts ? .omit : option
        return contains { entry in
            switch entry.action {
            case .field: (entry.nils ?? option) == .null
            case .several: entry.candidates.contains { $0.action == .field && ($0.nils ?? option) == .null }
            case .group, .elements: entry.table!.pointee.writesNull(option)
            case .part, .unknown, .end: false
            }
        }
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
