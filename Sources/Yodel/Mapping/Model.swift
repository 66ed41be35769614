/// A type that is decoded through a table of its stored properties.
///
/// There is nothing to write for a struct whose properties have types Yodel knows:
///
/// ```swift
/// struct Book: Model {
///     var name: String
///     var pages: Int
///     var author: Author?      // a Model itself
/// }
/// ```
///
/// On first use the type's stored properties are looked up once and made into a table of keys, offsets and kinds;
/// decoding reads the table and writes each value to its place. `Codable` plays no part: `CodingKeys` and
/// `init(from:)` are not consulted. Neither initialisers, but for `init()` of a ``DefaultedModel`` and
/// `init(wrappedValue:)` of a ``ModelWrapper``, nor property observers are called.
///
/// A property that is missing from the document becomes `nil` when it is Optional (an initial value is not seen) and
/// is an error otherwise, unless the type declares ``DefaultedModel`` or its ``mapping`` gives a default. Classes have
/// to be ``DefaultedModel``s.
///
/// A `let` with an initial value (`let kind = "book"`) cannot be told from one without, neither by the runtime nor by
/// Yodel: the compiler may fold its value into the code that reads it, whatever is stored. Leave such a property out
/// with ``Mapping/Entry/ignore(_:in:default:)``, or make it `var` or `static`.
public protocol Model {
    /// Where the names in the document differ from the properties', and what to do about missing ones.
    ///
    /// By default every property has the key of its name, as the decoder's ``KeyStrategy`` spells it.
    static var mapping: Mapping { get }

    /// Functions for the conforming type, specialised where the type is declared. Not to be implemented.
    static var _functions: _ModelFunctions { get }
}

/// A model whose `init()` gives the values of properties that a document leaves out.
///
/// For a struct whose properties all have defaults there is nothing to write:
///
/// ```swift
/// struct Settings: DefaultedModel {
///     var theme = "light"
///     var fontSize = 12
/// }
/// ```
///
/// `init()` is called once for every decoded object that lacks a property (for a class, for every object). Classes
/// have to be defaulted models: an object is made by its `init()`, then the properties in the document replace
/// their values. Superclass properties are decoded too; a class that is not final declares `required init()`.
public protocol DefaultedModel: Model {
    /// A value with every property at its default.
    init()
}

extension Model {
    /// No entries: every property has the key of its name.
    public static var mapping: Mapping { Mapping() }

    /// Functions that the client's compiler specialises for this type.
    @inlinable
    public static var _functions: _ModelFunctions { _ModelFunctions(of: Self.self) }
}

/// What the table of a model needs to have done with whole values of its type.
///
/// The initialiser is inlined into each conformance, so that in optimised builds these are functions for the one
/// type, where generic code in this module would look up the type's metadata on every call.
public struct _ModelFunctions: Sendable {
    @usableFromInline
    typealias MakeArray = @Sendable (UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer) -> Void

    @usableFromInline
    typealias ArrayElements = @Sendable (UnsafeRawPointer) -> (UnsafeRawPointer, Int)
    @usableFromInline
    typealias MakeDictionary =
        @Sendable (
            _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, Int, DuplicateKeyPolicy,
            _ target: UnsafeMutableRawPointer
        ) -> String?
    @usableFromInline
    typealias IsNil = @Sendable (UnsafeRawPointer) -> Bool

    @usableFromInline
    let makeArray: MakeArray
    @usableFromInline
    let arrayElements: ArrayElements
    /// Of strings and values.
    @usableFromInline
    let makeDictionary: MakeDictionary
    @usableFromInline
    let isNil: IsNil

    /// Collects the functions of a type.
    @inlinable
    public init<Value>(of type: Value.Type) {
        makeArray = { elements, count, target in
            let source = elements.assumingMemoryBound(to: Value.self)
            target.initializeMemory(as: [Value].self, to: _takeArray(from: source, count: count))
        }
        arrayElements = { _arrayElements(of: Value.self, at: $0) }
        makeDictionary = { keys, values, count, duplicates, target in
            _takeDictionary(
                keys: keys.assumingMemoryBound(to: String.self), values: values.assumingMemoryBound(to: Value.self),
                count: count, duplicates, into: target)
        }
        isNil = { value in
            if case .none = value.assumingMemoryBound(to: Value?.self).pointee { true } else { false }
        }
    }
}

/// A type that stands for a JSON boolean, number or string: the way for a type of your own to be a field.
///
/// ```swift
/// struct Version: ModelScalar {
///     var major: Int, minor: Int
///     init(scalar: JSONScalar) throws {
///         guard case .string(let text) = scalar, … else { throw VersionError() }
///     }
///     var scalar: JSONScalar { .string("\(major).\(minor)") }
/// }
/// ```
///
/// What `init(scalar:)` throws arrives as ``ModelError/underlying`` of an error with path and offset. `null` never
/// arrives here: declare the field Optional to take it.
public protocol ModelScalar {
    /// Makes a value from what the document has, or throws.
    init(scalar: JSONScalar) throws
    /// The value as the document has it.
    var scalar: JSONScalar { get }
}

/// A type that wraps one value and stands in JSON for just that value.
///
/// Property wrappers have these two members already, so that conforming is one line:
///
/// ```swift
/// extension Clamped: ModelWrapper {}       // @Clamped var volume: Int   ←   {"volume": 11}
/// ```
///
/// The value is decoded as a field of the wrapped type would be and handed to `init(wrappedValue:)`. A wrapped
/// property's key is the property's name, without the storage's underscore. A wrapper whose only stored property is
/// the wrapped value needs no conformance; its initialiser is not called then.
public protocol ModelWrapper {
    /// The type of the value inside.
    associatedtype Wrapped
    /// Wraps a decoded value.
    init(wrappedValue: Wrapped)
    /// The value inside.
    var wrappedValue: Wrapped { get }
}

extension Indirect: ModelWrapper {}
