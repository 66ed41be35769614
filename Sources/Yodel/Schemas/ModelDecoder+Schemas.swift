extension ModelDecoder {
    /// Returns the JSON Schema (draft 2020-12) of the documents that this decoder decodes as a type.
    ///
    /// ```swift
    /// struct Article: Model {
    ///     var title: String
    ///     var views: UInt32?
    /// }
    ///
    /// let schema = try ModelDecoder().schema(of: Article.self)
    /// print(try ModelEncoder().encodeText(schema))
    /// // {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Article",…
    /// ```
    ///
    /// The schema accepts every document that the decoder, with its options, decodes. <doc:JSONSchemas> lists the few
    /// exceptions, and the documents that the schema accepts and the decoder refuses. Models and polymorphic types are
    /// in `$defs`, in the order in which they are found; properties are in the order of their declaration. The same
    /// types and options give the same text.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func schema<Value>(of type: Value.Type) throws(ModelError) -> JSONObject {
        let builder = SchemaBuilder(.decoding(options), at: SchemaBuilder.ownLocation)
        let root = try builder.root(try options.shape(of: type))
        return builder.document(root, hasFragments: options.allowsFragments)
    }

    /// Returns the JSON Schemas of several types by name, with those of the types that they refer to.
    ///
    /// ```swift
    /// let schemas = try ModelDecoder().schemas(
    ///     of: Article.self, Comment.self, at: "#/components/schemas")
    /// let document: JSONObject = ["openapi": "3.1.0", "components": ["schemas": .object(schemas)]]
    /// ```
    ///
    /// The name of a schema is the type's. ASCII letters, digits, `_`, `-` and `.` remain; one `_` replaces the characters
    /// between them: `Page<Author>` is `Page_Author`, and `[Int]`, which has a definition here as well, is `Int`. If two
    /// types have the same name, the later one gets a number: `Author_2`.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - location: The URI reference of the schemas in their document, with which references begin. By default
    ///     `#/$defs`.
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when one of them cannot be decoded.
    public func schemas(of types: any Any.Type..., at location: String = "#/$defs") throws(ModelError) -> JSONObject {
        try SchemaBuilder(.decoding(options), at: location).define(types)
    }
}
