/// What a decoder does about a value that does not fit its property.
///
/// A value does not fit when it, or anything within it, is of the wrong type, out of range, `null` where there is no
/// room for it, lacks keys, or is refused by a conversion or an observer. Text that is not JSON and documents beyond
/// their limits are errors whatever the policy.
public enum MismatchPolicy: Sendable, Hashable {
    /// An error. The default.
    case error
    /// As if the key were absent: the default of the mapping or of `init()` is taken, or `nil`, and in an update the
    /// property keeps its value. A property that has no default is still an error.
    case useDefault
}

/// What a decoder does about an element of an array or a set, or a member of a dictionary, that does not fit.
public enum BadElementPolicy: Sendable, Hashable {
    /// An error. The default.
    case error
    /// The collection goes without it.
    case drop
    /// `nil` takes its place, where the collection's elements are Optional; elsewhere it is an error.
    case null
}
