/// A type whose values are of several types in a document, and which one is found while it is decoded.
///
/// An enum whose cases carry what is decoded:
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
/// A protocol, through ``OneOf``, as an existential cannot conform to anything:
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
/// A property, an element or a whole document of such a type is decoded in one pass, wherever in its object the
/// member that names its type stands: what comes before is kept and played to the type that is chosen. Nothing is
/// kept when it comes first.
///
/// A property of a subclass takes those variants of its superclass that are its own type or derived from it; where
/// there is only one, it does not have to be named.
public protocol Polymorphic {
    /// What the values are: the type itself, the class at the root of a hierarchy, or an existential.
    associatedtype Base
    /// Which variants there are, and how a document tells them apart.
    ///
    /// It is read when the type's table is built. A subclass has the variants of its superclass.
    static var variants: Variants<Base> { get }
}

/// The variants of a ``Polymorphic`` type, in the order in which they are tried where nothing names them.
public struct Variants<Base>: Sendable {
    let tagging: VariantTagging
    let entries: [Variant<Base>]

    /// Creates a list of variants that a document tells apart in one of the ways of ``VariantTagging``.
    ///
    /// A string literal stands for ``VariantTagging/key(_:)``.
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
        /// For types whose variants have no names.
        case unnamed
        /// For what none of the others takes.
        case otherwise
        /// What none of the others takes is left out.
        case skip
    }
}

extension Variant {
    // MARK: - Cases

    /// A case of an enum that carries a value, which may be of any type that a property may have.
    ///
    /// - Parameters:
    ///   - tag: What names the variant in a document.
    ///   - make: Makes it of the decoded value: the case itself (`Event.message`), or any other function. What it
    ///     throws is an error of the code ``ModelError/Code/invalidValue``.
    ///   - value: Gets the value out of a case, and `nil` out of another one; for encoding. By default it is found by
    ///     reflection, which needs no two cases of one name and type of value.
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

    /// A case that carries a value, where ``VariantTagging/untagged`` variants are told apart by what fits.
    public static func `case`<Value>(
        _ make: @escaping @Sendable (Value) throws -> Base, value: (@Sendable (Base) -> Value?)? = nil
    ) -> Variant {
        Variant(role: .unnamed, operations: ValueVariant(make, value))
    }

    /// A case that carries no value, where ``VariantTagging/untagged`` variants are told apart by what fits: it
    /// stands for `null`.
    public static func `case`(_ value: @escaping @Sendable @autoclosure () -> Base) -> Variant {
        Variant(role: .unnamed, operations: UnitVariant(value))
    }

    // MARK: - Types

    /// A type whose values are converted to the base: for protocols, `{ $0 }`.
    public static func type<Value>(
        _ tag: VariantTag, _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .named(tag), operations: TypeVariant(convert))
    }

    /// A type whose values are converted to the base, where ``VariantTagging/untagged`` variants are told apart by
    /// what fits.
    public static func type<Value>(
        _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .unnamed, operations: TypeVariant(convert))
    }

    // MARK: - The rest

    /// The case for what none of the others takes: an unknown name, or none at all.
    ///
    /// It is made of the whole value: a ``JSONValue`` or ``RawJSON`` keeps what could not be understood.
    public static func otherwise<Value>(
        _ make: @escaping @Sendable (Value) throws -> Base, value: (@Sendable (Base) -> Value?)? = nil
    ) -> Variant {
        Variant(role: .otherwise, operations: ValueVariant(make, value))
    }

    /// The value for what none of the others takes, whatever else the document has in its place.
    public static func otherwise(_ value: @escaping @Sendable @autoclosure () -> Base) -> Variant {
        Variant(role: .otherwise, operations: UnitVariant(value))
    }

    /// The type for what none of the others takes.
    public static func otherwise<Value>(
        _ type: Value.Type, _ convert: @escaping @Sendable (Value) -> Base
    ) -> Variant {
        Variant(role: .otherwise, operations: TypeVariant(convert))
    }

    /// What none of the others takes is left out.
    ///
    /// As an element of an array or a value of a dictionary it is dropped, as an Optional it becomes `nil`, and a
    /// property with a default gets that. Elsewhere it is an error all the same.
    public static var otherwiseSkip: Variant {
        Variant(role: .skip, operations: VariantOperations())
    }
}

extension Variant where Base: AnyObject {
    /// A class of the hierarchy: the base itself or one that is derived from it.
    public static func type<Value: AnyObject>(_ tag: VariantTag, _ type: Value.Type) -> Variant {
        Variant(role: .named(tag), operations: ClassVariant<Base, Value>())
    }

    /// A class of the hierarchy, where ``VariantTagging/untagged`` variants are told apart by what fits.
    public static func type<Value: AnyObject>(_ type: Value.Type) -> Variant {
        Variant(role: .unnamed, operations: ClassVariant<Base, Value>())
    }

    /// The class for what none of the others takes.
    public static func otherwise<Value: AnyObject>(_ type: Value.Type) -> Variant {
        Variant(role: .otherwise, operations: ClassVariant<Base, Value>())
    }
}
