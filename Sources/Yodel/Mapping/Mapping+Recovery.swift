extension Mapping.Entry {
    /// How the decoder treats a value that does not fit the property.
    ///
    /// The entry overrides the decoder's ``ModelDecoder/mismatches``. With ``MismatchPolicy/useDefault``, the property
    /// needs a fallback: a default of the mapping or of `init()`, or an Optional type.
    ///
    /// A `null` that does not fit is also such a value, unless ``onNull(_:_:)`` sets a policy for it. If the property
    /// has several keys, a value that does not fit is skipped in favour of another key's; if a key occurs twice, in
    /// favour of the other value.
    public static func onMismatch<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: MismatchPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, tolerance: FieldTolerance(mismatches: policy))
    }

    /// How the decoder treats `null` for the property.
    ///
    /// The entry overrides the decoder's ``ModelDecoder/nulls``, and applies to Optionals as well: with
    /// ``NullPolicy/useDefault``, the property keeps its default, or in an update its value; with ``NullPolicy/error``,
    /// `null` is an error.
    public static func onNull<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: NullPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, tolerance: FieldTolerance(nulls: policy))
    }

    /// How the decoder treats an element of the property's array or set, or a member of its dictionary, that does not
    /// fit.
    ///
    /// The entry overrides the decoder's ``ModelDecoder/badElements``. In collections of collections, the element is
    /// dropped from the innermost one. Collections in models that are elements follow those models' mappings. The entry
    /// does not apply to the elements of an `InlineArray`, which cannot be dropped, or to those within a ``JSONValue``.
    public static func onBadElement<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: BadElementPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, tolerance: FieldTolerance(elements: policy))
    }
}

/// A mapping's policies for values that do not fit a field; nil where the decoder decides.
struct FieldTolerance: Sendable, Hashable {
    var mismatches: MismatchPolicy?
    var nulls: NullPolicy?
    var elements: BadElementPolicy?
}

extension FieldTolerance {
    /// Collects the policies from the entries of one property.
    init(_ entries: [Mapping.Entry], of subject: String) throws {
        func only<Policy>(_ column: KeyPath<FieldTolerance, Policy?>, _ values: String) throws -> Policy? {
            let policies = entries.compactMap { $0.tolerance[keyPath: column] }
            guard policies.count <= 1 else {
                throw ModelError.invalidMapping("\(subject): the mapping has two policies for \(values)")
            }
            return policies.first
        }
        mismatches = try only(\.mismatches, "values that do not fit")
        nulls = try only(\.nulls, "null")
        elements = try only(\.elements, "elements that do not fit")
    }
}
