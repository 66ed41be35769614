/// A model that can be copied together with the instances in it.
///
/// ```swift
/// final class Chapter: DefaultedModel, ModelCopyable {
///     var title = ""
///     var book: Book?
/// }
/// let draft = chapter.deepCopy()
/// ```
///
/// The class's `init()` makes the copy of an instance; then the properties in the table receive their values. All other
/// properties (ignored, `weak` and computed ones) keep those of `init()`. Property observers are not called.
public protocol ModelCopyable: Model {}

extension ModelCopyable {
    /// Returns a copy that shares no instance of a model with this value, except within values that are taken as a
    /// whole: ``Polymorphic`` enums, ``OneOf``, ``Lazy``, types of your own that are neither a ``Model`` nor a
    /// ``ModelWrapper``, and properties of structs that are ignored for all uses.
    ///
    /// Each instance is copied once, so shared instances stay shared, and a cycle becomes a cycle. Instances of classes
    /// that are not models are not copied. If an element of a set, or a key of a dictionary, has its own `hash(into:)`,
    /// this must not hash instances in it, because their copies may still have the values of `init()` then.
    public func deepCopy() -> Self {
        let copying = DeepCopy()
        let copy = ValueOperationsCache.operations(ofModel: Self.self).copied(self, copying)
        copying.finish()
        return copy
    }
}

extension ModelCopyable where Self: AnyObject {
    /// Returns a new instance with the same values, which shares the instances in them.
    public func shallowCopy() -> Self {
        // The instance's class is Self or a subclass.
        ValueOperationsCache.instanceOperations(of: type(of: self)).makeShallowCopy(of: self) as! Self
    }
}
