/// The values of a column in the batch that is being filled, as Arrow's buffers hold them.
///
/// The properties that change with each value are `@exclusivity(unchecked)`: checking every access would cost as much
/// as the value. A store belongs to one stream, and nothing that is called while one of its properties changes uses the
/// store.
class ColumnStore {
    /// How many values there are, including nulls.
    @exclusivity(unchecked) final private(set) var count = 0
    @exclusivity(unchecked) final private(set) var nullCount = 0
    /// A bit for each value, 0 for null; empty while there is no null.
    @exclusivity(unchecked) private final var validity = Bitmap()

    /// Appends a null; returns how many bytes it takes.
    final func appendNull() -> Int {
        appendNulls(1)
        return bytesOfNull
    }

    /// Appends nulls until there are `rows` values.
    final func appendNulls(upTo rows: Int) {
        if count < rows { appendNulls(rows - count) }
    }

    private func appendNulls(_ number: Int) {
        appendFillers(number)
        if nullCount == 0 { beginNulls() }
        validity.append(false, times: number)
        nullCount += number
        count += number
    }

    /// Marks all values so far as not null.
    @inline(never)
    private final func beginNulls() { validity.append(true, times: count) }

    /// Counts a null, for which the subclass has stored a filler.
    @inline(__always)
    fileprivate final func noteNull() {
        if nullCount == 0 { beginNulls() }
        validity.append(false)
        nullCount &+= 1
        count &+= 1
    }

    /// Counts a value that is not null and that the subclass has stored.
    @inline(__always)
    fileprivate final func noteValue() {
        if nullCount > 0 { validity.append(true) }
        count &+= 1
    }

    /// Removes the values after the first ones, and a value that has been stored in part.
    final func truncate(to rows: Int) {
        removeValues(after: rows)
        guard rows < count else { return }
        count = rows
        guard nullCount > 0 else { return }
        nullCount -= validity.zeroCount(after: rows)
        validity.truncate(to: rows)
        if nullCount == 0 { validity.truncate(to: 0) }
    }

    /// Calls a function with this store, then with the store of a list's elements.
    func forEachNode(_ body: (ColumnStore) -> Void) { body(self) }

    /// Calls a function with the buffers, in Arrow's order.
    final func forEachBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try validity.withUnsafeBytes(body)
        try forEachValueBuffer(body)
    }

    // MARK: - For subclasses

    var bytesOfNull: Int { preconditionFailure("overridden") }
    /// Stores fillers for nulls.
    func appendFillers(_ number: Int) { preconditionFailure("overridden") }
    func removeValues(after rows: Int) { preconditionFailure("overridden") }
    func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        preconditionFailure("overridden")
    }
}

/// Numbers, all of one size.
final class NumberStore<Value: BitwiseCopyable & ExpressibleByIntegerLiteral>: ColumnStore {
    @exclusivity(unchecked) private var values = Buffer<Value>()

    /// - Returns: How many bytes it takes.
    @inline(__always)
    func append(_ value: Value) -> Int {
        values.append(value)
        noteValue()
        return MemoryLayout<Value>.size
    }

    @inline(__always)
    func append(_ value: Value?) -> Int {
        values.append(value ?? 0)
        if value == nil { noteNull() } else { noteValue() }
        return MemoryLayout<Value>.size
    }

    override var bytesOfNull: Int { MemoryLayout<Value>.size }

    override func appendFillers(_ number: Int) { values.append(0, times: number) }

    override func removeValues(after rows: Int) { values.keepFirst(rows) }

    override func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try values.withUnsafeBytes(body)
    }
}

/// Booleans, a bit for each.
final class BoolStore: ColumnStore {
    @exclusivity(unchecked) private var values = Bitmap()

    /// - Returns: How many bytes it takes, rounded up.
    func append(_ value: Bool) -> Int {
        values.append(value)
        noteValue()
        return 1
    }

    func append(_ value: Bool?) -> Int {
        values.append(value ?? false)
        if value == nil { noteNull() } else { noteValue() }
        return 1
    }

    override var bytesOfNull: Int { 1 }

    override func appendFillers(_ number: Int) { values.append(false, times: number) }

    override func removeValues(after rows: Int) { values.truncate(to: rows) }

    override func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try values.withUnsafeBytes(body)
    }
}

/// Values of any length, with an offset for the beginning of each and one for the end of the last.
class OffsetStore: ColumnStore {
    @exclusivity(unchecked) fileprivate final var offsets = Buffer<Int32>()
    /// The largest offset; Arrow's offsets have 32 bits.
    fileprivate final let maximum: Int32

    init(maximum: Int32) {
        self.maximum = maximum
        super.init()
        offsets.append(0)
    }

    /// Ends a stored value at an offset that ``end(adding:)`` has checked.
    @inline(__always)
    fileprivate final func endValue(at end: Int32) {
        offsets.append(end)
        noteValue()
    }

    /// The offset of the end of a value of the given length.
    @inline(__always)
    fileprivate final func end(adding length: Int) throws(RowProblem) -> Int32 {
        let start = offsets.last
        guard length <= Int(maximum) - Int(start) else { throw .noRoom(most: maximum) }
        return start &+ Int32(truncatingIfNeeded: length)
    }

    final override var bytesOfNull: Int { MemoryLayout<Int32>.size }

    final override func appendFillers(_ number: Int) {
        offsets.append(offsets.last, times: number)
    }

    override func removeValues(after rows: Int) { offsets.keepFirst(rows + 1) }

    override func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try offsets.withUnsafeBytes(body)
    }
}

/// Text as UTF-8, or bytes.
final class BytesStore: OffsetStore {
    @exclusivity(unchecked) private var bytes = Buffer<UInt8>()

    /// - Returns: How many bytes it takes.
    @inline(__always)
    func append(_ value: some Collection<UInt8>) throws(RowProblem) -> Int {
        let length = value.count
        let end = try end(adding: length)
        let isContiguous: Void? = value.withContiguousStorageIfAvailable { bytes.append($0) }
        if isContiguous == nil { appendEach(value) }
        precondition(bytes.count == Int(end), "a collection has as many bytes as its count")
        endValue(at: end)
        return length &+ MemoryLayout<Int32>.size
    }

    @inline(never)
    private func appendEach(_ value: some Collection<UInt8>) {
        for byte in value { bytes.append(byte) }
    }

    override func removeValues(after rows: Int) {
        super.removeValues(after: rows)
        bytes.keepFirst(Int(offsets.last))
    }

    override func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try super.forEachValueBuffer(body)
        try bytes.withUnsafeBytes(body)
    }
}

/// Lists, whose elements are in a store of their own.
final class ListStore: OffsetStore {
    private let elements: ColumnStore

    init(of elements: ColumnStore, maximum: Int32) {
        self.elements = elements
        super.init(maximum: maximum)
    }

    /// Appends a list, and its elements to their column; returns how many bytes they take.
    func append<Element>(_ list: [Element], to column: OpenColumn<Element>) throws(RowProblem) -> Int {
        let end = try end(adding: list.count)
        var bytes = MemoryLayout<Int32>.size
        for element in list { bytes += try column.append(element) }
        endValue(at: end)
        return bytes
    }

    override func removeValues(after rows: Int) {
        super.removeValues(after: rows)
        elements.truncate(to: Int(offsets.last))
    }

    override func forEachNode(_ body: (ColumnStore) -> Void) {
        body(self)
        elements.forEachNode(body)
    }

    override func forEachValueBuffer(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try super.forEachValueBuffer(body)
        try elements.forEachBuffer(body)
    }
}

/// Why a row cannot be appended.
///
/// Indirect, so that functions that throw it return one word.
indirect enum RowProblem: Error {
    /// A column of the batch would have more bytes or elements than its offsets can count.
    case noRoom(most: Int32)
    /// A value does not fit its column's type.
    case unfit(expected: String, found: String)
}
