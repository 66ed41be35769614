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
final class VariantTable: PayloadOperations {
    let tagging: Tagging
    /// The keys of tag and content as the tables have theirs: lower-cased where the case of letters is ignored.
    let tagKey: [UInt8]
    let contentKey: [UInt8]
    let ignoresCase: Bool
    private(set) var variants: [Entry] = []
    /// The variant for what no other takes.
    private(set) var otherwise: Int?
    /// What no variant takes is left out.
    private(set) var skipsRest = false
    /// The variant of an object that has no tag: a subclass need not name itself.
    private(set) var untaggedIndex: Int?
    private let choose: (@Sendable (VariantPreview) -> VariantTag?)?
    private var texts: [String: Int] = [:]
    private var otherTags: [JSONScalar: Int] = [:]

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
        /// The keys of an object of this variant, with a bit for the tag: it is looked at where it occurs again.
        var keys: UnsafePointer<KeyTable>?
        /// What its object is written as: without the tag, which is written first.
        var output: UnsafePointer<OutputTable>?

        /// What an error and the table's description call it.
        var name: String { shape?.pointee.typeName ?? tags.first?.text ?? "null" }
    }

    init(_ tagging: VariantTagging, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        let folded = { (key: String) in Array((ignoresCase ? key.lowercased() : key).utf8) }
        var keys = (tag: "", content: "")
        var choose: (@Sendable (VariantPreview) -> VariantTag?)?
        switch tagging.way {
        case .key(let tag):
            self.tagging = .internal
            keys.tag = tag
        case .keys(let tag, let content):
            self.tagging = .adjacent
            keys = (tag, content)
        case .external: self.tagging = .external
        case .untagged: self.tagging = .untagged
        case .choice(let function):
            self.tagging = .choice
            choose = function
        }
        (tagText, contentText) = keys
        (tagKey, contentKey) = (folded(keys.tag), folded(keys.content))
        self.choose = choose
    }

    /// The tag's key as errors show it.
    let tagText: String
    var tagStep: JSONPath.Step { .key(tagText) }
    let contentText: String

    // MARK: - Building

    func append(_ entry: Entry) -> Bool {
        let index = variants.count
        variants.append(entry)
        for tag in entry.tags {
            if case .string(let text) = tag {
                guard texts.updateValue(index, forKey: text) == nil else { return false }
            } else {
                guard otherTags.updateValue(index, forKey: tag) == nil else { return false }
            }
        }
        return true
    }

    func setOtherwise(_ index: Int) { otherwise = index }

    func setSkipsRest() { skipsRest = true }

    func setUntagged(_ index: Int) { untaggedIndex = index }

    func setKeys(_ keys: UnsafePointer<KeyTable>, output: UnsafePointer<OutputTable>, of index: Int) {
        variants[index].keys = keys
        variants[index].output = output
    }

    // MARK: - Telling variants apart

    /// The one variant there can be.
    var only: Int? { tagging == .internal && variants.count == 1 && untaggedIndex == 0 && otherwise == nil ? 0 : nil }

    /// Whether a key is that of the tag.
    func isTag(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { matches(tagKey, start, count) }

    /// Whether a key is that of the content.
    func isContent(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool { matches(contentKey, start, count) }

    private func matches(_ key: [UInt8], _ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        if !ignoresCase { return key.count == count && key.elementsEqual(bytes) }
        return String(decoding: bytes, as: UTF8.self).lowercased().utf8.elementsEqual(key)
    }

    /// The variant that a value of the tag names.
    func index(of event: ScalarEvent, _ options: DecodingOptions) -> Int? {
        let isLenient = options.conversions == .lenient
        switch event {
        case .null, .date, .data: return nil
        case .bool(let flag):
            return otherTags[.bool(flag)] ?? (isLenient ? texts["\(flag)"] : nil)
        case .number(let text):
            if otherTags.isEmpty, !isLenient { return nil }
            let literal = String(decoding: text.bytes, as: UTF8.self)
            return otherTags[.number(JSONNumber(uncheckedText: literal))] ?? (isLenient ? texts[literal] : nil)
        case .string(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            if let index = texts[text] { return index }
            return isLenient ? JSONNumber(text: text).flatMap { otherTags[.number($0)] } : nil
        }
    }

    /// The variant that a key names, of the object around its value.
    func index(ofKey start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        let bytes = UnsafeBufferPointer(start: start, count: count)
        if ignoresCase {
            return variants.firstIndex { variant in
                variant.tags.contains { if case .string(let tag) = $0 { matches(tag, bytes) } else { false } }
            }
        }
        return texts[String(decoding: bytes, as: UTF8.self)]
    }

    private func matches(_ tag: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        matches(Array(tag.lowercased().utf8), bytes.start, bytes.count)
    }

    /// The variant that the type's function chooses by an object's members.
    func choose(by preview: VariantPreview) -> (index: Int?, tag: VariantTag?) {
        let tag = choose!(preview)
        guard let first = tag?.values.first else { return (nil, tag) }
        if case .string(let text) = first { return (texts[text], tag) }
        return (otherTags[first], tag)
    }

    /// The tags as an error lists them.
    var knownTags: String {
        let shown = variants.lazy.flatMap(\.tags).prefix(20).map(\.text)
        let count = variants.reduce(0) { $0 + $1.tags.count }
        return "one of " + shown.joined(separator: ", ") + (count > shown.count ? ", …" : "")
    }

    /// The variants are classes of one hierarchy.
    var isHierarchy: Bool { variants.allSatisfy(\.operations.isReference) }

    /// The variant of an instance's class.
    func index(of instance: AnyObject) -> Int? {
        variants.firstIndex { $0.operations.valueType == type(of: instance) }
    }

    /// `null` is a value of some variant.
    var takesNull: Bool {
        tagging == .untagged && variants.contains { $0.shape?.pointee.takesNull ?? true }
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
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            var line =
                "  "
                + zip(row, widths).filter { $0.1 > 0 }.map { cell, width in
                    cell + String(repeating: " ", count: width - cell.count)
                }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
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

extension JSONScalar {
    /// The value as a document has it.
    var text: String {
        switch self {
        case .bool(let flag): "\(flag)"
        case .number(let number): number.text
        case .string(let text): JSONValue.string(text).description
        }
    }
}

extension Shape {
    /// The table of a polymorphic type, or of the hierarchy that a class belongs to.
    var variants: VariantTable? {
        guard kind == .variant || kind == .instance, let payload else { return nil }
        // SAFETY: shapes of these kinds have no other payload operations.
        return payload._withUnsafeGuaranteedRef { unsafeDowncast($0, to: VariantTable.self) }
    }
}
