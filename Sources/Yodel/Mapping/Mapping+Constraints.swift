extension Mapping.Entry {
    /// What the values of the property have to be like.
    ///
    /// A value that is not, does not fit: it is an error of the code ``ModelError/Code/invalidValue`` at its place, of an
    /// array or object where that ends, which says what is asked for and what was found. What the mapping and the decoder
    /// do about values that do not fit holds for it, too. The constraints are looked at in their order, up to the first
    /// that refuses the value; where the property has a transform, they are about the value that it makes.
    ///
    /// Defaults are taken as they are, and so are values that have not been decoded: ``ModelDecoder/validate(_:limit:)``
    /// looks at those.
    ///
    /// A property that is a model itself, which updates change in place, is checked by ``check(_:_:)-(_,(Root)->Bool)`` in
    /// the mapping of either type; elsewhere it is an error when the table is built.
    public static func check<Root, Value>(
        _ property: any KeyPath<Root, Value> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(constraints)])
    }

    /// What the values of an Optional property have to be like; `nil` always will do.
    ///
    /// Otherwise like the one for properties that are not Optional.
    public static func check<Root, Value>(
        _ property: any KeyPath<Root, Value?> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(constraints)])
    }

    /// What the elements of an array or set have to be like, each for itself.
    public static func check<Root, Values: Collection>(
        each property: any KeyPath<Root, Values> & Sendable, _ constraints: Constraint<Values.Element>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// What the elements of an Optional array or set have to be like, each for itself.
    public static func check<Root, Values: Collection>(
        each property: any KeyPath<Root, Values?> & Sendable, _ constraints: Constraint<Values.Element>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// What the values of a dictionary have to be like, each for itself.
    public static func check<Root, Key, Value>(
        each property: any KeyPath<Root, [Key: Value]> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// What the values of an Optional dictionary have to be like, each for itself.
    public static func check<Root, Key, Value>(
        each property: any KeyPath<Root, [Key: Value]?> & Sendable, _ constraints: Constraint<Value>...
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: property, constraints: [FieldConstraints(each: constraints)])
    }

    /// What a whole value of the type has to be like.
    ///
    /// ```swift
    /// static let mapping = Mapping(
    ///     .check("an end after the start") { (event: Event) in event.end > event.start })
    /// ```
    ///
    /// It is looked at where the object ends, or the update, after ``DidDecodeModel/didDecode()`` where there is one, and
    /// in the order of the mapping; those of superclasses come last. A value for which it does not hold does not fit, as one
    /// that `didDecode` refuses.
    ///
    /// - Parameters:
    ///   - asks: What is asked for, as it is to stand in an error after "expected".
    ///   - holds: Whether a value will do.
    @inlinable
    public static func check<Root>(_ asks: String, _ holds: @escaping @Sendable (Root) -> Bool) -> Mapping.Entry {
        // SAFETY: the table of `Root`, or of a subclass, alone has the check.
        check(\Root.self, asks) { holds($0.assumingMemoryBound(to: Root.self).pointee) }
    }

    @usableFromInline
    static func check<Root>(
        _ root: any KeyPath<Root, Root> & Sendable, _ asks: String,
        _ holds: @escaping @Sendable (UnsafeRawPointer) -> Bool
    ) -> Mapping.Entry {
        Mapping.Entry(keyPath: root, wholeCheck: WholeCheck(root: Root.self, asks: asks, holds: holds))
    }
}

/// The constraints of a property, or of its elements, whose type is known when the table is built.
struct FieldConstraints: Sendable {
    /// Puts the constraints around the shape of the property, or of its elements.
    let makeShape: @Sendable (ShapeBuilder, ShapePointer) throws -> ShapePointer
    /// What they ask for.
    let asks: [String]
    /// They are about elements.
    let isOfElements: Bool
    /// Why no value would be allowed.
    let flaw: String?

    init<Value>(_ constraints: [Constraint<Value>]) {
        self.init(constraints, isOfElements: false) { try $0.checkedShape(of: Value.self, $1, constraints) }
    }

    init<Value>(each constraints: [Constraint<Value>]) {
        self.init(constraints, isOfElements: true) { try $0.shape(of: $1, checking: constraints) }
    }

    private init<Value>(
        _ constraints: [Constraint<Value>], isOfElements: Bool,
        makeShape: @escaping @Sendable (ShapeBuilder, ShapePointer) throws -> ShapePointer
    ) {
        self.makeShape = makeShape
        self.isOfElements = isOfElements
        asks = constraints.map(\.asks)
        flaw = constraints.lazy.compactMap(\.flaw).first
    }
}

/// What is asked of whole values of a type.
struct WholeCheck: Sendable {
    let root: Any.Type
    let asks: String
    /// Whether it holds for the value at an address: a struct in place, of a class the reference.
    let holds: @Sendable (UnsafeRawPointer) -> Bool

    func isLike(_ other: WholeCheck) -> Bool { root == other.root && asks == other.asks }
}
