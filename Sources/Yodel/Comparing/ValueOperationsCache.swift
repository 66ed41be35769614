import Synchronization

/// The operations of every type that has been compared, hashed, copied or described.
enum ValueOperationsCache {
    private static let published = Locked<[ObjectIdentifier: PublishedOperations]>([:])

    /// Operations that no longer change: what makes sharing them between threads sound.
    private struct PublishedOperations: @unchecked Sendable {
        let operations: ValueOperations
    }

    /// The operations of a type, built when this is the first time.
    static func operations<Value>(of type: Value.Type) throws(ModelError) -> ValueOperations {
        if let recent = Recent.operations(of: ObjectIdentifier(type)) { return recent }
        if let known = published.withLock({ $0[ObjectIdentifier(type)] }) {
            Recent.note(known.operations, of: ObjectIdentifier(type))
            return known.operations
        }
        // Within the lock: who adds to a dictionary that is held outside of it has to copy it first, and it is let go of
        // by a reference count, which ThreadSanitizer does not take for handing it over.
        let builder = ValueOperationsBuilder(published: published.withLock { $0.mapValues(\.operations) })
        let own = try builder.build(type)
        let built = builder.built.mapValues(PublishedOperations.init)
        let kept = published.withLock { published in
            // Either what was built is kept or, when another thread was first with the type and so with all it is made
            // of, none of it: another thread's are as good, and may be in use.
            if let earlier = published[ObjectIdentifier(type)] { return earlier }
            published.merge(built) { earlier, _ in earlier }
            return published[ObjectIdentifier(type)]!
        }.operations
        if kept !== own { builder.discard() }
        return kept
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

/// Operations found before, without a lock: one for each of some hash values of a type's address.
///
/// The first type to come to a place keeps it, and its note is never freed; others go by the lock.
private enum Recent {
    private final class Note {
        let type: ObjectIdentifier
        let operations: ValueOperations

        init(_ operations: ValueOperations, of type: ObjectIdentifier) {
            self.type = type
            self.operations = operations
        }
    }

    private static let count = 64
    private static let places = Places()

    /// Written once each by an atomic store, and then only read: what makes sharing them sound.
    private struct Places: @unchecked Sendable {
        let start: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>

        init() {
            start = .allocate(capacity: count)
            for index in 0..<count { (start + index).initialize(to: Atomic(nil)) }
        }
    }

    private static func place(of type: ObjectIdentifier) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
        let address = UInt(bitPattern: type)
        return places.start + Int((address >> 4 ^ address >> 12) % UInt(count))
    }

    static func operations(of type: ObjectIdentifier) -> ValueOperations? {
        guard let address = place(of: type).pointee.load(ordering: .acquiring) else { return nil }
        // SAFETY: a Note that is kept for ever was stored there.
        let note = Unmanaged<Note>.fromOpaque(address)
        return note._withUnsafeGuaranteedRef { $0.type == type ? $0.operations : nil }
    }

    /// Notes operations where there is room; a place that is taken stays as it is.
    static func note(_ operations: ValueOperations, of type: ObjectIdentifier) {
        let note = Unmanaged.passRetained(Note(operations, of: type))
        let place = place(of: type)
        let (isNoted, _) = place.pointee.compareExchange(
            expected: nil, desired: UnsafeRawPointer(note.toOpaque()), ordering: .acquiringAndReleasing)
        if !isNoted { note.release() }
    }
}
