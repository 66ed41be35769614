import Synchronization

/// Maps types to pointers; any number of threads can read it concurrently without waiting.
///
/// It is a hash table with open addressing that only grows. A slot is written once: first the content, then the type,
/// so that a reader that sees the type also sees its content. A table that is half full is replaced by one twice as
/// large, and is kept for readers that still use it.
final class TypeDirectory: @unchecked Sendable {
    // Sendable because readers use only atomics, and only one writer at a time uses the rest: see `add`.

    /// A table; the directory owns its memory.
    private struct Table {
        let slots: UnsafeMutablePointer<Slot>
        /// A power of two.
        let count: Int

        init(count: Int) {
            self.count = count
            slots = .allocate(capacity: count)
            for index in 0..<count { (slots + index).initialize(to: Slot()) }
        }

        /// The slot of a type, or the free slot that it would take; there is always one.
        ///
        /// Another type may take the free slot after this function has found it.
        @inline(__always)
        func find(_ type: UnsafeRawPointer) -> (slot: UnsafeMutablePointer<Slot>, isOfType: Bool) {
            // Addresses differ in their lower bits, except the lowest, which are 0; all of them influence the product's
            // upper bits.
            let product = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
            var index = Int(truncatingIfNeeded: product &>> 32) & (count &- 1)
            while let other = slots[index].type.load(ordering: .acquiring) {
                if other == type { return (slots + index, true) }
                index = (index &+ 1) & (count &- 1)
            }
            return (slots + index, false)
        }
    }

    private struct Slot: ~Copyable {
        /// Nil if the slot is free.
        let type = Atomic<UnsafeRawPointer?>(nil)
        let content = Atomic<UnsafeRawPointer?>(nil)
    }

    private let current: Atomic<UnsafePointer<Table>>
    /// The current table and its predecessors.
    private var tables: [UnsafeMutablePointer<Table>]
    private var count = 0

    init() {
        let table = Self.makeTable(count: 16)
        tables = [table]
        current = Atomic(UnsafePointer(table))
    }

    deinit {
        for table in tables {
            table.pointee.slots.deinitialize(count: table.pointee.count).deallocate()
            table.deallocate()
        }
    }

    /// The content of a type; nil if none has been added.
    @inline(__always)
    func content(of type: ObjectIdentifier) -> UnsafeRawPointer? {
        // SAFETY: a table lives as long as the directory, and the writes before its store are visible after this load.
        let table = current.load(ordering: .acquiring)
        let (slot, isOfType) = table.pointee.find(Self.address(of: type))
        return isOfType ? slot.pointee.content.load(ordering: .relaxed) : nil
    }

    /// Adds the content of a type that has none yet; the content must live as long as the directory.
    ///
    /// Only one thread at a time may call it: the caller holds a lock.
    func add(_ content: UnsafeRawPointer, of type: ObjectIdentifier) {
        count += 1
        if 2 * count > tables.last!.pointee.count { grow() }
        Self.put(content, Self.address(of: type), into: tables.last!.pointee)
    }

    private func grow() {
        let old = tables.last!.pointee
        let table = Self.makeTable(count: 2 * old.count)
        for index in 0..<old.count {
            guard let type = old.slots[index].type.load(ordering: .relaxed) else { continue }
            Self.put(old.slots[index].content.load(ordering: .relaxed)!, type, into: table.pointee)
        }
        tables.append(table)
        current.store(UnsafePointer(table), ordering: .releasing)
    }

    private static func put(_ content: UnsafeRawPointer, _ type: UnsafeRawPointer, into table: Table) {
        let slot = table.find(type).slot
        slot.pointee.content.store(content, ordering: .relaxed)
        slot.pointee.type.store(type, ordering: .releasing)
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
