/// One value that is being written: an object, a collection, or a value that is kept for the time being.
///
/// The writer keeps a stack of these, with the innermost open value on top; below it stand those around it, each at
/// the part that is being written.
struct OutputFrame {
    var kind: Kind
    /// Nothing has been written between the brackets.
    var isEmpty = true
    /// An object's memory belongs to an instance of a class, in which anything may be replaced by code that runs
    /// meanwhile.
    var isInstance = false
    /// The object's memory; a list's element that comes next.
    var base: UnsafeRawPointer
    /// The shape of a collection's elements or values, of a kept value its own.
    var shape: ShapePointer
    /// For an object: the entry that is being written, before the first one the place before it.
    var entry: UnsafePointer<OutputEntry>
    /// What of the models in a collection is to be written; nil for all of it.
    var selection: UnsafePointer<OutputTable>?
    /// Elements or entries in all.
    var count = 0
    /// Elements or entries of a collection that have been begun.
    var index = 0
    /// Copies of a collection's elements, or of a kept value, which are destroyed when they have been written.
    var copies: GrowthBuffer?
    /// How many copies there are.
    var copyCount = 0
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
        /// Entries in the order of their keys.
        case dictionary
        /// The members of a ``JSONObject`` in their own order.
        case members
        /// Members that no property stands for, written into the object below.
        case unknown
        /// An object that its type looks at when it has been written.
        case finishing
        /// A copy that something further up is read from.
        case copy
        /// The object around the value of a variant; its shape is the variant's, its count the variant's number.
        case tagged
    }

    func destroyContents() {
        if let copies {
            if copyCount > 0 {
                shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(copies.start, count: copyCount) }
            }
            copies.deallocate()
        }
        keys?.deallocate()
    }
}
