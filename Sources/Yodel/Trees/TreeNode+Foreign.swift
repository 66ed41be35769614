#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Values of trees from JSONSerialization, property lists and hand-written code. The type decides what JSON a value
// becomes; a number becomes its exact text.

extension TreeNode {
    init(foreign value: Any) throws(TreeProblem) {
        // The most common types come first, as casts to protocols are slow.
        switch ObjectIdentifier(type(of: value)) {
        case ObjectIdentifier(JSONValue.self): self = TreeNode(value as! JSONValue)
        case ObjectIdentifier(String.self): self = .string(value as! String)
        case ObjectIdentifier(Bool.self): self = .bool(value as! Bool)
        case ObjectIdentifier(Int.self): self = .number(String(value as! Int))
        case ObjectIdentifier(Double.self): self = try Self.number(value as! Double)
        case ObjectIdentifier([Any].self): self = .array(value as! [Any])
        case ObjectIdentifier([String: Any].self): self = .members(sorted(value as! [String: Any]))
        default: self = try type(of: value) is AnyClass ? TreeNode(object: value) : TreeNode(other: value)
        }
    }

    /// Creates a node from a value of a Swift type.
    private init(other value: Any) throws(TreeProblem) {
        switch value {
        case let value as any OptionalValue:
            guard let content = value.content else {
                self = .null
                return
            }
            try self.init(foreign: content)
        case let value where type(of: value) == AnyHashable.self:
            try self.init(foreign: (value as! AnyHashable).base)
        // A client's type may describe itself by other text than its digits.
        case let value as any FixedWidthInteger: self = .number(JSONNumber(value).text)
        case let value as any BinaryFloatingPoint: self = try Self.number(value)
        case let value as Decimal: self = try Self.number(value)
        case let value as JSONValue: self = TreeNode(value)
        case let value as JSONNumber: self = .number(value.text)
        case let value as JSONObject: self = .object(value)
        case let value as [JSONValue]: self = .values(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as any StringProtocol: self = .string(String(value))
        default: try self.init(container: value)
        }
    }

    /// Creates a node from an array or dictionary of any type.
    private init(container value: Any) throws(TreeProblem) {
        if let elements = value as? [Any] {
            self = .array(elements)
        } else if let members = value as? [String: Any] {
            self = .members(sorted(members))
        } else if let dictionary = value as? [AnyHashable: Any] {
            self = .members(try stringMembers(of: dictionary.map { (key: $0.key.base, value: $0.value) }))
        } else {
            throw .type(type(of: value))
        }
    }

    /// Creates a node from an object of one of Foundation's classes.
    private init(object value: Any) throws(TreeProblem) {
        if let number = try TreeNode(number: value) {
            self = number
        } else if ForeignClass(of: value) == .null {
            self = .null
        } else if let container = try TreeNode(foundation: value as AnyObject) {
            self = container
        } else if let text = value as? String {
            self = .string(text)
        } else {
            // One of Foundation's dates and data, or a Swift value that an NSArray or NSDictionary has put in an object.
            try self.init(other: value)
        }
    }

    static func number(_ value: some BinaryFloatingPoint) throws(TreeProblem) -> TreeNode {
        guard let number = JSONNumber(value) else { throw .notFinite("\(value)") }
        return .number(number.text)
    }

    static func number(_ value: Decimal) throws(TreeProblem) -> TreeNode {
        guard let number = JSONNumber(value) else { throw .notFinite("\(value)") }
        return .number(number.text)
    }
}

/// The members of a dictionary, sorted by key, so that the result is deterministic.
private func sorted(_ members: [String: Any]) -> [(key: String, value: Any)] {
    members.sorted { $0.key < $1.key }
}

/// The members of a dictionary whose keys may be of any type.
func stringMembers(of pairs: [(key: Any, value: Any)]) throws(TreeProblem) -> [(key: String, value: Any)] {
    var members: [(key: String, value: Any)] = []
    var others: [(text: String?, type: Any.Type)] = []
    for (key, value) in pairs {
        if let key = key as? String ?? (key as? Substring).map(String.init) {
            members.append((key: key, value: value))
        } else {
            // Descriptions are foreign code, which may recurse for ever in an object that contains itself.
            let isNumber = key is any BinaryInteger || key is any BinaryFloatingPoint || key is Bool
            others.append((text: isNumber ? "\(key)" : nil, type: type(of: key)))
        }
    }
    // Reports the smallest key, so that the error is deterministic.
    if let other = others.min(by: {
        ($0.text ?? "", displayName(of: $0.type)) < ($1.text ?? "", displayName(of: $1.type))
    }) {
        throw .key(other.text, other.type)
    }
    // A dictionary tells apart a string and a substring that are equal as strings.
    return members.sorted {
        $0.key == $1.key ? $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) : $0.key < $1.key
    }
}

/// An Optional whose type is not known.
private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { self }
}
