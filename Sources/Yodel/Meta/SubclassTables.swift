/// Finds the table of an instance's class where a property declares a superclass of it.
///
/// The table of the declared class cannot list its subclasses: a program may load more of them at any time.
final class SubclassTables {
    private let settings: PartSettings

    init(_ builder: ShapeBuilder) {
        settings = PartSettings(builder)
    }

    /// The shape of the instance's class, by the keys and transforms of the declared class's table.
    func shape(of instance: AnyObject) throws(ModelError) -> ShapePointer {
        try settings.ownShape(of: type(of: instance))
    }
}

extension TypeMeta {
    /// Whether an object's class is a subclass of the table's.
    ///
    /// - Parameter object: The address of an instance of the table's class or of a subclass.
    @inline(__always)
    func isOfSubclass(_ object: UnsafeRawPointer) -> Bool {
        // SAFETY: the caller has the address from a reference of the declared class, and keeps that reference.
        Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) != type }
    }

    /// The shape of the class of an instance of a subclass.
    func shape(ofSubclassInstance object: UnsafeRawPointer) throws(ModelError) -> ShapePointer {
        // SAFETY: as in `isOfSubclass`. The table keeps what finds the others.
        let instance = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        assert(Reflection.isType(Swift.type(of: instance), orSubclassOf: type))
        return try subclasses!.takeUnretainedValue().shape(of: instance)
    }
}
