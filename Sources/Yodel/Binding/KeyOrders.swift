/// The order in which documents have the keys of structs: for each key, the one that followed it last time.
///
/// A program usually writes an object's keys in a fixed order, not necessarily that of the struct, so the next key is
/// expected to be the one that followed before. There are places for a few tables, which may displace each other.
struct KeyOrders: ~Copyable {
    /// The expected entries: first the one for an object's first key, then for each field the one after it.
    typealias Cells = UnsafeMutablePointer<UnsafePointer<KeyEntry>>

    private struct Place {
        /// The table's unique number; 0 for none.
        var table: UInt64
        let cells: Cells
    }

    private static let placeCount = 32
    /// One cell for the first key, 64 for fields and keys with nested keys, and one that is never read.
    private static let cellCount = 66
    /// Allocated at first use, together with their cells.
    private var places: UnsafeMutablePointer<Place>?

    deinit {
        guard let places else { return }
        places.pointee.cells.deallocate()
        places.deallocate()
    }

    /// The cells of a table, whose entries must all have fields below 64.
    @inline(__always)
    mutating func cells(of keys: UnsafePointer<KeyTable>) -> Cells {
        let places = places ?? allocate()
        let place = places + Int(truncatingIfNeeded: keys.pointee.number % UInt64(Self.placeCount))
        if place.pointee.table != keys.pointee.number { begin(place, keys) }
        return place.pointee.cells
    }

    @inline(never)
    private mutating func allocate() -> UnsafeMutablePointer<Place> {
        let made = UnsafeMutablePointer<Place>.allocate(capacity: Self.placeCount)
        let cells = Cells.allocate(capacity: Self.placeCount * Self.cellCount)
        for index in 0..<Self.placeCount {
            (made + index).initialize(to: Place(table: 0, cells: cells + index * Self.cellCount))
        }
        places = made
        return made
    }

    /// The cell of a table that is written but never read.
    @inline(__always)
    static func unread(_ cells: Cells) -> Cells { cells + (cellCount - 1) }

    /// Starts with the order of the struct itself.
    @inline(never)
    private func begin(_ place: UnsafeMutablePointer<Place>, _ keys: UnsafePointer<KeyTable>) {
        place.pointee.table = keys.pointee.number
        let cells = place.pointee.cells
        cells.initialize(repeating: keys.pointee.first, count: Self.cellCount)
        var entry = keys.pointee.entries
        while entry.pointee.length >= 0 {
            assert(0..<64 ~= entry.pointee.field)
            cells[Int(entry.pointee.field) + 1] = entry + 1
            entry += 1
        }
    }
}
