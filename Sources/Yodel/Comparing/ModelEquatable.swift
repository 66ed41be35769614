/// A model that is compared property by property, as its table has them.
///
/// ```swift
/// final class Author: DefaultedModel, ModelEquatable {
///     var name = ""
///     var books: [Book] = []       // need not be Equatable: a Model is compared by its own table
/// }
/// ```
///
/// A property whose type is `Equatable` is compared by that; a nested model that is not, or is a `ModelEquatable`
/// itself, by its table; Optionals, arrays and dictionaries of such models element by element; a ``ModelScalar`` that
/// is not `Equatable` as its scalar. Ignored properties do not count.
///
/// Instances are equal when they are of the same class and their properties are. Instances that refer to each other
/// in a circle are no problem, nor is a long chain of them: each pair is looked at once, one after the other. A set
/// asks its elements itself, so a set of instances cannot be part of a circle, be it through a subclass.
///
/// A type whose properties cannot all be compared is found by ``Model/prepareOperations()``; comparing its values
/// stops the program with a message that names the property.
public protocol ModelEquatable: Model, Equatable {}

/// A model that is hashed property by property, as its table has them.
///
/// The properties are hashed in order, so that equal values in two of them do not cancel out. Models that are equal
/// hash alike, also where instances refer to each other in a circle: a hash goes 8 levels and 256 instances deep, and
/// leaves out instances in dictionaries. Of sets of instances within each other, it goes into 4.
public protocol ModelHashable: ModelEquatable, Hashable {}

extension ModelEquatable {
    /// Whether two models are equal in every property that counts.
    public static func == (left: Self, right: Self) -> Bool {
        let operations = ValueOperationsCache.operations(ofModel: Self.self)
        if let problem = operations.equalityProblem { programmingError(problem) }
        var comparison = Comparison()
        return withUnsafePointer(to: left) { left in
            withUnsafePointer(to: right) { right in
                operations.areEqual(left, right, &comparison) && comparison.finish()
            }
        }
    }
}

extension ModelHashable {
    /// Hashes every property that counts.
    public func hash(into hasher: inout Hasher) {
        let operations = ValueOperationsCache.operations(ofModel: Self.self)
        if let problem = operations.hashingProblem { programmingError(problem) }
        var walk = HashWalk()
        withUnsafePointer(to: self) { operations.hash($0, into: &hasher, &walk) }
    }
}

extension Model {
    /// Looks ahead of their first use whether values can be compared, hashed, copied or described, as far as the
    /// type has opted in to that.
    ///
    /// - Throws: ``ModelError`` of the category ``ModelError/Category/model`` that names the property and its type.
    public static func prepareOperations() throws(ModelError) {
        let operations = try ValueOperationsCache.operations(of: self)
        if self is any ModelEquatable.Type, let problem = operations.equalityProblem {
            throw ModelError.unsupportedType(problem)
        }
        if self is any ModelHashable.Type, let problem = operations.hashingProblem {
            throw ModelError.unsupportedType(problem)
        }
    }
}
