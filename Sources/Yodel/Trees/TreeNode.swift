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
    /// An array that needs no look at the type of each element.
    case values([JSONValue])
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
            case .array(let elements): .values(elements)
            case .object(let object): .object(object)
            }
    }

    /// The length of the text of a scalar without escapes, or of the bracket that begins a container.
    var byteCount: Int {
        switch self {
        case .null, .bool: 4
        case .number(let text): text.utf8.count
        case .string(let text): text.utf8.count + 2
        case .date: MemoryLayout<Date>.size
        case .data(let data): data.count
        case .array, .values, .object, .members: 1
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
    /// The array or object as it was given: nothing is copied for the values that are not sent.
    private enum Content {
        case array([Any])
        case values([JSONValue])
        case object([JSONObject.Element])
        case members([(key: String, value: Any)])
    }

    private let content: Content
    private let count: Int
    let isObject: Bool
    /// The number of elements or members that have been begun.
    private var begun = 0

    init(_ elements: [Any]) {
        (content, count, isObject) = (.array(elements), elements.count, false)
    }

    init(_ elements: [JSONValue]) {
        (content, count, isObject) = (.values(elements), elements.count, false)
    }

    init(_ object: JSONObject) {
        (content, count, isObject) = (.object(object.members), object.count, true)
    }

    init(_ members: [(key: String, value: Any)]) {
        (content, count, isObject) = (.members(members), members.count, true)
    }

    var isAtEnd: Bool { begun == count }

    /// Begins the next element or member; returns whether it is the first.
    mutating func advance() -> Bool {
        begun += 1
        return begun == 1
    }

    /// The key of the member that was begun last; nil in an array.
    var key: String? {
        switch content {
        case .array, .values: nil
        case .object(let members): members[begun - 1].key
        case .members(let members): members[begun - 1].key
        }
    }

    /// The value that was begun last.
    func node() throws(TreeProblem) -> TreeNode {
        switch content {
        case .array(let elements): try TreeNode(foreign: elements[begun - 1])
        case .values(let elements): TreeNode(elements[begun - 1])
        case .object(let members): TreeNode(members[begun - 1].value)
        case .members(let members): try TreeNode(foreign: members[begun - 1].value)
        }
    }

    /// The path step of the value that was begun last.
    var step: JSONPath.Step { key.map { .key($0) } ?? .index(begun - 1) }
}
