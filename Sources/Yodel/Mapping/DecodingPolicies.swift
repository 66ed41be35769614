/// What a decoder makes of values that do not fit their field's type.
public enum Conversions: Sendable {
    /// An error: a string is a string and a number a number. The default.
    case strict
    /// What can be converted without loss is: `"12"` to 12, 12 to `"12"`, `"yes"` and 1 to `true`, dates in any of
    /// the formats ``DateStrategy/anyKnownFormat`` lists or as epoch numbers, URLs with spaces around them, and words
    /// such as `"null"` to `nil` for fields that are no strings. `"12abc"` is no number and 1.5 no integer here either.
    case lenient
}

/// What a decoder does about keys that a model does not know.
public enum UnknownKeyPolicy: Sendable {
    /// Their values are checked and skipped, with no work beyond that. The default.
    case ignore
    /// An error of the code ``ModelError/Code/unknownKey`` at the first one.
    case error
    /// They are skipped and noted in a collector.
    case collect(UnknownKeyCollector)
}

/// What a decoder does when an object has a key twice.
///
/// Keys that no property asks for may occur any number of times.
public enum DuplicateKeyPolicy: Sendable {
    /// The last value is taken. The default.
    case last
    /// The first value is taken; later ones are checked and skipped (in a dictionary, decoded and dropped).
    case first
    /// An error of the code ``ModelError/Code/duplicateKey``.
    case error
}

/// What a decoder does with `null` for a field that is not Optional.
public enum NullPolicy: Sendable {
    /// An error of the code ``ModelError/Code/nullValue``. The default.
    case error
    /// As if the key were absent: the default of the mapping or of `init()` is taken, and where there is none it is
    /// an error. In an update, a property that has a default keeps its value.
    case useDefault
}

/// What a decoder makes of an array, set or dictionary that a document leaves out or has `null` for.
public enum MissingCollections: Sendable {
    /// What it makes of any other value: an error, unless the property is Optional or has a default. The default.
    case error
    /// A collection without elements, for properties that are not Optional and have no default.
    ///
    /// An Optional collection is `nil` as ever; see ``Mapping/Entry/emptyWhenAbsent(_:)-(KeyPath<Root,Value?>Sendable)``.
    case empty
}

/// What reads the text of a document.
///
/// The scanner and yajl accept the same documents, make the same values of them, and report the same errors.
public enum Parser: Sendable {
    /// The scanner for a document in one piece and for feeds, yajl for a document that comes in chunks. The default.
    ///
    /// In a package built without the trait `Yajl`, the scanner reads chunks too.
    case automatic
    /// Yodel's own scanner for everything.
    case scanner
    #if Yajl
    /// The C library yajl for everything. Available with the package trait `Yajl`, which is on by default.
    case yajl
    #endif
}

/// What a decoder does about a value that does not fit its property.
///
/// A value does not fit when it, or anything within it, is of the wrong type, out of range, `null` where there is no
/// room for it, lacks keys, or is refused by a conversion or a hook. Text that is not JSON and documents beyond
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
