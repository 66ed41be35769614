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
/// Nested models and collections of them are indented, unless they have a `description` of their own. An instance that
/// was described before is only named, `Author {…}`, as is whatever stands deeper than 32 levels.
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
