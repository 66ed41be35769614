#if canImport(FoundationEssentials)
// Outside Darwin, casting such an object or reading its elements converts its whole contents to Swift types,
// recursively on the stack, so a tree that contains itself would never end. For classes that keep their elements in a
// Swift collection, this code therefore reads that collection.

extension TreeNode {
    /// The direct elements of an object of Foundation's array and dictionary classes; nil for other objects.
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
        let type: Any.Type = Swift.type(of: object)
        let field = Reflection.storedFields(of: type)?.first { $0.name == "_storage" && $0.isPlain }
        guard let field else { return nil }
        func load<Value>(_ type: Value.Type) -> Any {
            withExtendedLifetime(object) {
                // SAFETY: the runtime reports that the object has a value of this type at this offset.
                let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + field.offset
                return address.assumingMemoryBound(to: type).pointee
            }
        }
        return load(field.type)
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
    /// Always nil: on Darwin a cast converts the elements one level at a time.
    init?(foundation object: AnyObject) throws(TreeProblem) { nil }
}
#endif
