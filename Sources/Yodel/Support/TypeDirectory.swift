import Synchronization

/// What belongs to types, found by any number of threads at once, none of which waits for another.
///
/// A hash table with open addressing that only grows. A place is written once: first what belongs to the type, then the
/// type, so that who finds the one finds the other. A table that is half full is followed by one twice as large, and is
/// kept for those who may still be looking into it.
final class TypeDirectory: @unchecked Sendable {
    // Sendable because readers see atomics alone, and what writers keep beside them is for one at a time: see `add`.

    /// Its memory belongs to the directory.
    private struct Table {
        let places: UnsafeMutablePointer<Place>
        /// A power of two.
        let count: Int

        init(count: Int) {
            self.count = count
            places = .allocate(capacity: count)
            for index in 0..<count { (places + index).initialize(to: Place()) }
        }

        /// The place of a type, or the one that it would take: there is always one that is free.
        ///
        /// One that was free when it was looked at may have been taken since, by another type.
        @inline(__always)
        func find(_ type: UnsafeRawPointer) -> (place: UnsafeMutablePointer<Place>, isOfType: Bool) {
            // Addresses differ in their lower bits, but for the lowest, which are 0: a product's upper bits have all.
            let product = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
            var index = Int(truncatingIfNeeded: product &>> 32) & (count &- 1)
            while let other = places[index].type.load(ordering: .acquiring) {
                if other == type { return (places + index, true) }
                index = (index &+ 1) & (count &- 1)
            }
            return (places + index, false)
        }
    }

    private struct Place: ~Copyable {
        /// Nil where the place is free.
        let type = Atomic<UnsafeRawPointer?>(nil)
        let content = Atomic<UnsafeRawPointer?>(nil)
    }

    private let current: Atomic<UnsafePointer<Table>>
    /// The current table and those before it.
    private var tables: [UnsafeMutablePointer<Table>]
    private var count = 0

    init() {
        let table = Self.makeTable(count: 16)
        tables = [table]
        current = Atomic(UnsafePointer(table))
    }

    deinit {
        for table in tables {
            table.pointee.places.deinitialize(count: table.pointee.count).deallocate()
            table.deallocate()
        }
    }

    /// What belongs to a type; nil when nothing has been added for it.
    @inline(__always)
    func content(of type: ObjectIdentifier) -> UnsafeRawPointer? {
        // SAFETY: a table is there as long as the directory, and what comes before its store comes before this load.
        let table = current.load(ordering: .acquiring)
        let (place, isOfType) = table.pointee.find(Self.address(of: type))
        return isOfType ? place.pointee.content.load(ordering: .relaxed) : nil
    }

    /// Adds what belongs to a type that has nothing yet; it has to be there as long as the directory.
    ///
    /// One thread at a time may do so: the caller holds a lock.
    func add(_ content: UnsafeRawPointer, of type: ObjectIdentifier) {
        count += 1
        if 2 * count > tables.last!.pointee.count { grow() }
        Self.put(content, Self.address(of: type), into: tables.last!.pointee)
    }

    private func grow() {
        let old = tables.last!.pointee
        let table = Self.makeTable(count: 2 * old.count)
        for index in 0..<old.count {
            guard let type = old.places[index].type.load(ordering: .relaxed) else { continue }
            Self.put(old.places[index].content.load(ordering: .relaxed)!, type, into: table.pointee)
        }
        tables.append(table)
        current.store(UnsafePointer(table), ordering: .releasing)
    }

    private static func put(_ content: UnsafeRawPointer, _ type: UnsafeRawPointer, into table: Table) {
        let place = table.find(type).place
        place.pointee.content.store(content, ordering: .relaxed)
        place.pointee.type.store(type, ordering: .releasing)
    }

    private static func makeTable(count: Int) -> UnsafeMutablePointer<Table> {
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: Table(count: count))
        return table
    }

    @inline(__always)
    private static func address(of type: ObjectIdentifier) -> UnsafeRawPointer {
        UnsafeRawPointer(bitPattern: UInt(bitPattern: type))!
    }
}
