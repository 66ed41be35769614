/// The schema of the documents that the variants of a polymorphic type are decoded from.
struct InputVariantSchema {
    let builder: SchemaBuilder
    let table: VariantTablePointer
    let options: DecodingOptions
    /// The policy for elements that do not fit, of a variant whose value is not under a key of its own.
    let badElements: BadElementPolicy
    /// The tags of the polymorphic types around this one, whose keys are in the same object.
    var outerTags: [String] = []

    private var tag: String { table.pointee.tagText }

    func make() -> JSONObject {
        let choices = table.pointee.variants.indices.flatMap { alternatives(of: $0) }
        switch table.pointee.tagging {
        case .untagged:
            // Null is not tried if no variant's type takes it.
            let isRefused = options.missingCollections == .empty && !table.pointee.takesNull
            return .all([.any(choices), isRefused ? JSONObject.null.negated : [:]])
        case .choice:
            let schema = JSONObject.any(choices)
            var commented: JSONObject = ["$comment": "A function of the object's members chooses one of the variants."]
            commented.merge(table.pointee.otherwise == nil ? .all([.ofType("object"), schema]) : schema)
            return commented
        case .internal, .adjacent, .external:
            // If tags are converted or keys ignore case, two variants may accept one document.
            let isExclusive = options.conversions == .strict && !table.pointee.ignoresCase && choices.count > 1
            if isExclusive { return ["oneOf": .array(choices.map(\.schema))] }
            var schema = JSONObject.any(choices)
            if table.pointee.ignoresCase { schema["$comment"] = SchemaBuilder.ignoresCase }
            return schema
        }
    }

    /// Accepts values that no variant takes, except `null`, which does not count as an unknown variant.
    var rest: JSONObject {
        var refused = [JSONObject.null]
        if let known, !table.pointee.ignoresCase { refused.append(known) }
        return JSONObject.any(refused).negated
    }

    /// Accepts values that name a variant; nil if variants have no names.
    private var known: JSONObject? {
        switch table.pointee.tagging {
        case .untagged, .choice: return nil
        case .internal, .adjacent:
            // An object without a tag is of the subclass that the property has as its type, if that is a variant.
            let needsTag = table.pointee.untaggedIndex == table.pointee.otherwise
            // An object or array as a tag is an error under every policy for unknown variants.
            let values = JSONObject.any([.among(knownTags + (needsTag ? [] : [.null])), .ofType("object", "array")])
            var schema: JSONObject = ["type": "object"]
            if needsTag { schema["required"] = [.string(tag)] }
            schema["properties"] = [tag: values.schema]
            return schema
        case .external:
            let keys = knownTags.map { key -> JSONValue in ["required": [key]] }
            return .any([.among(knownTags), ["type": "object", "anyOf": .array(keys)]])
        }
    }

    private var knownTags: [JSONValue] { table.pointee.variants.flatMap { $0.tags.map(\.value) } }

    private func alternatives(of index: Int) -> [JSONObject] {
        let variant = table.pointee.variants[index]
        // A value under a key of its own is left out as a whole.
        let place = SchemaPlace(
            badElements: table.pointee.stepsDown(to: index) ? .error : badElements,
            isDroppable: variant.shape?.pointee.isNullable ?? false)
        let value = { variant.shape.map { builder.value($0, place) } }
        // The value is in the object with the outer tags, if there are any.
        let sameValue = { variant.shape.map { body($0, place, outerTags) } }
        if index == table.pointee.otherwise {
            // Untagged variants, that for the rest included, are tried with null, too.
            return [.all([table.pointee.tagging == .untagged ? [:] : rest, sameValue() ?? [:]])]
        }
        switch table.pointee.tagging {
        case .untagged: return [sameValue() ?? .null]
        case .choice: return [sameValue() ?? [:]]
        case .internal: return [tagged(index, variant, place)]
        case .adjacent: return [adjacent(index, variant, place)]
        case .external: return external(variant, value())
        }
    }

    // MARK: - Tags

    /// The schema of the tag for a variant, and whether the tag may be missing.
    private func tagSchema(_ index: Int, _ variant: VariantTable.Entry) -> (schema: JSONObject, mayBeMissing: Bool) {
        let isUntagged = index == table.pointee.untaggedIndex
        var values = variant.tags.map(\.value) + (isUntagged ? [.null] : [])
        if options.conversions == .lenient { values += variant.tags.flatMap(\.convertedValues) }
        var schema = JSONObject.among(values)
        if options.conversions == .lenient, variant.tags.contains(where: \.isNumber) {
            schema = .any([schema, ["type": "string", "pattern": "^-?[0-9]"]])
        }
        return (schema, isUntagged || table.pointee.ignoresCase)
    }

    /// The keywords for the tag of an object.
    private func tagKeywords(_ index: Int, _ variant: VariantTable.Entry) -> JSONObject {
        let (tagSchema, mayBeMissing) = tagSchema(index, variant)
        var schema: JSONObject = ["type": "object", "properties": [tag: tagSchema.schema]]
        if !mayBeMissing { schema["required"] = [.string(tag)] }
        return schema
    }

    private func tagged(_ index: Int, _ variant: VariantTable.Entry, _ place: SchemaPlace) -> JSONObject {
        let schema = tagKeywords(index, variant)
        guard let shape = variant.shape else { return closed(schema) }
        return merged(schema, body(shape, place, outerTags + [tag]))
    }

    /// Combines the keywords for the tag with those for the rest of the object.
    private func merged(_ schema: JSONObject, _ body: JSONObject) -> JSONObject {
        let own = body["properties"]?.objectValue ?? [:]
        // A property with the tag's key may restrict the tag further.
        let isTagFree = own[tag] == nil || own[tag] == true
        var merged = schema
        if body["type"] == "object", isTagFree {
            var properties = schema["properties"]?.objectValue ?? [:]
            properties.merge(own) { tagSchema, _ in tagSchema }
            let required = (schema["required"]?.arrayValue ?? []) + (body["required"]?.arrayValue ?? [])
            merged.merge(body)
            merged["properties"] = .object(properties)
            if !required.isEmpty { merged["required"] = .array(required) }
        } else if body.count == 1, body["$ref"] != nil {
            merged.merge(body)
        } else if !body.isEmpty {
            merged["allOf"] = [body.schema]
        }
        return merged
    }

    /// The schema of a variant's value in the object with the tags.
    private func body(_ shape: ShapePointer, _ place: SchemaPlace, _ tags: [String]) -> JSONObject {
        if tags.isEmpty { return builder.value(shape, place) }
        switch shape.pointee.kind {
        case .structure where builder.options.isClosed, .instance where builder.options.isClosed:
            return InputObjectSchema(builder: builder, meta: shape.pointee.model!, options: options).make(tags: tags)
        // The tags have any case, so no key can be refused.
        case .dictionary where table.pointee.ignoresCase: return .ofType("object")
        case .dictionary: return builder.dictionary(shape, place, tags: tags)
        case .variant:
            let inner = InputVariantSchema(
                builder: builder, table: shape.pointee.variants!, options: options, badElements: place.badElements,
                outerTags: tags)
            let isDroppable = place.isDroppable || shape.pointee.isNullable
            guard isDroppable, inner.table.pointee.skipsRest else { return inner.make() }
            return .any([inner.make(), inner.rest])
        case .wrapper where !shape.pointee.payload!._withUnsafeGuaranteedRef(\.holdsPart):
            return body(shape.pointee.element!, place, tags)
        default: return builder.value(shape, place)
        }
    }

    private func adjacent(_ index: Int, _ variant: VariantTable.Entry, _ place: SchemaPlace) -> JSONObject {
        var schema = tagKeywords(index, variant)
        let content = table.pointee.contentText
        let value = variant.shape.map { builder.value($0, place) } ?? .null
        var properties = schema["properties"]?.objectValue ?? [:]
        properties[content] = value.schema
        schema["properties"] = .object(properties)
        if let shape = variant.shape, !shape.pointee.takesNull, !table.pointee.ignoresCase,
            let required = schema["required"]?.arrayValue
        {
            schema["required"] = .array(required + [.string(content)])
        }
        return closed(schema)
    }

    /// Refuses keys that the schema does not name, if the decoder does.
    private func closed(_ schema: JSONObject) -> JSONObject {
        guard builder.options.isClosed, !table.pointee.ignoresCase else { return schema }
        var schema = schema
        var properties = schema["properties"]?.objectValue ?? [:]
        for outer in outerTags where properties[outer] == nil { properties[outer] = true }
        schema["properties"] = .object(properties)
        schema["additionalProperties"] = false
        return schema
    }

    /// Objects with one key, one for each of the variant's names; for a variant without a value, also the name alone.
    private func external(_ variant: VariantTable.Entry, _ value: JSONObject?) -> [JSONObject] {
        let names = variant.tags.map(\.value)
        let alone = value == nil ? [JSONObject.among(names)] : []
        if table.pointee.ignoresCase {
            return alone + [["type": "object", "minProperties": 1, "maxProperties": 1]]
        }
        return alone
            + names.map { name in
                [
                    "type": "object", "properties": [name.stringValue!: (value ?? .null).schema], "required": [name],
                    "additionalProperties": false,
                ]
            }
    }
}

extension JSONScalar {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

    /// The number or boolean that is converted to this tag, if values are converted.
    fileprivate var convertedValues: [JSONValue] {
        guard case .string(let text) = self else { return [] }
        if text == "true" || text == "false" { return [.bool(text == "true")] }
        return JSONNumber(text: text).map { [.number($0)] } ?? []
    }
}
