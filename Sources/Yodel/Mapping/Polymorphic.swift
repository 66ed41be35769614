/// A type whose values have one of several types in a document, which is determined while decoding.
///
/// An enum whose cases carry the decoded values:
///
/// ```swift
/// enum Event: Polymorphic {
///     case message(Message), login(Login), ping, unknown(JSONValue)
///
///     static let variants = Variants<Event>(
///         "type",                               // {"type": "message", "text": "Hello"}
///         .case("message", Event.message),
///         .case("login", Event.login),
///         .case("ping", Event.ping),
///         .otherwise(Event.unknown))
/// }
/// ```
///
/// A class and its subclasses:
///
/// ```swift
/// class Shape: DefaultedModel, Polymorphic {
///     var name = ""
///     required init() {}
///     class var variants: Variants<Shape> {
///         Variants("kind", .type("circle", Circle.self), .type("square", Square.self))
///     }
/// }
/// ```
///
/// A protocol, with ``OneOf``, as an existential cannot conform to anything:
///
/// ```swift
/// enum Animals: Polymorphic {
///     static let variants = Variants<any Animal>(
///         "kind", .type("dog", Dog.self) { $0 }, .type("cat", Cat.self) { $0 })
/// }
///
/// struct Zoo: Model {
///     @OneOf<Animals> var star: any Animal
///     var others: [OneOf<Animals>]
/// }
/// ```
///
/// A property, an element or a whole document of such a type is decoded in one pass, wherever in its object the member
/// is that names its type: the members before it are kept and replayed to the chosen type. If it comes first, nothing
/// is kept.
///
/// A property of a subclass takes those variants of its superclass that are the property's type or derived from it; if
/// there is only one, the document need not name it.
public protocol Polymorphic {
    /// The type of the values: the type itself, the class at the root of a hierarchy, or an existential.
    associatedtype Base
    /// The variants, and how a document tells them apart.
    ///
    /// The property is read when the type's table is built. A subclass has the variants of its superclass.
    static var variants: Variants<Base> { get }
}

/// The variants of a ``Polymorphic`` type, in the order in which they are tried if nothing names them.
public struct Variants<Base>: Sendable {
    let tagging: VariantTagging
    let entries: [Variant<Base>]

    /// Creates a list of variants that a document tells apart in a ``VariantTagging``.
    ///
    /// A string literal means ``VariantTagging/key(_:)``.
    public init(_ tagging: VariantTagging, _ variants: Variant<Base>...) {
        self.init(tagging, variants)
    }

    /// Creates a list of variants from an array.
    public init(_ tagging: VariantTagging, _ variants: [Variant<Base>]) {
        self.tagging = tagging
        entries = variants
    }
}

/// One of the variants of a ``Polymorphic`` type.
public struct Variant<Base>: Sendable {
    let role: Role
    let operations: VariantOperations

    enum Role: Sendable {
        case named(VariantTag)
        /// A variant without a name, for types whose variants are tried in turn.
        case unnamed
        /// The variant for values that no other variant takes.
        case otherwise
        /// Values that no other variant takes are left out.
        case skip
    }
}

extension Variant {
    // MARK: - Cases

    /// A case of an enum that carries a value of any type that a property may have.
    ///
    /// - Parameters:
    ///   - tag: The variant's name in a document.
    ///   - make: Makes the enum from the decoded value: the case itself (`Event.message`), or any other function. An
    ///   error that it throws becomes one of the code ``ModelError/Code/invalidValue``.
    ///   - value: For encoding, returns the case's value, and `nil` for another case. By default reflection finds the
    ///   value, which requires that the case carries nothing else, and that no two cases have the same name and type of
    ///   value.
    public static func `case`<Value>(
        _ tag: VariantTag, _ make: @escaping @Sendable (Value) throws -> Base,
        value: (@Sendable (Base) -> Value?)? = nil
    ) -> Variant {
        Variant(role: .named(tag), operations: ValueVariant(make, value))
    }

    /// A case of an enum that carries no value.
    public static func `case`(_ tag: VariantTag, _ value: @escaping @Sendable @autoclosure () -> Base) -> Variant {
        Variant(role: .named(tag), operations: UnitVariant(value))
    }

    /// A case that carries a value, for ``VariantTagging/untagged`` variants.
    public static func `case`<Value>(
        _ make: @escaping @Sendable (Value) throws -> Base, value: (@Sendable (Base) -> Value?)? = nil
    ) -> Variant {
        Variant(role: .unnamed, operations: ValueVariant(make, value))
    }

    /// A case that carries no value, for ``VariantTagging/untagged`` variants: its JSON is `null`.
    public static func `case`(_ value: @escaping @Sendable @autoclosure () -> Base) -> Variant {
        Variant(role: .unnamed, operations: UnitVariant(value))
    }

    // MARK: - Types

    /// A type whose values are converted to the base; for protocols, `{ $0 }`.
    public static func type<Value>(
        _ tag: VariantTag, _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .named(tag), operations: TypeVariant(convert))
    }

    /// A type whose values are converted to the base, for ``VariantTagging/untagged`` variants.
    public static func type<Value>(
        _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .unnamed, operations: TypeVariant(convert))
    }

    // MARK: - The rest

    /// The case for values that no other variant takes: with an unknown name, or without a name.
    ///
    /// It receives the whole value: a ``JSONValue`` or ``RawJSON`` keeps what could not be interpreted.
    public static func otherwise<Value>(
        _ make: @escaping @Sendable (Value) throws -> Base, value: (@Sendable (Base) -> Value?)? = nil
    ) -> Variant {
        Variant(role: .otherwise, operations: ValueVariant(make, value))
    }

    /// A fixed value for values that no other variant takes, whatever their content.
    public static func otherwise(_ value: @escaping @Sendable @autoclosure () -> Base) -> Variant {
        Variant(role: .otherwise, operations: UnitVariant(value))
    }

    /// The type for values that no other variant takes.
    public static func otherwise<Value>(
        _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .otherwise, operations: TypeVariant(convert))
    }

    /// Leaves out values that no other variant takes.
    ///
    /// An element of an array or a value of a dictionary is dropped, an Optional becomes `nil`, and a property with a
    /// default gets its default. Elsewhere it is still an error.
    public static var otherwiseSkip: Variant {
        Variant(role: .skip, operations: VariantOperations())
    }
}

extension Variant where Base: AnyObject {
    /// A class of the hierarchy: the base itself or a class derived from it.
    public static func type<Value: AnyObject>(_ tag: VariantTag, _ type: Value.Type) -> Variant {
        Variant(role: .named(tag), operations: ClassVariant<Base, Value>())
    }

    /// A class of the hierarchy, for ``VariantTagging/untagged`` variants.
    public static func type<Value: AnyObject>(_ type: Value.Type) -> Variant {
        Variant(role: .unnamed, operations: ClassVariant<Base, Value>())
    }

    /// The class for values that no other variant takes.
    public static func otherwise<Value: AnyObject>(_ type: Value.Type) -> Variant {
        Variant(role: .otherwise, operations: ClassVariant<Base, Value>())
    }
}
