/// The operations of every type that has been compared, hashed, copied or described.
enum ValueOperationsCache {
    private static let published = Locked<[ObjectIdentifier: PublishedOperations]>([:])

    /// Operations that no longer change: what makes sharing them between threads sound.
    private struct PublishedOperations: @unchecked Sendable {
        let operations: ValueOperations
    }

    /// The operations of a type, built when this is the first time.
    static func operations<Value>(of type: Value.Type) throws(ModelError) -> ValueOperations {
        if let known = published.withLock({ $0[ObjectIdentifier(type)] }) { return known.operations }
        let earlier = published.withLock { $0 }
        let builder = ValueOperationsBuilder(published: earlier.mapValues(\.operations))
        _ = try builder.build(type)
        let built = builder.built.mapValues(PublishedOperations.init)
        return published.withLock { published in
            // Another thread's are as good, and may be in use.
            published.merge(built) { earlier, _ in earlier }
            return published[ObjectIdentifier(type)]!
        }.operations
    }

    /// The operations of a model in a place that cannot throw.
    static func operations<Value>(ofModel type: Value.Type) -> ValueOperations {
        do throws(ModelError) {
            return try operations(of: type)
        } catch {
            preconditionFailure("\(displayName(of: type)) has no table: \(error)")
        }
    }

    /// The operations of an instance's class.
    static func instanceOperations(of type: Any.Type) -> InstanceOperations {
        func open<Value>(_ type: Value.Type) -> InstanceOperations { operations(ofModel: type) as! InstanceOperations }
        return _openExistential(type, do: open)
    }
}
