import Synchronization

/// The keyed containers that a decoder is lent with, one for each type of keys it was asked for, and eight at most.
///
/// The standard library puts a container into a box, and looks up the metadata of the box: a large part of what a small
/// object costs. As a decoder goes from object to object, so do its boxes.
struct LentContainers: ~Copyable {
    private struct Place {
        let keyType: ObjectIdentifier
        /// The ``ContainerGiver`` of containers with these keys.
        let giver: AnyObject
        /// All that the container consists of.
        var box: Box
    }

    /// Stands for the class of any box: nothing is done with one but to count its references.
    private class Box {}

    private static var limit: Int { 8 }
    /// Memory for as many as there may be; nil until there is one.
    private var places: UnsafeMutablePointer<Place>?
    private var count = 0
    /// The places whose containers a client has been given since they were last returned: a bit for each.
    private var given: UInt8 = 0

    deinit {
        places?.deinitialize(count: count).deallocate()
    }

    /// A container of a decoder that is lent.
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
                // SAFETY: `make` has put the giver of containers with these keys there.
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
        // SAFETY: the place is there as long as the giver.
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

    /// Whether no client has kept one of the containers.
    @inline(__always)
    mutating func areReturned() -> Bool {
        while given != 0 {
            // SAFETY: there is a place for each bit.
            let place = places.unsafelyUnwrapped + given.trailingZeroBitCount
            guard isKnownUniquelyReferenced(&place.pointee.box) else { return false }
            given &= given &- 1
        }
        return true
    }

    /// Whether a `KeyedDecodingContainer` is a reference to its box and nothing else, as this library's can be seen to be.
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

/// Gives a container that lies somewhere.
///
/// To copy a container takes its metadata, and by the type of its keys alone the runtime looks that up each time. A
/// function that is generic over the container itself has been given it.
private final class ContainerGiver<Key: CodingKey> {
    let give: () -> KeyedDecodingContainer<Key>

    /// - Parameter place: Where it is as long as this is.
    init(of container: KeyedDecodingContainer<Key>, at place: UnsafeRawPointer) {
        give = Self.copying(container, at: place)
    }

    @inline(never)
    private static func copying<Container>(_ container: Container, at place: UnsafeRawPointer) -> () -> Container {
        { place.load(as: Container.self) }
    }
}

/// Decoders of which a client has kept a lent container: they are there at least as long as it is.
///
/// Nothing says when a client lets go of a container. A few are looked at where a document begins, and all of them when
/// there are twice as many as were found the last time.
enum KeptContainers {
    private struct List {
        var decoders: [TapeDecoder] = []
        /// How many make it worth while to look at all of them.
        var limit = 16
        /// The one to look at next.
        var next = 0

        /// Takes out the one at an index, if its containers have been returned.
        mutating func takeReturned(at index: Int) -> TapeDecoder? {
            guard decoders[index].containers.areReturned() else { return nil }
            decoders.swapAt(index, decoders.count - 1)
            return decoders.removeLast()
        }
    }

    private static let list = Locked(List())
    private static let count = Atomic(0)

    /// Keeps a decoder, which is not lent any more and leaves its containers alone, as long as one of them is kept.
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

    /// Lets go of those whose containers have been returned, until it has met a few that are still kept.
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

    /// Lets go of decoders when the lock is free: what ends with them may be a client's, and decode something.
    private static func change(_ body: (inout List, _ returned: inout [TapeDecoder]) -> Void) {
        var returned: [TapeDecoder] = []
        list.withLock { list in
            body(&list, &returned)
            count.store(list.decoders.count, ordering: .relaxed)
        }
        withExtendedLifetime(returned) {}
    }
}
