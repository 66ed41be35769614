/// A model that is described by its properties, sorted by name, each on a line of its own.
///
/// ```
/// Book {
///   author: Author {
///     name: "Jane Austen"
///   }
///   pages: 474
/// }
/// ```
///
/// Nested models and collections of them are indented, unless they have their own `description`. An instance that has
/// been described before, or that is deeper than 32 levels, appears only as `Author {…}`. Properties that the mapping
/// ignores in both input and output are left out.
public protocol ModelDescribable: Model, CustomStringConvertible, CustomDebugStringConvertible {}

extension ModelDescribable {
    /// The properties, one on a line.
    public var description: String { describe(isDebugging: false) }

    /// The properties, one on a line, with the addresses of instances and the `debugDescription` of values.
    public var debugDescription: String { describe(isDebugging: true) }

    private func describe(isDebugging: Bool) -> String {
        let operations = ValueOperationsCache.operations(ofModel: Self.self)
        var describer = Describer(isDebugging: isDebugging)
        withUnsafePointer(to: self) { operations.describe($0, to: &describer) }
        return describer.text
    }
}

/// Writes a description with a line for each property, indented.
///
/// An instance that has been described before, or that is deeper than 32 levels, appears only as `Author {…}`.
struct Describer {
    private(set) var text = ""
    let isDebugging: Bool
    private var level = 0
    private var met: Set<ObjectIdentifier> = []
    private static let depthLimit = 32

    init(isDebugging: Bool) {
        self.isDebugging = isDebugging
    }

    mutating func append(text: String) { self.text += text }

    /// Appends a value's own description; strings are in quotes.
    mutating func append<Value>(_ value: Value) {
        if let string = value as? String { return text += string.debugDescription }
        if isDebugging { debugPrint(value, terminator: "", to: &text) } else { print(value, terminator: "", to: &text) }
    }

    /// Appends brackets around elements, each on a line of its own.
    mutating func appendBlock<Elements: Collection>(
        _ opening: String, _ closing: String, _ elements: Elements,
        _ describe: (Elements.Element, inout Describer) -> Void
    ) {
        text += opening
        defer { text += closing }
        guard !elements.isEmpty else { return }
        guard level < Self.depthLimit else { return text += "…" }
        level += 1
        for element in elements {
            breakLine()
            describe(element, &self)
        }
        level -= 1
        breakLine()
    }

    mutating func appendInstance(_ object: AnyObject, _ describe: (inout Describer) -> Void) {
        text += displayName(of: type(of: object))
        if isDebugging { text += " \(InstanceOperations.address(of: object))" }
        guard level < Self.depthLimit, met.insert(ObjectIdentifier(object)).inserted else { return text += " {…}" }
        describe(&self)
    }

    private mutating func breakLine() {
        text += "\n" + String(repeating: "  ", count: level)
    }
}
