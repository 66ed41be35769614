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
/// A copy of an instance is made by its class's `init()`; then the properties in the table get their values. What is
/// not in it (ignored, `weak` and computed properties) is as `init()` leaves it. Property observers are not called.
public protocol ModelCopyable: Model {}

extension ModelCopyable {
    /// A copy that shares no instance of a model with this value.
    ///
    /// Each instance is copied once: what was shared is shared by the copies, and a circle becomes a circle. Instances
    /// of classes that are no models are not copied. Elements of sets that have a `hash(into:)` of their own are to hash
    /// no instances in it: at that time the copies of those may have the values of `init()` still.
    public func deepCopy() -> Self {
        let operations = ValueOperationsCache.operations(ofModel: Self.self)
        let copying = DeepCopy()
        return withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
            withUnsafePointer(to: self) {
                operations.copy($0, to: UnsafeMutableRawPointer(buffer.baseAddress!), copying)
            }
            copying.finish()
            return buffer.moveElement(from: 0)
        }
    }
}

extension ModelCopyable where Self: AnyObject {
    /// A new instance with the same values; what they refer to is shared.
    public func shallowCopy() -> Self {
        // The instance's own class is Self or a subclass of it.
        ValueOperationsCache.instanceOperations(of: type(of: self)).makeShallowCopy(of: self) as! Self
    }
}
