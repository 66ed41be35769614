import Synchronization

/// The keyed containers of a lent decoder: one for each type of keys that was requested, eight at most.
///
/// The standard library puts a container into a box, and looks up the metadata of the box: a large part of the cost of
/// a small object. A decoder moves from object to object, and its boxes are reused with it.
struct LentContainers: ~Copyable {
    private struct Place {
        let keyType: ObjectIdentifier
        /// The ``ContainerGiver`` for this type of keys.
        let giver: AnyObject
        /// The container's only stored property.
        var box: Box
    }

    /// Takes the place of the class of any box, whose references are counted and which is not used otherwise.
    private class Box {}

    private static var limit: Int { 8 }
    /// Memory for the largest number of containers; nil until there is one.
    private var places: UnsafeMutablePointer<Place>?
    private var count = 0
    /// The places whose containers were given to a client since the last return, a bit for each.
    private var given: UInt8 = 0

    deinit {
        places?.deinitialize(count: count).deallocate()
    }

    @inline(__always)
    mutating func container<Key: CodingKey>(
        keyedBy type: Key.Type, of decoder: TapeDecoder
    ) -> KeyedDecodingContainer<Key> {
        let keyType = ObjectIdentifier(type)
        var index = 0
        while index < count {
            // SAFETY: the first `count` places are initialised.
            let place = places.unsafelyUnwrapped + index
            if place.pointee.keyType == keyType {
                given |= 1 &<< UInt8(truncatingIfNeeded: index)
                // SAFETY: `make` has put the giver of containers with these keys here.
                return unsafeDowncast(place.pointee.giver, to: ContainerGiver<Key>.self).give()
            }
            index &+= 1
        }
        return make(decoder)
    }

    @inline(never)
    private mutating func make<Key: CodingKey>(_ decoder: TapeDecoder) -> KeyedDecodingContainer<Key> {
        let free = count < Self.limit ? count : (~given).trailingZeroBitCount
        guard free < Self.limit, Self.areBoxes else {
            return KeyedDecodingContainer(KeyedTapeContainer(decoder, isLent: false))
        }
        let container = KeyedDecodingContainer(KeyedTapeContainer<Key>(decoder, isLent: true))
        let memory = places ?? .allocate(capacity: Self.limit)
        places = memory
        // SAFETY: a container is the reference to its box.
        let box = unsafeBitCast(container, to: Box.self)
        // SAFETY: the place lives as long as the giver.
        let address = UnsafeRawPointer(memory + free) + MemoryLayout<Place>.offset(of: \.box)!
        let giver = ContainerGiver(of: container, at: address)
        let place = Place(keyType: ObjectIdentifier(Key.self), giver: giver, box: box)
        if free == count {
            (memory + free).initialize(to: place)
            count += 1
        } else {
            memory[free] = place
        }
        given |= 1 << UInt8(free)
        return container
    }

    /// Whether all containers have been released by the client.
    @inline(__always)
    mutating func areReturned() -> Bool {
        while given != 0 {
            // SAFETY: each bit has a place.
            let place = places.unsafelyUnwrapped + given.trailingZeroBitCount
            guard isKnownUniquelyReferenced(&place.pointee.box) else { return false }
            given &= given &- 1
        }
        return true
    }

    /// Whether a `KeyedDecodingContainer` is a reference to its box and nothing else, as it is in the standard library
    /// in use.
    static let areBoxes: Bool = {
        let container = KeyedDecodingContainer(
            KeyedTapeContainer<CodablePathKey>(TapeDecoder(TapeSession()), isLent: false))
        let members = Mirror(reflecting: container).children
        guard members.count == 1, let box = members.first?.value, type(of: box) is AnyClass else { return false }
        let address = UInt(bitPattern: Unmanaged.passUnretained(box as AnyObject).toOpaque())
        return withUnsafeBytes(of: container) {
            $0.count == MemoryLayout<UInt>.size && $0.load(as: UInt.self) == address
        }
    }()
}

/// Returns copies of a container that is stored at an address.
///
/// Copying a container takes its metadata, which the runtime looks up on each copy if only the type of the keys is
/// known. A function that is generic over the container has the metadata already.
private final class ContainerGiver<Key: CodingKey> {
    let give: () -> KeyedDecodingContainer<Key>

    /// - Parameter place: The address of the container, valid as long as this object.
    init(of container: KeyedDecodingContainer<Key>, at place: UnsafeRawPointer) {
        give = Self.copying(container, at: place)
    }

    @inline(never)
    private static func copying<Container>(_ container: Container, at place: UnsafeRawPointer) -> () -> Container {
        { place.load(as: Container.self) }
    }
}

/// Decoders whose lent containers a client has kept: they live at least as long as the containers.
///
/// Nothing reports when a client releases a container. A few decoders are checked when a document begins, and all of
/// them when there are twice as many as the last such check left.
enum KeptContainers {
    private struct List {
        var decoders: [TapeDecoder] = []
        /// The number at which all of them are checked.
        var limit = 16
        /// The decoder to check next.
        var next = 0

        /// Removes the decoder at an index if its containers have been released.
        mutating func takeReturned(at index: Int) -> TapeDecoder? {
            guard decoders[index].containers.areReturned() else { return nil }
            decoders.swapAt(index, decoders.count - 1)
            return decoders.removeLast()
        }
    }

    private static let list = Locked(List())
    private static let count = Atomic(0)

    /// Keeps a decoder, which is no longer lent and leaves its containers alone, as long as one of its containers is
    /// kept.
    static func keep(_ decoder: TapeDecoder) {
        change { list, returned in
            if list.decoders.count >= list.limit {
                for index in list.decoders.indices.reversed() {
                    if let decoder = list.takeReturned(at: index) { returned.append(decoder) }
                }
                list.limit = max(16, 2 * list.decoders.count)
            }
            list.decoders.append(decoder)
        }
    }

    /// Releases decoders whose containers have been released, until it has met a few that are still kept.
    @inline(__always)
    static func dropReturned() {
        if count.load(ordering: .relaxed) > 0 { dropSome() }
    }

    @inline(never)
    private static func dropSome() {
        change { list, returned in
            var stillKept = 0
            while stillKept < 4, !list.decoders.isEmpty {
                if list.next >= list.decoders.count { list.next = 0 }
                if let decoder = list.takeReturned(at: list.next) {
                    returned.append(decoder)
                } else {
                    list.next += 1
                    stillKept += 1
                }
            }
            list.limit = min(list.limit, max(16, 2 * list.decoders.count))
        }
    }

    /// Releases decoders outside the lock: a client's object may end with them, and decode something.
    private static func change(_ body: (inout List, _ returned: inout [TapeDecoder]) -> Void) {
        var returned: [TapeDecoder] = []
        list.withLock { list in
            body(&list, &returned)
            count.store(list.decoders.count, ordering: .relaxed)
        }
        withExtendedLifetime(returned) {}
    }
}
