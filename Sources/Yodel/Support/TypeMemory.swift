/// What has been found out about types, of those asked for most lately: found by the address of their metadata.
///
/// For one thread at a time. Two types with one place take it from each other.
struct TypeSlots<Content>: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier?
        var content: Content
    }

    private static var count: Int { 128 }
    private let slots: UnsafeMutablePointer<Slot>

    /// - Parameter nothing: Stands where there is no type yet.
    init(_ nothing: Content) {
        slots = .allocate(capacity: Self.count)
        slots.initialize(repeating: Slot(type: nil, content: nothing), count: Self.count)
    }

    @inline(__always)
    func content<Value>(of type: Value.Type, orElse find: () -> Content) -> Content {
        let identifier = ObjectIdentifier(type)
        let address = UInt(bitPattern: identifier)
        // SAFETY: the place is below the count, whatever the address.
        let slot = slots + Int(truncatingIfNeeded: (address &>> 4 ^ address &>> 11) & UInt(Self.count &- 1))
        if slot.pointee.type != identifier { slot.pointee = Slot(type: identifier, content: find()) }
        return slot.pointee.content
    }

    deinit {
        slots.deinitialize(count: Self.count).deallocate()
    }
}

/// What has been found out about types, for as long as the program runs: there are as many as it has types.
final class TypeRecords<Content>: Sendable {
    private let contents: Locked<[ObjectIdentifier: Content]>

    init(_ known: [ObjectIdentifier: Content] = [:]) {
        contents = Locked(known)
    }

    func content(of type: Any.Type, orElse find: () -> Content) -> Content {
        let identifier = ObjectIdentifier(type)
        if let known = contents.withLock({ $0[identifier] }) { return known }
        // To find it may take that of other types, so that the lock must not be held; the first one counts.
        let found = find()
        return contents.withLock { contents in
            if let known = contents[identifier] { return known }
            contents[identifier] = found
            return found
        }
    }
}
