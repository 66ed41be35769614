/// What a value is for, where that depends on what it is, or on what has been read already.
///
/// The table of a type says it of each key; the binder says it of the value that comes next.
enum Gate: UInt8 {
    /// Nothing: it is the field's, whatever it is.
    case none
    /// It takes the place of the value that the field has.
    case replace
    /// It is the field's if it is not null, in place of one from a key of lower rank.
    case ranked
    /// It holds fields of this model in a nested object or array.
    case nested
    /// It is the next element of a nested array.
    case element
    /// It belongs to several fields, and may lead to nested ones.
    case several
    /// It updates the model that the field holds.
    case update
    /// There is no room for it.
    case overflow
    /// It is not kept, and may be null.
    case discard
    /// It is the root, which may not be a scalar.
    case root
    /// It is the field's unless it is null, which the mapping has a word to say about.
    case unlessNull
    /// It names the variant that the object is known to be.
    case tag
    /// Its key is unknown: a sample of it is wanted.
    case sample
    /// It is an item of a feed.
    case item
    /// It is the next element of an array on the way to a feed's items.
    case routed

    // Of what is ignored.

    /// It stands beside the items of a feed, and is kept for what is decoded from there.
    ///
    /// A scalar does so too, on the way to the items.
    case aside

    /// Its bytes are kept as they are.
    case bytes
    /// It is of no variant, and left out, or its variant carries nothing of it.
    case variant
    /// It is the rest of a value that has failed.
    case failed
}
