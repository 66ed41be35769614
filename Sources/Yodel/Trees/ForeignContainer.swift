#if canImport(FoundationEssentials)
// Outside Darwin a cast of such an object, like any look at its elements, converts all that is in it to Swift's types
// at once, level within level on the stack: a tree that contains itself never comes back. So where the object is of
// one of the classes that keep their elements in a Swift collection, that is what is read.

extension TreeNode {
    /// The elements of an object of Foundation's array and dictionary classes, one level of it; nil if it is of no such
    /// class.
    init?(foundation object: AnyObject) throws(TreeProblem) {
        let kind = ForeignClass(of: object)
        guard kind == .array || kind == .dictionary, let storage = Self.storage(of: object) else { return nil }
        if let elements = storage as? [AnyObject] {
            self = .array(elements)
        } else if let dictionary = storage as? any ForeignDictionary {
            self = .members(try stringMembers(of: dictionary.pairs))
        } else {
            return nil
        }
    }

    private static func storage(of object: AnyObject) -> Any? {
        func fields<Object>(_ type: Object.Type) -> [ReflectedField]? { Reflection.storedFields(of: type) }
        let type: Any.Type = Swift.type(of: object)
        let field = _openExistential(type, do: fields)?.first { $0.name == "_storage" && $0.isPlain }
        guard let field else { return nil }
        func load<Value>(_ type: Value.Type) -> Any {
            withExtendedLifetime(object) {
                // SAFETY: the runtime says that a value of this type is stored at this offset of the object.
                let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + field.offset
                return address.assumingMemoryBound(to: type).pointee
            }
        }
        return _openExistential(field.type, do: load)
    }
}

/// A dictionary whose types are not known.
private protocol ForeignDictionary {
    var pairs: [(key: Any, value: Any)] { get }
}

extension Dictionary: ForeignDictionary {
    fileprivate var pairs: [(key: Any, value: Any)] { map { (key: $0.key, value: $0.value) } }
}
#else
extension TreeNode {
    /// Nil: a cast gives the elements one level at a time here.
    init?(foundation object: AnyObject) throws(TreeProblem) { nil }
}
#endif
