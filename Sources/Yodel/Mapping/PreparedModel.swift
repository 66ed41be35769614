/// A model that looks at each of its objects before it is decoded: to change it, or to refuse it.
///
/// ```swift
/// struct Book: PreparedModel {
///     var title: String
///     var pages: Int
///
///     static func willDecode(_ object: inout JSONObject) throws {
///         if let old = object.removeValue(forKey: "book_title") { object["title"] = old }
///         guard object["title"] != "" else { throw NoTitle() }
///     }
/// }
/// ```
///
/// The hook is called wherever an object of the type is decoded: at the root, in properties, in collections, in
/// updates (with what the update's document has), and for one that a better alias will replace.
///
/// It has a price: such an object is first made into a ``JSONObject``, members that no property asks for included,
/// and its properties are then decoded from that. A type without the hook pays nothing. What is wrong with the JSON is
/// reported at its exact place. Of what is wrong when the properties are decoded, the error has the exact path, and as
/// offset, line and column those of the opening brace of the outermost object that was so prepared. A ``RawJSON``
/// within one has the text of the value, not the bytes of the document.
public protocol PreparedModel: Model {
    /// Called with each object before its members are decoded; what it leaves in `object` is decoded.
    ///
    /// - Throws: Whatever the type finds wrong: the object is refused by an error of the code
    ///   ``ModelError/Code/invalidValue`` that has the object's path and offset, and this as its
    ///   ``ModelError/underlying`` error.
    static func willDecode(_ object: inout JSONObject) throws
}

/// The hook of one type, as its table keeps it.
final class Preparation {
    let prepare: (inout JSONObject) throws -> Void
    /// What the object is collected by.
    let objectShape: ShapePointer

    private init(_ prepare: @escaping (inout JSONObject) throws -> Void, objectShape: ShapePointer) {
        self.prepare = prepare
        self.objectShape = objectShape
    }

    /// The hook of a type that has one.
    static func of(_ type: Any.Type, _ shapes: ShapeBuilder) throws -> Unmanaged<Preparation>? {
        guard let prepared = type as? any PreparedModel.Type else { return nil }
        func open<Root: PreparedModel>(_: Root.Type) throws -> Preparation {
            Preparation({ try Root.willDecode(&$0) }, objectShape: try shapes.plainObjectShape())
        }
        return shapes.arena.keep(try open(prepared))
    }
}
