/// What has been found out about types, for as long as the program runs: there are as many as it has types.
///
/// Found by any number of threads at once, none of which waits for another.
final class TypeRecords<Content>: Sendable {
    private let published = TypeDirectory()
    /// Held by who adds to what is published.
    private let addition = Locked(())

    init(_ known: [ObjectIdentifier: Content] = [:]) {
        for (type, content) in known { add(content, of: type) }
    }

    /// What is known of a type, found out when this is the first time; it is never changed or freed.
    @inline(__always)
    func record(of type: Any.Type, orElse find: () -> Content) -> UnsafePointer<Content> {
        if let known = record(of: ObjectIdentifier(type)) { return known }
        return add(find(), of: ObjectIdentifier(type))
    }

    /// What is known of a type.
    func known(_ type: ObjectIdentifier) -> Content? { record(of: type)?.pointee }

    func content(of type: Any.Type, orElse find: () -> Content) -> Content { record(of: type, orElse: find).pointee }

    @inline(__always)
    private func record(of type: ObjectIdentifier) -> UnsafePointer<Content>? {
        // SAFETY: contents alone are added.
        published.content(of: type)?.assumingMemoryBound(to: Content.self)
    }

    /// Adds what has been found out of a type, unless another thread was first.
    @inline(never) @discardableResult
    private func add(_ content: Content, of type: ObjectIdentifier) -> UnsafePointer<Content> {
        add([type: content], unlessKnown: type)
    }

    /// Adds what has been found out of a type, and of others with it: of those that are not known yet, or nothing, where
    /// another thread was first with the type itself.
    ///
    /// - Parameter contents: The type's own is among them, unless it is known.
    @discardableResult
    func add(
        _ contents: [ObjectIdentifier: Content], unlessKnown main: ObjectIdentifier
    ) -> UnsafePointer<Content> {
        // To find it out may have taken that of other types, so that the lock was not held.
        addition.withLock { _ in
            if let known = record(of: main) { return known }
            for (type, content) in contents where record(of: type) == nil {
                let record = UnsafeMutablePointer<Content>.allocate(capacity: 1)
                record.initialize(to: content)
                published.add(record, of: type)
            }
            return record(of: main)!
        }
    }
}
