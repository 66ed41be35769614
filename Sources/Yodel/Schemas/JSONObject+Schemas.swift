// Schemas under construction are objects; one without keywords accepts every value.

extension JSONObject {
    /// The schema as it is written: `true` accepts every value.
    var schema: JSONValue { isEmpty ? true : .object(self) }

    /// Accepts values of some JSON types.
    static func ofType(_ types: String...) -> JSONObject {
        ["type": types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })]
    }

    /// Accepts one of these values.
    static func among(_ values: [JSONValue]) -> JSONObject {
        values.count == 1 ? ["const": values[0]] : ["enum": .array(values)]
    }

    /// Accepts values that all of the schemas accept.
    static func all(_ schemas: [JSONObject]) -> JSONObject {
        let schemas = schemas.filter { !$0.isEmpty }
        return schemas.count > 1 ? ["allOf": .array(schemas.map(\.schema))] : schemas.first ?? [:]
    }

    /// Accepts values that at least one of the schemas accepts.
    static func any(_ schemas: [JSONObject]) -> JSONObject {
        if schemas.contains(where: \.isEmpty) { return [:] }
        return schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas.map(\.schema))]
    }

    /// Accepts values that the schema refuses.
    var negated: JSONObject { ["not": schema] }

    static let null = ofType("null")

    /// Accepts `null` as well.
    func orNull() -> JSONObject {
        if isEmpty || acceptsNull { return self }
        let applies = ["$ref", "const", "not", "allOf", "anyOf", "oneOf"].filter { self[$0] != nil }
        if applies == ["anyOf"], count == 1, let choices = self["anyOf"]?.arrayValue {
            return ["anyOf": .array(choices + [JSONObject.null.schema])]
        }
        // The other keywords do not apply to null.
        guard applies.isEmpty, let type = self["type"] else { return .any([self, .null]) }
        var schema = self
        schema["type"] = .array((type.arrayValue ?? [type]) + ["null"])
        if let values = self["enum"]?.arrayValue { schema["enum"] = .array(values + [.null]) }
        return schema
    }

    private var acceptsNull: Bool {
        if count == 1, let choices = self["anyOf"]?.arrayValue { return choices.contains(JSONObject.null.schema) }
        return self["type"]?.arrayValue?.contains("null") ?? (self["type"] == "null")
    }
}
