typealias VariantTablePointer = UnsafePointer<VariantTable>

/// The table of a ``Polymorphic`` type: how a document tells its variants apart, and the shape of each.
///
/// ```
/// Variants("kind", .type("circle", Circle.self), .type("square", Square.self), .otherwise(Shape.self))
///
///   index   tags       shape
///   0       "circle"   instance Circle
///   1       "square"   instance Square
///   2                  instance Shape     otherwise
/// ```
struct VariantTable {
    let tagging: Tagging
    /// The keys of tag and content as the tables have theirs: lower-cased where the case of letters is ignored.
    let tagKey: UnsafeBufferPointer<UInt8>
    fileprivate let contentKey: UnsafeBufferPointer<UInt8>
    /// The same as errors show them.
    let tagText: String
    let contentText: String
    let ignoresCase: Bool
    private(set) var variants: UnsafeMutableBufferPointer<Entry>
    /// The variant for what no other takes.
    private(set) var otherwise: Int?
    /// What no variant takes is left out.
    private(set) var skipsRest = false
    /// The variant of an object that has no tag: a subclass need not name itself.
    private(set) var untaggedIndex: Int?
    /// `null` is a value of some variant.
    private(set) var takesNull = false
    /// The variants are classes of one hierarchy.
    private(set) var isHierarchy = false
    fileprivate let choose: (@Sendable (VariantPreview) -> VariantTag?)?
    /// Which variant a tag names.
    fileprivate var indices: [JSONScalar: Int] = [:]
    /// The tags that are strings, by their bytes, and which variant each names.
    fileprivate var texts: Unmanaged<ByteTable>?
    fileprivate var textIndices = UnsafeBufferPointer<Int>(start: nil, count: 0)

    /// The ways of ``VariantTagging``.
    enum Tagging {
        case `internal`, adjacent, external, untagged, choice
    }

    /// One variant.
    struct Entry {
        var tags: [JSONScalar]
        /// Nil for a case that carries no value.
        var shape: ShapePointer?
        var operations: VariantOperations
        /// A reference to the value is one to the base.
        var isReference: Bool
        /// The keys of an object of this variant, with a bit for the tag: it is looked at where it occurs again.
        var keys: UnsafePointer<KeyTable>?
        /// What its object is written as: without the tag, which is written first.
        var output: UnsafePointer<OutputTable>?

        init(tags: [JSONScalar], shape: ShapePointer?, operations: VariantOperations) {
            self.tags = tags
            self.shape = shape
            self.operations = operations
            isReference = operations.isReference
        }

        /// What an error and the table's description call it.
        var name: String { shape?.pointee.typeName ?? tags.first?.text ?? "null" }
    }

    /// A table without variants.
    init(_ tagging: VariantTagging, ignoresCase: Bool, in arena: TableArena) {
        var choose: (@Sendable (VariantPreview) -> VariantTag?)?
        switch tagging.way {
        case .key(let tag): (self.tagging, tagText, contentText) = (.internal, tag, "")
        case .keys(let tag, let content): (self.tagging, tagText, contentText) = (.adjacent, tag, content)
        case .external: (self.tagging, tagText, contentText) = (.external, "", "")
        case .untagged: (self.tagging, tagText, contentText) = (.untagged, "", "")
        case .choice(let function):
            (self.tagging, tagText, contentText) = (.choice, "", "")
            choose = function
        }
        self.choose = choose
        self.ignoresCase = ignoresCase
        let folded = { (key: String) in arena.copy(Array((ignoresCase ? key.lowercased() : key).utf8)) }
        tagKey = folded(tagText)
        contentKey = folded(contentText)
        variants = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    // MARK: - Building

    /// Takes its variants.
    ///
    /// - Returns: Whether each has tags of its own.
    mutating func fill(_ entries: [Entry], otherwise: Int?, skipsRest: Bool, in arena: TableArena) -> Bool {
        variants = UnsafeMutableBufferPointer(mutating: arena.copy(entries))
        (self.otherwise, untaggedIndex, self.skipsRest) = (otherwise, otherwise, skipsRest)
        isHierarchy = entries.allSatisfy(\.isReference)
        // The tables of models ask for it before everything is complete.
        findNull()
        var texts: [(text: String, index: Int)] = []
        for (index, entry) in entries.enumerated() {
            for tag in entry.tags {
                // Texts that Swift takes for equal are one, though their bytes may differ.
                guard indices.updateValue(index, forKey: tag) == nil else { return false }
                if case .string(let text) = tag { texts.append((text, index)) }
            }
        }
        self.texts = arena.keep(ByteTable(texts.map { Array($0.text.utf8) }))
        textIndices = arena.copy(texts.map(\.index))
        return true
    }

    /// Whether the value of a variant stands below a key of its own, one step down in the document.
    func stepsDown(to index: Int) -> Bool {
        (tagging == .external || tagging == .adjacent) && index != otherwise
    }

    /// Whether one key is both that of the tag and that of the content.
    var hasOneKey: Bool { tagKey.elementsEqual(contentKey) }

    mutating func setUntagged(_ index: Int) { untaggedIndex = index }

    /// Looks at the shapes of the variants once they are complete.
    mutating func finish() { findNull() }

    private mutating func findNull() {
        takesNull = tagging == .untagged && variants.contains { $0.shape?.pointee.takesNull ?? true }
    }

    func setKeys(_ keys: UnsafePointer<KeyTable>, output: UnsafePointer<OutputTable>, of index: Int) {
        variants[index].keys = keys
        variants[index].output = output
    }

    var tagStep: JSONPath.Step { .key(tagText) }

    /// Any of the tags as an error says it.
    var knownTags: String { "one of \(listedTags)" }

    /// The tags as an error lists them.
    var listedTags: String {
        let shown = variants.lazy.flatMap(\.tags).prefix(20).map(\.text)
        let count = variants.reduce(0) { $0 + $1.tags.count }
        return shown.joined(separator: ", ") + (count > shown.count ? ", …" : "")
    }
}

// Telling variants apart. Functions of the pointer, as those of what it points to begin with a copy of it.

extension VariantTablePointer {
    /// The one variant there can be.
    var only: Int? {
        guard pointee.variants.count == 1, pointee.tagging == .internal, pointee.otherwise == nil else { return nil }
        return pointee.untaggedIndex
    }

    /// One of the variants.
    subscript(index: Int32) -> UnsafeMutablePointer<VariantTable.Entry> {
        pointee.variants.baseAddress.unsafelyUnwrapped + Int(index)
    }

    /// The variant of an instance's class.
    func index(of instance: AnyObject) -> Int? {
        pointee.variants.firstIndex { $0.operations.valueType == type(of: instance) }
    }

    /// Whether a key is that of the tag.
    func isTag(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { matches(pointee.tagKey, start, count) }

    /// Whether a key is that of the content.
    func isContent(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { matches(pointee.contentKey, start, count) }

    private func matches(
        _ key: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        if !pointee.ignoresCase { return key.count == count && equalBytes(key.start, start, count) }
        let bytes = UnsafeBufferPointer(start: start, count: count)
        return String(decoding: bytes, as: UTF8.self).lowercased().utf8.elementsEqual(key)
    }

    /// The variant that a value of the tag names.
    func index(of event: ScalarEvent, isLenient: Bool) -> Int? {
        switch event {
        case .null, .date, .data: return nil
        case .bool(let flag):
            return pointee.indices[.bool(flag)] ?? (isLenient ? pointee.indices[.string("\(flag)")] : nil)
        case .number(let text):
            let literal = String(decoding: text.bytes, as: UTF8.self)
            return pointee.indices[.number(JSONNumber(uncheckedText: literal))]
                ?? (isLenient ? pointee.indices[.string(literal)] : nil)
        case .string(let bytes):
            if let index = index(ofText: bytes) { return index }
            guard isLenient else { return nil }
            return JSONNumber(text: String(decoding: bytes, as: UTF8.self)).flatMap { pointee.indices[.number($0)] }
        }
    }

    private func index(ofText bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        pointee.texts!._withUnsafeGuaranteedRef { $0.index(of: bytes) }.map { pointee.textIndices[$0] }
    }

    /// The variant that a key names, of the object around its value.
    func index(ofKey start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        if !pointee.ignoresCase { return index(ofText: bytes) }
        let lowered = String(decoding: bytes, as: UTF8.self).lowercased()
        return pointee.variants.firstIndex { variant in
            variant.tags.contains { if case .string(let tag) = $0 { tag.lowercased() == lowered } else { false } }
        }
    }

    /// The variant that the type's function chooses by an object's members.
    func choose(by preview: VariantPreview) -> (index: Int?, tag: VariantTag?) {
        let tag = pointee.choose!(preview)
        return (tag?.values.first.flatMap { pointee.indices[$0] }, tag)
    }
}

extension VariantTable {
    /// The table as text: a line for each variant, then the tables of those that are models.
    ///
    /// ```
    /// Shape (variants by "kind")
    ///   "circle"   Circle   instance
    ///   "square"   Square   instance
    ///   otherwise  Shape    instance
    /// ```
    func description(of shape: ShapePointer) -> String {
        let rows = variants.enumerated().map { index, variant in
            [
                index == otherwise ? "otherwise" : variant.tags.map(\.text).joined(separator: ", "),
                variant.shape.map { displayName(of: $0.pointee.type) } ?? "no value",
                variant.shape.map { "\($0.pointee.kind)" } ?? "",
            ]
        }
        var lines = textTable(rows)
        if skipsRest { lines.append("  otherwise  skipped") }
        let models = variants.compactMap { $0.shape?.pointee.model?.pointee.description }
        return (["\(displayName(of: shape.pointee.type)) (variants \(way))"] + lines + models).joined(separator: "\n")
    }

    private var way: String {
        let quoted = { (key: String) in JSONValue.string(key).description }
        return switch tagging {
        case .internal: "by \(quoted(tagText))"
        case .adjacent: "by \(quoted(tagText)), in \(quoted(contentText))"
        case .external: "by the key around them"
        case .untagged: "in the order they are tried"
        case .choice: "by a function"
        }
    }
}
