/// A type that is decoded through a table of its stored properties.
///
/// A struct whose properties have types that Yodel knows needs no further code:
///
/// ```swift
/// struct Book: Model {
///     var name: String
///     var pages: Int
///     var author: Author?      // a Model itself
/// }
/// ```
///
/// On first use, Yodel reflects the type's stored properties and makes a table of their keys, offsets and kinds.
/// Decoding reads the table and writes each value to its place. `Codable` plays no part: `CodingKeys` and `init(from:)`
/// are not used. Decoding calls no initialisers except `init()` of a ``DefaultedModel`` and `init(wrappedValue:)` of a
/// ``ModelWrapper``, and no property observers.
///
/// A property that is missing from the document becomes `nil` if it is Optional (its initial value is not used);
/// otherwise it is an error, unless the type declares ``DefaultedModel`` or its ``mapping`` gives a default. Classes
/// must be ``DefaultedModel``s.
///
/// Neither the runtime nor Yodel can tell a `let` with an initial value (`let kind = "book"`) from one without: the
/// compiler may fold the initial value into code that reads the property, whatever is stored. Leave such a property out
/// with ``Mapping/Entry/ignore(_:in:default:)``, or make it `var` or `static`.
public protocol Model {
    /// Where keys differ from property names, and how missing values are treated.
    ///
    /// By default every property has its name as key, as the decoder's ``KeyStrategy`` spells it.
    static var mapping: Mapping { get }

    /// Functions that the compiler specialises for the conforming type. Do not implement this requirement.
    static var _functions: _ModelFunctions { get }
}

/// A model whose `init()` supplies the values of properties that a document leaves out.
///
/// A struct whose properties all have defaults needs no further code:
///
/// ```swift
/// struct Settings: DefaultedModel {
///     var theme = "light"
///     var fontSize = 12
/// }
/// ```
///
/// `init()` is called once for every decoded object that lacks a property (for a class, for every object). Classes must
/// be defaulted models: `init()` makes the object, then the properties in the document replace its values. Superclass
/// properties are decoded too; a class that is not final declares `required init()`.
public protocol DefaultedModel: Model {
    /// A value with every property at its default.
    init()
}

extension Model {
    /// No entries: every property has its name as key.
    public static var mapping: Mapping { Mapping() }

    /// Functions that the client's compiler specialises for this type.
    @inlinable
    public static var _functions: _ModelFunctions { _ModelFunctions(of: Self.self) }
}

/// The operations on whole values that the table of a model needs.
///
/// The initialiser is inlined into each conformance, so that optimised builds have functions for this one type. Generic
/// code in this module would look up the type's metadata on every call.
public struct _ModelFunctions: Sendable {
    @usableFromInline
    let makeArray: @Sendable (_ elements: UnsafeMutableRawPointer, Int, _ target: UnsafeMutableRawPointer) -> Void
    @usableFromInline
    let arrayElements: @Sendable (UnsafeRawPointer) -> (UnsafeRawPointer, Int)
    /// Makes a dictionary from strings and values.
    @usableFromInline
    let makeDictionary:
        @Sendable (
            _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, Int, DuplicateKeyPolicy,
            _ target: UnsafeMutableRawPointer
        ) -> String?
    /// Copies the entries of a dictionary with strings as keys.
    @usableFromInline
    let copyDictionary:
        @Sendable (UnsafeRawPointer, _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer) -> Void

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
        copyDictionary = { dictionary, keys, values in
            _copyDictionary(
                dictionary.assumingMemoryBound(to: [String: Value].self).pointee,
                keys: keys.assumingMemoryBound(to: String.self), values: values.assumingMemoryBound(to: Value.self))
        }
    }
}

/// A type that is a boolean, number or string in JSON; conform a type of your own to use it as a field.
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
/// An error from `init(scalar:)` becomes ``ModelError/underlying`` of an error with path and offset. The initialiser
/// never receives `null`: declare the field Optional to accept it.
public protocol ModelScalar {
    /// Makes a value from the document's scalar, or throws.
    init(scalar: JSONScalar) throws
    /// The value as a scalar for the document.
    var scalar: JSONScalar { get }
}

/// A type that wraps one value and is written in JSON as that value.
///
/// Property wrappers already have these two members, so conforming takes one line:
///
/// ```swift
/// extension Clamped: ModelWrapper {}       // @Clamped var volume: Int   ←   {"volume": 11}
/// ```
///
/// The value is decoded like a field of the wrapped type and passed to `init(wrappedValue:)`. A wrapped property's key
/// is the property's name, without the storage's underscore. A wrapper whose only stored property is the wrapped value
/// needs no conformance; its initialiser is then not called.
public protocol ModelWrapper {
    /// The type of the value inside.
    associatedtype Wrapped
    /// Wraps a decoded value.
    init(wrappedValue: Wrapped)
    /// The value inside.
    var wrappedValue: Wrapped { get }
}

extension Indirect: ModelWrapper {}
