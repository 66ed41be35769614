/// A JSON value that is not an object, array or null.
public enum JSONScalar: Hashable, Sendable {
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its literal text.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
}

extension JSONScalar: ModelScalar {
    /// Accepts any scalar.
    public init(scalar: JSONScalar) { self = scalar }
    /// The scalar itself.
    public var scalar: JSONScalar { self }
}

extension JSONScalar {
    var value: JSONValue {
        switch self {
        case .bool(let flag): .bool(flag)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        }
    }

    /// The value as text of a document.
    var text: String { value.description }

    /// The value as an error shows it.
    var found: String {
        switch self {
        case .bool(let value): "\(value)"
        case .number(let number): withBytes(of: number.text) { ScalarEvent.number(NumberText($0)).found }
        case .string(let text): withBytes(of: text) { ScalarEvent.string($0).found }
        }
    }

    var isString: Bool { if case .string = self { true } else { false } }
}
