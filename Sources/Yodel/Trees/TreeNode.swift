#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One value of a tree as ``TreeSource`` sends it: a scalar with its text, or a container of further values.
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
    /// An object that is no JSONObject, in the order in which its members are sent.
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

/// What there is in a tree that has no place in JSON.
enum TreeProblem: Error {
    /// An object of a type that stands for no JSON value.
    case type(Any.Type)
    /// An infinity or NaN.
    case notFinite(String)
    /// A key that is no string: its text, if it is one that can be asked for one.
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

/// An array or object that is being sent: what of it comes next.
struct TreeContainer {
    /// Nil in an array.
    let keys: [String]?
    let values: [Any]
    /// Elements or members that have been begun.
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

    /// The step of a path to the value that was begun last.
    var step: JSONPath.Step { keys.map { .key($0[begun - 1]) } ?? .index(begun - 1) }
}
