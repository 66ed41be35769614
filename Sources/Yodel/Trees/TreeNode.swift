#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One value of a tree as ``TreeSource`` sends it: a scalar with its text, or a container of other values.
enum TreeNode {
    case null
    case bool(Bool)
    /// A literal that follows JSON's grammar.
    case number(String)
    case string(String)
    case date(Date)
    case data(Data)
    case array([Any])
    case object(JSONObject)
    /// An object other than a JSONObject, with its members in the order in which they are sent.
    case members([(key: String, value: Any)])

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(number.text)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements)
            case .object(let object): .object(object)
            }
    }
}

/// A value in a tree that JSON does not allow.
enum TreeProblem: Error {
    /// An object of an unsupported type.
    case type(Any.Type)
    /// An infinity or NaN.
    case notFinite(String)
    /// A key that is not a string, with its text if it is a number or a boolean.
    case key(String?, Any.Type)

    var expected: String {
        switch self {
        case .type: "a JSON value"
        case .notFinite: "a finite number"
        case .key: "keys that are strings"
        }
    }

    var found: String {
        switch self {
        case .type(let type): "a value of the type \(displayName(of: type))"
        case .notFinite(let text): text
        case .key(let key?, let type): "the key \(oneLine(key, bytes: 256)) of the type \(displayName(of: type))"
        case .key(nil, let type): "a key of the type \(displayName(of: type))"
        }
    }
}

/// An array or object that is being sent.
struct TreeContainer {
    /// Nil in an array.
    let keys: [String]?
    let values: [Any]
    /// The number of elements or members that have been begun.
    var begun = 0

    init(_ elements: [Any]) {
        (keys, values) = (nil, elements)
    }

    init(_ members: some Sequence<(key: String, value: Any)>) {
        (keys, values) = (members.map(\.key), members.map(\.value))
    }

    init(_ object: JSONObject) {
        (keys, values) = (object.keys, object.values)
    }

    /// The path step of the value that was begun last.
    var step: JSONPath.Step { keys.map { .key($0[begun - 1]) } ?? .index(begun - 1) }
}
