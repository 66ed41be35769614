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
    /// An array, or an object that is no JSONObject.
    case array([JSONValue])
    case object(JSONObject)
    case foreignArray([Any])
    /// In the order in which the members are sent.
    case foreignObject([(key: String, value: Any)])

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
    enum Content {
        case array([JSONValue])
        case object([JSONObject.Element])
        case foreignArray([Any])
        case foreignObject([(key: String, value: Any)])
    }

    let content: Content
    /// Elements or members that have been begun.
    var begun = 0

    var isObject: Bool {
        switch content {
        case .array, .foreignArray: false
        case .object, .foreignObject: true
        }
    }

    var count: Int {
        switch content {
        case .array(let elements): elements.count
        case .object(let members): members.count
        case .foreignArray(let elements): elements.count
        case .foreignObject(let members): members.count
        }
    }

    /// The key of a member; nil in an array.
    func key(at position: Int) -> String? {
        switch content {
        case .array, .foreignArray: nil
        case .object(let members): members[position].key
        case .foreignObject(let members): members[position].key
        }
    }

    func value(at position: Int) throws(TreeProblem) -> TreeNode {
        switch content {
        case .array(let elements): TreeNode(elements[position])
        case .object(let members): TreeNode(members[position].value)
        case .foreignArray(let elements): try TreeNode(foreign: elements[position])
        case .foreignObject(let members): try TreeNode(foreign: members[position].value)
        }
    }

    /// The step of a path to the value that was begun last.
    var step: JSONPath.Step {
        key(at: begun - 1).map { .key($0) } ?? .index(begun - 1)
    }
}
