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
    /// The keys of tag and content as key tables store them: lower-cased if case is ignored.
    let tagKey: UnsafeBufferPointer<UInt8>
    fileprivate let contentKey: UnsafeBufferPointer<UInt8>
    /// The same keys as errors show them.
    let tagText: String
    let contentText: String
    let ignoresCase: Bool
    private(set) var variants: UnsafeMutableBufferPointer<Entry>
    /// The index of the variant for unknown values.
    private(set) var otherwise: Int?
    /// Whether unknown variants are dropped.
    private(set) var skipsRest = false
    /// The variant of an object without a tag, as a subclass may be left unnamed.
    var untaggedIndex: Int?
    /// The only possible variant, if there is just one and its tag is checked where it occurs: no property has its key,
    /// and another tag is an error.
    private(set) var only: Int?
    /// Whether some variant accepts `null`.
    private(set) var takesNull = false
    /// Whether the variants are classes of one hierarchy.
    private(set) var isHierarchy = false
    fileprivate let choose: (@Sendable (VariantPreview) -> VariantTag?)?
    /// The variant for each tag.
    fileprivate var indices: [JSONScalar: Int] = [:]
    /// The tags that are strings, by their bytes, and the variant for each.
    fileprivate var texts: Unmanaged<ByteTable>?
    fileprivate var textIndices = UnsafeBufferPointer<Int>(start: nil, count: 0)

    /// The cases of ``VariantTagging``.
    enum Tagging {
        case `internal`, adjacent, external, untagged, choice
    }

    /// One variant.
    struct Entry {
        var tags: [JSONScalar]
        /// Nil for a case without a value.
        var shape: ShapePointer?
        var operations: VariantOperations
        /// Whether a reference to the value is one to the base.
        var isReference: Bool
        /// The keys of an object of this variant, which do not skip the tag's, as it must be checked if it occurs
        /// again.
        var keys: UnsafePointer<KeyTable>?

        init(tags: [JSONScalar], shape: ShapePointer?, operations: VariantOperations) {
            self.tags = tags
            self.shape = shape
            self.operations = operations
            isReference = operations.isReference
        }

        /// The variant's name in errors and in the table's description.
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

    /// Sets the variants.
    ///
    /// - Returns: Whether no two of them have the same tag.
    mutating func fill(_ entries: [Entry], otherwise: Int?, skipsRest: Bool, in arena: TableArena) -> Bool {
        variants = UnsafeMutableBufferPointer(mutating: arena.copy(entries))
        (self.otherwise, untaggedIndex, self.skipsRest) = (otherwise, otherwise, skipsRest)
        isHierarchy = entries.allSatisfy(\.isReference)
        // Already here, because the tables of models use it before everything is complete.
        finish()
        var texts: [(text: String, index: Int)] = []
        for (index, entry) in entries.enumerated() {
            for tag in entry.tags {
                // Texts that Swift treats as equal are one tag, even if their bytes differ.
                guard indices.updateValue(index, forKey: tag) == nil else { return false }
                if case .string(let text) = tag { texts.append((text, index)) }
            }
        }
        self.texts = arena.keep(ByteTable(texts.map { Array($0.text.utf8) }))
        textIndices = arena.copy(texts.map(\.index))
        return true
    }

    /// Whether the value of a variant is under a key of its own, one step down in the document.
    func stepsDown(to index: Int) -> Bool {
        (tagging == .external || tagging == .adjacent) && index != otherwise
    }

    /// Whether tag and content have the same key.
    var hasOneKey: Bool { tagKey.elementsEqual(contentKey) }

    /// Looks at the shapes of the variants, again when they are complete.
    mutating func finish() {
        takesNull = tagging == .untagged && variants.contains { $0.shape?.pointee.takesNull ?? true }
        guard let untaggedIndex, variants.count == 1, tagging == .internal, otherwise == nil, !skipsRest else { return }
        let keys = variants[0].shape?.insideItsObject.last!.pointee.model?.pointee.keys
        only = keys?.find(tagKey.start, tagKey.count) == nil ? untaggedIndex : nil
    }

    var tagStep: JSONPath.Step { .key(tagText) }

    /// The tags in an error, as `one of …`.
    var knownTags: String { "one of \(listedTags)" }

    /// The list of tags in an error.
    var listedTags: String {
        let shown = variants.lazy.flatMap(\.tags).prefix(20).map(\.text)
        let count = variants.reduce(0) { $0 + $1.tags.count }
        return shown.joined(separator: ", ") + (count > shown.count ? ", …" : "")
    }
}

// Selecting variants; on pointers, because a method of the table itself begins by copying it.

extension VariantTablePointer {
    /// The address of a variant.
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

    /// The index of the variant that a tag's value names.
    func index(of event: ScalarEvent, isLenient: Bool) -> Int? {
        switch event {
        case .null, .date, .data, .unusable: return nil
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

    /// The index of the variant that a key names in the object around its value.
    func index(ofKey start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        if !pointee.ignoresCase { return index(ofText: bytes) }
        let lowered = String(decoding: bytes, as: UTF8.self).lowercased()
        return pointee.variants.firstIndex { variant in
            variant.tags.contains { if case .string(let tag) = $0 { tag.lowercased() == lowered } else { false } }
        }
    }

    /// The index of the variant that the type's function chooses from an object's members.
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
                variant.shape?.pointee.kindInTable ?? "",
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
