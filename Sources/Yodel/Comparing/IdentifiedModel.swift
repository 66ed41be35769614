/// A model that one of its properties identifies.
///
/// ```swift
/// struct Book: IdentifiedModel {
///     typealias ID = String
///     static let identity: any KeyPath<Book, String> & Sendable = \Book.isbn
///     var isbn: String
///     var title: String
/// }
/// books.first { $0.id == "978-0-14-143958-7" }
/// ```
///
/// To compare, hash and order models by that property as well, declare ``IdentityHashable`` and ``IdentityComparable``.
public protocol IdentifiedModel: Model, Identifiable {
    /// The property that identifies a model.
    static var identity: any KeyPath<Self, ID> & Sendable { get }
}

extension IdentifiedModel {
    /// The value of the property that identifies the model.
    public var id: ID { self[keyPath: Self.identity] }
}

/// A model that equals another if their identities are equal, whatever their other properties.
public protocol IdentityHashable: IdentifiedModel, Hashable {}

extension IdentityHashable {
    /// Whether two models have the same identity.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A model that is ordered by its identity.
public protocol IdentityComparable: IdentityHashable, Comparable where ID: Comparable {}

extension IdentityComparable {
    /// Whether the identity of the first model comes before that of the second.
    public static func < (left: Self, right: Self) -> Bool { left.id < right.id }
}
