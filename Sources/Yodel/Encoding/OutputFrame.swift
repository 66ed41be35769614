/// One open value: an object or collection that is being written, or a copy that must outlive the frames above it.
///
/// The writer keeps a stack of these, with the innermost open value on top.
struct OutputFrame {
    var kind: Kind
    /// Whether nothing has been written between the brackets yet.
    var isEmpty = true
    /// Whether an object's memory belongs to an instance of a class, whose properties a client's code may change while
    /// it is written.
    var isInstance = false
    /// The object's memory, or the address of a list's next element.
    var base: UnsafeRawPointer
    /// The shape of a collection's elements or values; for a copy its own shape.
    var shape: ShapePointer
    /// The entry of an object that is being written; before the first one, the address before the first entry.
    var entry = UnsafePointer<OutputEntry>(bitPattern: MemoryLayout<OutputEntry>.alignment).unsafelyUnwrapped
    /// The table of a model's object; the selection for the models in a collection, nil for all their properties.
    var selection: UnsafePointer<OutputTable>?
    /// The number of elements or entries.
    var count = 0
    /// The number of elements or entries that have been begun.
    var index = 0
    /// Copies of a collection's elements, or of a single value, which are destroyed after they have been written.
    var copies: GrowthBuffer?
    /// The sorted keys of a dictionary, see ``SortedKeys``.
    var keys: GrowthBuffer?

    enum Kind: UInt8 {
        /// Below the root.
        case bottom
        /// A model's object, or one that its paths lead through.
        case object
        /// An array that paths lead through.
        case elements
        case list
        /// A dictionary's entries, in the order of their keys.
        case dictionary
        /// The members of a ``JSONObject`` in their own order.
        case members
        /// Unknown members, written into the object below.
        case unknown
        /// An object that its type may change after it has been written.
        case finishing
        /// A copy that frames above it read from.
        case copy
        /// The object around the value of a variant; `shape` is that of the polymorphic type, `count` the variant's
        /// index.
        case tagged
    }

    /// A member of the kinds `members` and `unknown`, by its number in the order in which they are written.
    @inline(__always)
    func member(_ index: Int) -> UnsafePointer<JSONObject.Element> {
        let position = keys.map { SortedKeys($0, count: count).records[index].index } ?? index
        return base.assumingMemoryBound(to: JSONObject.Element.self) + position
    }

    /// Destroys the copies, and releases their memory and that of the keys.
    @inline(__always)
    mutating func releaseContents(_ release: (GrowthBuffer) -> Void) {
        if let copies {
            shape.destroy(copies.start, count: kind == .list || kind == .dictionary ? count : 1)
            release(copies)
        }
        if let keys { release(keys) }
        (copies, keys) = (nil, nil)
    }
}
