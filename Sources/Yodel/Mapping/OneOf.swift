/// A value of one of several types, for where the base of a ``Polymorphic`` type is not that type itself.
///
/// It is decoded as one of the variants of `Family`: as a property wrapper (`@OneOf<Animals> var star: any Animal`),
/// or as what a collection or an Optional holds (`[OneOf<Animals>]`).
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
