/// Facts about types, computed once and kept for the life of the program, which has a limited number of types.
///
/// Any number of threads can read them concurrently without waiting.
final class TypeRecords<Content>: Sendable {
    private let published = TypeDirectory()
    /// Held while adding to `published`.
    private let addition = Locked(StoredElsewhere())

    init(_ known: [ObjectIdentifier: Content] = [:]) {
        for (type, content) in known { add(content, of: type) }
    }

    /// The facts about a type, computed on first use; a record is never changed or freed.
    @inline(__always)
    func record(of type: Any.Type, orElse find: () -> Content) -> UnsafePointer<Content> {
        if let known = record(of: ObjectIdentifier(type)) { return known }
        return add(find(), of: ObjectIdentifier(type))
    }

    /// The facts about a type, if they are known.
    func known(_ type: ObjectIdentifier) -> Content? { record(of: type)?.pointee }

    func content(of type: Any.Type, orElse find: () -> Content) -> Content { record(of: type, orElse: find).pointee }

    @inline(__always)
    private func record(of type: ObjectIdentifier) -> UnsafePointer<Content>? {
        // SAFETY: only values of type `Content` are added.
        published.content(of: type)?.assumingMemoryBound(to: Content.self)
    }

    /// Adds the facts about a type, unless another thread has already added some.
    @inline(never) @discardableResult
    private func add(_ content: Content, of type: ObjectIdentifier) -> UnsafePointer<Content> {
        add([type: content], unlessKnown: type)
    }

    /// Adds the facts about a type and others that are not known yet; if another thread has already added those of the
    /// type itself, adds nothing.
    ///
    /// - Parameter contents: They include the type's own, unless that is known.
    @discardableResult
    func add(
        _ contents: [ObjectIdentifier: Content], unlessKnown main: ObjectIdentifier
    ) -> UnsafePointer<Content> {
        // Computing facts may require those of other types, so the lock was not held meanwhile.
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
