/// A model that is compared property by property, using its table.
///
/// ```swift
/// final class Author: DefaultedModel, ModelEquatable {
///     var name = ""
///     var books: [Book] = []       // need not be Equatable: a Model is compared by its own table
/// }
/// ```
///
/// A property is compared by the `==` of its type, if that is `Equatable`. A nested model that is not `Equatable`, or
/// is itself a `ModelEquatable`, is compared by its table; Optionals, arrays and dictionaries of such models element by
/// element; a ``ModelScalar`` that is not `Equatable` by its scalar. Ignored properties are not compared.
///
/// Instances are equal when they are of the same class and their properties are equal. Cycles and long chains of
/// instances are safe: each pair is compared once, without recursion. A set compares its elements itself, and a
/// dictionary its keys, so a set of instances, or a dictionary with instances as keys, must not be part of a cycle, not
/// even through a subclass.
///
/// If some property cannot be compared, ``Model/prepareOperations()`` throws, and comparing two values stops the
/// program with a message that names the property.
public protocol ModelEquatable: Model, Equatable {}

/// A model that is hashed property by property, using its table.
///
/// The properties are hashed in order, so that equal values in two of them do not cancel out. Equal models hash alike,
/// even with cycles of instances: a hash covers 8 levels and 256 instances, and leaves out instances in dictionaries.
/// For sets of instances nested in each other, it covers 4.
public protocol ModelHashable: ModelEquatable, Hashable {}

extension ModelEquatable {
    /// Whether two models are equal in every compared property.
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
    /// Hashes every compared property.
    public func hash(into hasher: inout Hasher) {
        let operations = ValueOperationsCache.operations(ofModel: Self.self)
        if let problem = operations.hashingProblem { programmingError(problem) }
        var walk = HashWalk()
        withUnsafePointer(to: self) { operations.hash($0, into: &hasher, &walk) }
    }
}

extension Model {
    /// Checks that the type's values can be compared, hashed, copied or described, as far as the type has opted in to
    /// that.
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
