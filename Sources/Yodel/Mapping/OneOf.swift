/// A value of one of several types, for a ``Polymorphic`` type whose base is another type.
///
/// It is decoded as one of the variants of `Family`. Use it as a property wrapper
/// (`@OneOf<Animals> var star: any Animal`), or in a collection or an Optional (`[OneOf<Animals>]`).
@propertyWrapper
public struct OneOf<Family: Polymorphic> {
    /// The value.
    public var wrappedValue: Family.Base

    /// Wraps a value.
    public init(wrappedValue: Family.Base) {
        self.wrappedValue = wrappedValue
    }
}

extension OneOf: Sendable where Family.Base: Sendable {}

extension OneOf: Equatable where Family.Base: Equatable {
    /// Whether the values are equal.
    public static func == (left: OneOf, right: OneOf) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension OneOf: Hashable where Family.Base: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension OneOf: CustomStringConvertible {
    /// The value's description.
    public var description: String { "\(wrappedValue)" }
}
