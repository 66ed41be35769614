/// The schema of the objects that a model is decoded from, made level by level from its table of keys.
///
/// ```
/// .map(\Book.author, to: "meta.author")
///
/// {"properties": {"meta": {"type": "object", "properties": {"author": …}, "required": ["author"]}},
///  "required": ["meta"]}
/// ```
struct InputObjectSchema {
    let builder: SchemaBuilder
    let meta: TypeMetaPointer
    let options: DecodingOptions
    /// The fields, and parts of fields, without which an object is refused.
    private let needed: Set<Int32>
    private let defaults: [Int32: JSONValue]

    init(builder: SchemaBuilder, meta: TypeMetaPointer, options: DecodingOptions) {
        self.builder = builder
        self.meta = meta
        self.options = options
        needed = Self.needed(of: meta, options)
        defaults = SchemaDefaults(meta: meta, options: options, builder: builder).values
    }

    /// - Parameter tags: Keys that name the variant which the object is; they are accepted even if the model lacks
    ///   them.
    func make(tags: [String] = []) -> JSONObject {
        var schema = members(of: meta.pointee.keys, tags: tags, isNested: false).schema
        if !meta.pointee.keys.pointee.isCaseSensitive {
            schema["$comment"] = SchemaBuilder.ignoresCase
        } else if meta.pointee.preparation != nil {
            schema["$comment"] = "The object as willDecode leaves it."
        }
        let conditions = conditions
        if conditions.count == 1 { schema.merge(conditions[0]) } else { schema.merge(.all(conditions)) }
        return schema
    }

    // MARK: - Keys

    /// The schema of members, whether an object is refused without them, and whether every field in them tolerates
    /// values that do not fit.
    private typealias Member = (schema: JSONObject, isNeeded: Bool, isTolerant: Bool)

    /// - Parameter isAlsoAValue: Whether a property takes the object, or one around it, as a whole, too.
    private func members(
        of table: UnsafePointer<KeyTable>, tags: [String] = [], isNested: Bool = true, isAlsoAValue: Bool = false
    ) -> Member {
        if table.pointee.indices != nil { return elements(of: table, isAlsoAValue: isAlsoAValue) }
        var properties = JSONObject()
        var required: [JSONValue] = []
        var isTolerant = true
        for entry in table.entries {
            let key = entry.pointee.key
            let member = member(entry, isAlsoAValue: isAlsoAValue)
            properties[key] = member.schema.schema
            // A schema cannot require a key that may be spelled in several ways.
            if member.isNeeded, table.pointee.isCaseSensitive { required.append(.string(key)) }
            isTolerant = isTolerant && member.isTolerant
        }
        for tag in tags where properties[tag] == nil { properties[tag] = true }
        var schema = JSONObject.ofType("object")
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        if !required.isEmpty { schema["required"] = .array(required) }
        let keepsUnknown = !isNested && meta.pointee.unknownMembers != nil
        if builder.options.isClosed, !keepsUnknown, !isAlsoAValue, table.pointee.isCaseSensitive {
            schema["additionalProperties"] = false
        }
        return (schema, !required.isEmpty, isTolerant)
    }

    /// The elements of an array that paths lead through.
    private func elements(of table: UnsafePointer<KeyTable>, isAlsoAValue: Bool) -> Member {
        var elements: [JSONValue] = []
        var neededCount = 0
        var isTolerant = true
        for (place, entry) in table.entries.enumerated() {
            let index = table.pointee.indices![place]
            let member = member(entry, isAlsoAValue: isAlsoAValue)
            isTolerant = isTolerant && member.isTolerant
            // A schema lists elements from the first one on, so distant elements are left out.
            guard index < OutputTableBuilder.elementLimit else { continue }
            while elements.count < index { elements.append(true) }
            elements.append(member.schema.schema)
            if member.isNeeded { neededCount = index + 1 }
        }
        var schema = JSONObject.ofType("array")
        if !elements.isEmpty { schema["prefixItems"] = .array(elements) }
        if neededCount > 0 { schema["minItems"] = JSONValue(neededCount) }
        return (schema, neededCount > 0, isTolerant)
    }

    /// The schema of a key's or element's value, for its fields and its nested keys together.
    private func member(_ entry: UnsafePointer<KeyEntry>, isAlsoAValue: Bool) -> Member {
        let fields = entry.pointee.targets.map(\.field)
        var schemas = fields.map { field($0) }
        var isNeeded = fields.contains { needed.contains($0) && meta.pointee.fieldOrPart($0).pointee.keys.count == 1 }
        var isTolerant = fields.allSatisfy { meta.pointee.fieldOrPart($0).toleratesMismatches(by: options) }
        if let nested = entry.pointee.nested {
            let inner = members(of: nested, isAlsoAValue: isAlsoAValue || !fields.isEmpty)
            isNeeded = isNeeded || inner.isNeeded
            if inner.isTolerant {
                // A value of another type is skipped; an object or array is still read.
                schemas.append(JSONObject(members: inner.schema.filter { $0.key != "type" }))
            } else {
                schemas.append(inner.isNeeded ? inner.schema : inner.schema.orNull())
            }
            isTolerant = isTolerant && inner.isTolerant
        }
        return (.all(schemas), isNeeded, isTolerant)
    }

    // MARK: - Fields

    /// The schema of a field's value, under one of its keys.
    private func field(_ index: Int32) -> JSONObject {
        var schema = values(of: meta.pointee.fieldOrPart(index), isNeeded: needed.contains(index))
        // Adds the keywords that depend on the property rather than on its type.
        if let value = defaults[index] { schema["default"] = value }
        return schema
    }

    private func values(of field: UnsafePointer<FieldMeta>, isNeeded: Bool) -> JSONObject {
        let shape = field.pointee.shape
        let nulls = field.pointee.tolerance.nulls
        // With several keys, a null under one leaves the value to the others.
        let passesNull = field.pointee.keys.count > 1
        let refusesNull = nulls == .error && !passesNull
        if field.toleratesMismatches(by: options) { return refusesNull ? JSONObject.null.negated : [:] }
        let place = place(of: field)
        if refusesNull { return withoutNull(builder.present(shape, place), shape) }
        // The field cannot be made without this part.
        if field.pointee.whenAbsent == .part, isNeeded, isAbsentIfNull(field) { return builder.present(shape, place) }
        let schema = builder.value(shape, place)
        let isDefaulted = (nulls ?? options.nulls) == .useDefault && field.pointee.whenAbsent != .required && !isNeeded
        guard passesNull || isDefaulted else { return schema }
        // A word is null only where null is a value.
        return isDefaulted || shape.pointee.isNullable ? builder.orNull(schema, shape) : schema.orNull()
    }

    func place(of field: UnsafePointer<FieldMeta>) -> SchemaPlace {
        SchemaPlace(
            badElements: field.pointee.tolerance.elements ?? options.badElements,
            isDroppable: field.pointee.whenAbsent.hasDefault || field.pointee.shape.pointee.isNullable)
    }

    func withoutNull(_ schema: JSONObject, _ shape: ShapePointer) -> JSONObject {
        switch shape.pointee.kind {
        case .dynamic, .rawJSON, .lazy, .variant, .wrapper: .all([schema, JSONObject.null.negated])
        default: schema
        }
    }
}

extension KeyEntry {
    fileprivate var key: String { String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self) }
}
