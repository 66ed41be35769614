/// The schema of the documents that the variants of a polymorphic type are encoded as.
struct OutputVariantSchema {
    let builder: SchemaBuilder
    let table: VariantTablePointer
    let selection: UnsafePointer<OutputTable>?
    /// The polymorphic types around this one, whose tags are in the same object; the innermost first.
    var outer: [VariantTablePointer] = []
    /// All polymorphic types around this one in the same object, also those without tags.
    var around: [VariantTablePointer] = []

    func make() -> JSONObject {
        let choices = table.pointee.variants.indices.compactMap { choice($0) }
        switch table.pointee.tagging {
        case .untagged, .choice: return .any(choices)
        case .internal, .adjacent, .external:
            // The variant for unknown values may write anything.
            let isExclusive = table.pointee.otherwise == nil && choices.count > 1
            return isExclusive ? ["oneOf": .array(choices.map(\.schema))] : .any(choices)
        }
    }

    /// Nil for a variant that cannot be written.
    private func choice(_ index: Int) -> JSONObject? {
        let variant = table.pointee.variants[index]
        let place = SchemaPlace(badElements: .error, selection: selection.flatMap { $0.pointee.variants?[index] })
        let value = { variant.shape.map { builder.value($0, place) } }
        // The value is in the object with the outer tags, if there are any.
        let sameValue = { variant.shape.map { body($0, place, outer) } }
        if index == table.pointee.otherwise { return sameValue() }
        let name = variant.tags.first?.value ?? .null
        switch table.pointee.tagging {
        case .untagged: return sameValue() ?? .null
        case .choice: return sameValue() ?? .ofType("object")
        case .internal: return tagged(variant, name, place)
        case .adjacent: return object([table.pointee.tagText: ["const": name], table.pointee.contentText: value()])
        case .external:
            guard let value = value() else { return ["const": name] }
            return object([name.stringValue!: value])
        }
    }

    /// An object that always has these properties, in this order.
    private func object(_ properties: KeyValuePairs<String, JSONObject?>) -> JSONObject {
        let properties = properties.compactMap { key, schema in schema.map { (key, $0.schema) } }
        return [
            "type": "object", "properties": .object(JSONObject(members: properties)),
            "required": .array(properties.map { .string($0.0) }),
        ]
    }

    private func tagged(_ variant: VariantTable.Entry, _ name: JSONValue, _ place: SchemaPlace) -> JSONObject {
        let tag = table.pointee.tagText
        let schema = object([tag: ["const": name]])
        // What is written as it was decoded may have any of the tags.
        let tags = JSONValue.array(variant.tags.map(\.value))
        let withAnyTag = variant.tags.count == 1 ? schema : object([tag: ["enum": tags]])
        guard let shape = variant.shape else { return schema }
        let value = body(shape, place, [table] + outer)
        let isKept = shape.insideItsObject.contains { $0.pointee.kind == .lazy }
        switch shape.insideItsObject.last!.pointee.kind {
        case .structure where !isKept, .instance where !isKept:
            let model = shape.insideItsObject.last!.pointee.model!
            var merged = model.pointee.unknownMembers != nil ? withAnyTag : schema
            merged.merge(value)
            return merged
        case .dictionary where !isKept:
            var merged = value
            var properties = value["properties"]!.objectValue!
            properties[tag] = ["const": name]
            merged.merge(schema)
            merged["properties"] = .object(properties)
            return merged
        default: return .all([withAnyTag, value])
        }
    }

    /// The schema of a value in the object with the tags of these types.
    private func body(_ shape: ShapePointer, _ place: SchemaPlace, _ tables: [VariantTablePointer]) -> JSONObject {
        if tables.isEmpty { return builder.value(shape, place) }
        let shapes = shape.insideItsObject
        let isKept = shapes.contains { $0.pointee.kind == .lazy }
        // What has not been decoded is written as it was, unless a part of it is left out.
        if isKept, place.selection?.pointee.isWhole ?? true { return [:] }
        let inside = shapes.last!
        switch inside.pointee.kind {
        case .structure, .instance:
            var inner = place
            inner.tags = tables
            return builder.value(inside, inner)
        case .dictionary: return builder.dictionary(inside, place, tags: tables.map(\.pointee.tagText))
        case .variant:
            let (inner, around) = (inside.pointee.variants!, around + [table])
            // A lazy value can lead back to the same variants.
            if around.contains(inner) { return [:] }
            return OutputVariantSchema(
                builder: builder, table: inner, selection: place.selection, outer: tables, around: around
            ).make()
        default: return builder.value(inside, place)
        }
    }
}
