extension Mapping.Entry {
    /// What becomes of a value that does not fit the property.
    ///
    /// It goes before the decoder's ``ModelDecoder/mismatches``. A property given ``MismatchPolicy/useDefault`` has to
    /// have something to fall back on: a default of the mapping or of `init()`, or being Optional.
    ///
    /// A `null` that does not fit is such a value too, unless ``onNull(_:_:)`` says something else about it. Of a
    /// property with several keys, a value that does not fit is passed over for that of another key; of a key that
    /// occurs twice, for the other value.
    public static func onMismatch<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: MismatchPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(property, tolerance: FieldTolerance(mismatches: policy))
    }

    /// What becomes of `null` for the property.
    ///
    /// It goes before the decoder's ``ModelDecoder/nulls``, and holds for Optionals as well: with
    /// ``NullPolicy/useDefault``, `null` leaves the property at its default, or in an update at its value; with
    /// ``NullPolicy/error`` it is an error.
    public static func onNull<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: NullPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(property, tolerance: FieldTolerance(nulls: policy))
    }

    /// What becomes of an element of the property's array or set, or a member of its dictionary, that does not fit.
    ///
    /// It goes before the decoder's ``ModelDecoder/badElements``. In collections of collections the innermost one
    /// goes without the element; collections in models that are elements follow those models' mappings. The elements
    /// of an `InlineArray`, of which none can be left out, and those within a ``JSONValue`` are not meant.
    public static func onBadElement<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ policy: BadElementPolicy
    ) -> Mapping.Entry {
        Mapping.Entry(property, tolerance: FieldTolerance(elements: policy))
    }

    private init(_ keyPath: any AnyKeyPath & Sendable, tolerance: FieldTolerance) {
        self.init(keyPath: keyPath, tolerance: tolerance)
    }
}

/// What a mapping says about values that do not fit a field; nil where the decoder decides.
struct FieldTolerance: Sendable, Hashable {
    var mismatches: MismatchPolicy?
    var nulls: NullPolicy?
    var elements: BadElementPolicy?
}

extension FieldTolerance {
    /// What the entries of one property say.
    init(_ entries: [Mapping.Entry], of subject: String) throws {
        func only<Policy>(_ column: KeyPath<FieldTolerance, Policy?>, _ values: String) throws -> Policy? {
            let policies = entries.compactMap { $0.tolerance[keyPath: column] }
            guard policies.count <= 1 else {
                throw ModelError.invalidMapping("\(subject): the mapping says twice what becomes of \(values)")
            }
            return policies.first
        }
        mismatches = try only(\.mismatches, "values that do not fit")
        nulls = try only(\.nulls, "null")
        elements = try only(\.elements, "elements that do not fit")
    }
}
