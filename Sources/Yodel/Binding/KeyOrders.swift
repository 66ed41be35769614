/// In which order documents have the keys of structs: of each key, which one came after it the last time.
///
/// Who writes documents writes an object's keys in one order, the struct's or another, and so the next key is expected to
/// be the one that came next before. A few tables have a place each, which they may take from one another.
struct KeyOrders: ~Copyable {
    /// The entry that is expected next: first that of an object's first key, then what follows each entry, by its field.
    typealias Cells = UnsafeMutablePointer<UnsafePointer<KeyEntry>>

    private struct Place {
        /// The table's number, which no other table ever has; 0 for none.
        var table: UInt64
        let cells: Cells
    }

    private static let placeCount = 32
    /// One for the first key, 64 for fields and keys that lead on, and one that is only written.
    private static let cellCount = 66
    /// None until they are needed, with the memory of their cells.
    private var places: UnsafeMutablePointer<Place>?

    deinit {
        guard let places else { return }
        places.pointee.cells.deallocate()
        places.deallocate()
    }

    /// The cells of a table all of whose entries have fields below 64.
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

    /// A cell that nothing is expected by, of a table's.
    @inline(__always)
    static func unread(_ cells: Cells) -> Cells { cells + (cellCount - 1) }

    /// Begins with the order of the struct itself.
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
