extension ModelEncoder {
    /// The JSON Schema (draft 2020-12) of the documents that this encoder writes for values of a type.
    ///
    /// The schema accepts every document that the encoder writes, with its options: a property that is `nil` is left
    /// out or `null` as ``nils`` says, of several keys there is the first, and of the properties those that
    /// ``only(_:)`` and ``except(_:)`` leave. <doc:JSONSchemas> names what is not in the tables: what hooks do, and what
    /// instances of subclasses have beside their superclass's properties.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when values of the type cannot be
    ///   encoded.
    public func schema<Value>(of type: Value.Type) throws(ModelError) -> JSONObject {
        let builder = SchemaBuilder(.encoding(options), at: SchemaBuilder.ownLocation)
        return builder.document(try builder.root(try options.shape(of: type)))
    }

    /// The JSON Schemas of several types, by their names, with those of the types that they refer to.
    ///
    /// See ``ModelDecoder/schemas(of:at:)``.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - location: Where the schemas will be in their document, which references begin with. By default `#/$defs`.
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when values of one of them cannot be
    ///   encoded.
    public func schemas(of types: any Any.Type..., at location: String = "#/$defs") throws(ModelError) -> JSONObject {
        try SchemaBuilder(.encoding(options), at: location).define(types)
    }
}
