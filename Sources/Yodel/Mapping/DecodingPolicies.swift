/// How a decoder treats values that do not fit their field's type.
public enum Conversions: Sendable {
    /// They are errors: a string field takes a string and a number field a number. The default.
    case strict
    /// They are converted if nothing is lost: `"12"` to 12, 12 to `"12"`, `"yes"` and 1 to `true`, dates in any of the
    /// formats ``DateStrategy/anyKnownFormat`` lists or as epoch numbers, URLs with white space around them, and words
    /// such as `"null"` to `nil` for fields that are not strings. `"12abc"` is still not a number, and 1.5 not an
    /// integer.
    case lenient
}

/// How a decoder treats keys that a model does not know.
public enum UnknownKeyPolicy: Sendable {
    /// Their values are checked and skipped, with no work beyond that. The default.
    case ignore
    /// The first one is an error of the code ``ModelError/Code/unknownKey``.
    case error
    /// They are skipped and recorded in a collector.
    case collect(UnknownKeyCollector)
}

/// How a decoder treats a key that occurs twice in an object.
///
/// The policy does not apply to keys that match no property; these may occur any number of times. Nor does it apply to
/// types that are only `Decodable`, with the dictionaries and dynamic values in them: there the first value counts, as
/// with Foundation. Models within such types follow it.
public enum DuplicateKeyPolicy: Sendable {
    /// The last value wins. The default.
    case last
    /// The first value wins; later ones are checked and skipped (in a dictionary, decoded and dropped).
    case first
    /// The second occurrence is an error of the code ``ModelError/Code/duplicateKey``.
    case error
}

/// How a decoder treats `null` for a field that is not Optional.
///
/// A type that is only `Decodable`, or that can hold any JSON, gets the `null` itself, unless the field has its own
/// policy (``Mapping/Entry/onNull(_:_:)``).
public enum NullPolicy: Sendable {
    /// It is an error of the code ``ModelError/Code/nullValue``. The default.
    case error
    /// It counts as an absent key: the field gets the default of the mapping or of `init()`, and without one it is an
    /// error. In an update, a property that has a default keeps its value.
    case useDefault
}

/// How a decoder treats an array, set or dictionary that is absent from a document or `null`.
public enum MissingCollections: Sendable {
    /// Like any other absent value: an error, unless the property is Optional or has a default. The default.
    case error
    /// It becomes an empty collection; an absent one that has a default becomes that.
    ///
    /// This holds for `null` in place of an element or of the whole document too, and for a collection in a property
    /// wrapper, on the JSON side of a transform or as a part of a composed property. With ``NullPolicy/useDefault``, a
    /// property's default comes before the empty collection. An Optional collection becomes `nil` as usual; see
    /// ``Mapping/Entry/emptyWhenAbsent(_:)-(KeyPath<Root,Value?>Sendable)``.
    ///
    /// It does not apply to a collection in a ``Lazy``, nor to a variant's value under a key of its own if that key is
    /// absent.
    case empty
}

/// The parser that reads the text of a document.
///
/// The scanner and yajl accept the same documents, make the same values of them, and report the same errors.
public enum Parser: Sendable {
    /// The scanner for a document in one piece and for feeds, yajl for a document that arrives in chunks. The default.
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

/// How a decoder treats a value that does not fit its property.
///
/// A value does not fit if it, or anything within it, has the wrong type, is out of range, is `null` where `null` is
/// not allowed, lacks keys, or is refused by a conversion or a hook. Text that is not JSON and documents beyond their
/// limits are errors under every policy.
public enum MismatchPolicy: Sendable, Hashable {
    /// It is an error. The default.
    case error
    /// It counts as an absent key: the property gets the default of the mapping or of `init()`, or `nil`, and in an
    /// update it keeps its value. A property that has no default is still an error.
    case useDefault
}

/// How a decoder treats an element of an array or a set, or a member of a dictionary, that does not fit.
public enum BadElementPolicy: Sendable, Hashable {
    /// It is an error. The default.
    case error
    /// It is left out of the collection.
    case drop
    /// It becomes `nil` if the collection's elements are Optional; otherwise it is an error.
    case null
}
