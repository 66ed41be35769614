/// A part of a feed: a path in the document, the type of the values there, and a function that makes items of them.
///
/// A feed of several parts delivers its items in the order of the document. All parts make items of one type.
///
/// ```swift
/// enum Row { case user(User), post(Post), total(Int), page(Page) }
///
/// let feed = Feed<Row>(
///     .value(of: Int.self, at: "total", as: Row.total),
///     .items(of: User.self, at: "users", as: Row.user),
///     .items(of: Post.self, at: "threads[*].posts", as: Row.post),
///     .envelope(of: Page.self, as: Row.page))
/// ```
public struct FeedPart<Item>: Sendable {
    /// The path of the part; nil for the envelope.
    let path: FeedPath?
    let kind: FeedRoute.Kind
    /// Whether it may be missing from a document.
    let isOptional: Bool
    let shape: @Sendable (ModelDecoder) throws(ModelError) -> ShapePointer
    let outlet: @Sendable (FeedQueue<Item>) -> FeedOutlet
    let envelope: (@Sendable (FeedSurroundings, ModelDecoder) throws(ModelError) -> Item)?

    private init<Value>(
        of type: Value.Type, at path: FeedPath?, _ kind: FeedRoute.Kind, isOptional: Bool,
        envelope: (@Sendable (FeedSurroundings, ModelDecoder) throws(ModelError) -> Item)? = nil,
        outlet: @escaping @Sendable (FeedQueue<Item>) -> FeedOutlet
    ) {
        self.path = path
        self.kind = kind
        self.isOptional = isOptional
        self.outlet = outlet
        self.envelope = envelope
        shape = { decoder throws(ModelError) in try decoder.options.shape(of: type) }
    }

    /// The elements of an array, or of every array at a path with `[*]`.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: Where the array is; by default it is the document. A document without it is an error, unless the path
    ///     contains `[*]` or the decoder's ``ModelDecoder/missingCollections`` is ``MissingCollections/empty``.
    ///   - make: Makes an item of each element.
    public static func items<Value>(
        of type: Value.Type, at path: FeedPath = .root, as make: @escaping @Sendable (consuming Value) -> Item
    ) -> FeedPart {
        FeedPart(of: type, at: path, .items, isOptional: path.isPlural) { FeedOutlet($0, make: make) }
    }

    /// The values of an object that may have any number of members.
    ///
    /// A key that the object has twice is delivered twice.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - path: Where the object is; by default it is the document. It may be missing under the same conditions as the
    ///     array of ``items(of:at:as:)``.
    ///   - make: Makes an item of each key and value.
    public static func members<Value>(
        of type: Value.Type, at path: FeedPath = .root, as make: @escaping @Sendable (String, consuming Value) -> Item
    ) -> FeedPart {
        FeedPart(of: type, at: path, .members, isOptional: path.isPlural) { FeedOutlet($0, make: make) }
    }

    /// One value, delivered as soon as it has been decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - path: Where the value is. A document without it is an error, unless its type is Optional or the path
    ///     contains `[*]`.
    ///   - make: Makes an item of the value.
    public static func value<Value>(
        of type: Value.Type, at path: FeedPath, as make: @escaping @Sendable (consuming Value) -> Item
    ) -> FeedPart {
        FeedPart(of: type, at: path, .value, isOptional: path.isPlural || type is any ExpressibleByNilLiteral.Type) {
            FeedOutlet($0, make: make)
        }
    }

    /// The document without the items and single values of the other parts, delivered at its end.
    ///
    /// The feed keeps the text of the envelope until then, within ``ParserLimits/bufferedBytes``: the members of the
    /// root that the type asks for, and everything beside items further down. If ``ModelDecoder/unknownKeys`` is not
    /// ``UnknownKeyPolicy/ignore``, or there is a ``ModelDecoder/drift`` report, it also keeps the other members of the
    /// root, but not the contents of their arrays and objects, and at most the beginnings of their strings. The keys on
    /// the path to items do not count as unknown, nor does anything beside items in objects that the type does not know.
    /// Of an array that a path goes through by index, it keeps the elements on the paths. An index in the type's mapping
    /// counts only these; errors and reports have the elements' indices in the document.
    /// The text is kept token by token: a ``RawJSON`` in it has no white space, and its strings have no more escapes
    /// than they need.
    ///
    /// - Parameters:
    ///   - type: The type of the envelope.
    ///   - make: Makes an item of the envelope.
    public static func envelope<Value>(
        of type: Value.Type, as make: @escaping @Sendable (consuming Value) -> Item
    ) -> FeedPart {
        FeedPart(
            of: type, at: nil, .value, isOptional: true,
            envelope: { surroundings, decoder throws(ModelError) in make(try surroundings.decode(type, with: decoder))
            },
            outlet: { FeedOutlet($0) })
    }

    /// The decoded values themselves, as items.
    static func plain(_ type: Item.Type, at path: FeedPath) -> FeedPart {
        FeedPart(of: type, at: path, .items, isOptional: path.isPlural) { FeedOutlet($0) }
    }
}
