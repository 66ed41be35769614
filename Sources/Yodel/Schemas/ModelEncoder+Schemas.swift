extension ModelEncoder {
    /// Returns the JSON Schema (draft 2020-12) of the documents that this encoder writes for values of a type.
    ///
    /// The schema accepts every document that the encoder, with its options, writes: a property that is `nil` is left
    /// out or `null` as ``nils`` says, a property with several keys has the first, and only the properties that
    /// ``only(_:)`` and ``except(_:)`` select are there. <doc:JSONSchemas> lists what a schema cannot know: the changes
    /// by hooks, and the additional properties of subclasses' instances.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when values of the type cannot be
    ///   encoded.
    public func schema<Value>(of type: Value.Type) throws(ModelError) -> JSONObject {
        let builder = SchemaBuilder(.encoding(options), at: SchemaBuilder.ownLocation)
        return builder.document(try builder.root(try options.shape(of: type)))
    }

    /// Returns the JSON Schemas of several types by name, with those of the types that they refer to.
    ///
    /// See ``ModelDecoder/schemas(of:at:)``.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - location: The URI reference of the schemas in their document, with which references begin. By default
    ///     `#/$defs`.
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when values of one of them cannot be
    ///   encoded.
    public func schemas(of types: any Any.Type..., at location: String = "#/$defs") throws(ModelError) -> JSONObject {
        try SchemaBuilder(.encoding(options), at: location).define(types)
    }
}
