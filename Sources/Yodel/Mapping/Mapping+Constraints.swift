extension Mapping.Entry {
    /// Sets constraints on the values of the property.
    ///
    /// A value that breaks one does not fit. It is an error of the code ``ModelError/Code/invalidValue`` at the value's
    /// place (for an array or object, where it ends), and the error says what was required and what was found. The
    /// mapping's and the decoder's policies for values that do not fit apply. The constraints are tested in order, up
    /// to the first that refuses the value. If the property has a transform, they apply to the value that it makes.
    ///
    /// Defaults are not checked, nor are values that were not decoded; ``ModelDecoder/validate(_:limit:)`` checks
    /// those.
    ///
    /// For a property that is a model itself, which updates change in place, use ``check(_:_:)-(_,(Root)->Bool)`` in
    /// the mapping of either type; this entry would be an error when the table is built.
    public static func check<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(constraints)])
    }

    /// Sets constraints on the values of an Optional property; `nil` is always allowed.
    ///
    /// Otherwise like the entry for properties that are not Optional.
    public static func check<Root, Value>(
        _ property: any KeyPath<Root, Value?> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(constraints)])
    }

    /// Sets constraints on each element of an array or set.
    public static func check<Root, Values: Collection>(
        each property: any KeyPath<Root, Values> & Sendable, _ constraints: Constraint<Values.Element>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// Sets constraints on each element of an Optional array or set.
    public static func check<Root, Values: Collection>(
        each property: any KeyPath<Root, Values?> & Sendable, _ constraints: Constraint<Values.Element>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// Sets constraints on each value of a dictionary.
    public static func check<Root, Key, Value>(
        each property: any KeyPath<Root, [Key: Value]> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// Sets constraints on each value of an Optional dictionary.
    public static func check<Root, Key, Value>(
        each property: any KeyPath<Root, [Key: Value]?> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// Sets a constraint on whole values of the type.
    ///
    /// ```swift
    /// static let mapping = Mapping(
    ///     .check("an end after the start") { (event: Event) in event.end > event.start })
    /// ```
    ///
    /// It is tested at the end of the object or of the update, after ``DidDecodeModel/didDecode()`` if the type has it,
    /// in the order of the mapping; the checks of superclasses come last. A value that breaks it does not fit, like one
    /// that `didDecode` refuses.
    ///
    /// - Parameters:
    ///   - requirement: What the check requires, as an error shows it after "expected".
    ///   - holds: Returns whether a value satisfies the check.
    @inlinable
    public static func check<Root>(_ requirement: String, _ holds: @escaping @Sendable (Root) -> Bool) -> Mapping.Entry
    {
        // SAFETY: only the table of `Root`, or of a subclass, has the check.
        check(\Root.self, requirement) { holds($0.assumingMemoryBound(to: Root.self).pointee) }
    }

    @usableFromInline
    static func check<Root>(
        _ root: any KeyPath<Root, Root> & Sendable, _ requirement: String,
        _ holds: @escaping @Sendable (UnsafeRawPointer) -> Bool
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: root, wholeCheck: WholeCheck(root: Root.self, requirement: requirement, holds: holds))
    }
}

/// The constraints on a property, or on its elements, whose type is not known until the table is built.
struct FieldConstraints: Sendable {
    /// Wraps the shape of the property, or of its elements, with the constraints.
    let makeShape: @Sendable (ShapeBuilder, ShapePointer) throws -> ShapePointer
    /// What the constraints require.
    let requirements: [String]
    /// Whether the constraints are on elements.
    let isOfElements: Bool
    /// Why no value can satisfy the constraints; nil if some can.
    let flaw: String?

    init<Value>(_ constraints: [Constraint<Value>]) {
        self.init(constraints, isOfElements: false) { try $0.shape(of: $1, checking: constraints) }
    }

    init<Value>(each constraints: [Constraint<Value>]) {
        self.init(constraints, isOfElements: true) { try $0.shape(of: $1, checkingEach: constraints) }
    }

    private init<Value>(
        _ constraints: [Constraint<Value>], isOfElements: Bool,
        makeShape: @escaping @Sendable (ShapeBuilder, ShapePointer) throws -> ShapePointer
    ) {
        self.makeShape = makeShape
        self.isOfElements = isOfElements
        requirements = constraints.map(\.requirement)
        flaw = constraints.lazy.compactMap(\.flaw).first
    }
}

/// A constraint on whole values of a type.
struct WholeCheck: Sendable {
    let root: Any.Type
    let requirement: String
    /// Whether the value at an address satisfies it: the address of a struct, or of the reference to a class's
    /// instance.
    let holds: @Sendable (UnsafeRawPointer) -> Bool

    func isLike(_ other: WholeCheck) -> Bool { root == other.root && requirement == other.requirement }
}
