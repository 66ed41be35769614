/// How the binder treats a value whose meaning depends on more than its key.
///
/// A type's table has the gate of each key, and the binder that of the next value.
enum Gate: UInt8 {
    /// No gate: the value is the field's.
    case none
    /// Replaces the value that the field already has.
    case replace
    /// The field's value unless it is null; it replaces one from a key of lower rank.
    case ranked
    /// A nested object or array with fields of this model.
    case nested
    /// The next element of a nested array.
    case element
    /// A value for several fields, and perhaps for nested ones.
    case several
    /// Updates the model in the field.
    case update
    /// An element beyond the end of a fixed list.
    case overflow
    /// Any value, null included, which is discarded.
    case discard
    /// The root, if it must be an object or an array.
    case root
    /// The field's value; the mapping has a policy for null.
    case unlessNull
    /// The tag of an object whose variant is already known.
    case tag
    /// The value of an unknown key, of which a sample is recorded.
    case sample
    /// An item of a feed.
    case item
    /// The next element of an array that leads to a feed's items.
    case routed

    // Gates of ignored values.

    /// A value beside the items of a feed, which is kept for the feed's envelope.
    ///
    /// Scalars on the path to the items are treated the same.
    case aside

    /// A value whose bytes are captured.
    case bytes
    /// A value of an unknown variant, which is dropped, or the value of a variant that carries none.
    case variant
    /// The rest of a value that has failed.
    case failed
}
