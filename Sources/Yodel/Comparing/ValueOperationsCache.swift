/// The operations of every type that has been compared, hashed, copied or described: found without a lock.
enum ValueOperationsCache {
    private static let published = TypeDirectory()
    /// Held by who adds to what is published.
    private static let addition = Locked(())

    /// The operations of a type, built when this is the first time.
    static func operations<Value>(of type: Value.Type) throws(ModelError) -> ValueOperations {
        if let known = operations(of: ObjectIdentifier(type)) { return known }
        let builder = ValueOperationsBuilder(published: operations(of:))
        let own = try builder.build(type)
        addition.withLock { _ in
            // Either what was built is kept or, when another thread was first with the type and so with all it is made
            // of, none of it: another thread's are as good, and may be in use.
            guard operations(of: ObjectIdentifier(type)) == nil else { return }
            for (type, built) in builder.built where operations(of: type) == nil {
                published.add(Unmanaged.passRetained(built).toOpaque(), of: type)
            }
        }
        let kept = operations(of: ObjectIdentifier(type))!
        if kept !== own { builder.discard() }
        return kept
    }

    private static func operations(of type: ObjectIdentifier) -> ValueOperations? {
        // SAFETY: operations alone are added, each of them kept for ever.
        published.content(of: type).map { Unmanaged<ValueOperations>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The operations of a model in a place that cannot throw.
    static func operations<Value>(ofModel type: Value.Type) -> ValueOperations {
        do throws(ModelError) {
            return try operations(of: type)
        } catch {
            programmingError("\(displayName(of: type)) has no table: \(error)")
        }
    }

    /// The operations of an instance's class.
    static func instanceOperations(of type: Any.Type) -> InstanceOperations {
        func open<Value>(_ type: Value.Type) -> InstanceOperations { operations(ofModel: type) as! InstanceOperations }
        return _openExistential(type, do: open)
    }
}
