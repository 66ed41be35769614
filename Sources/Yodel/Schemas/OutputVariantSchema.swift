/// The schema of the documents that the variants of a polymorphic type are encoded as.
struct OutputVariantSchema {
    let builder: SchemaBuilder
    let table: VariantTablePointer
    let selection: UnsafePointer<OutputTable>?

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
        if index == table.pointee.otherwise { return value() }
        let name = variant.tags.first?.value ?? .null
        switch table.pointee.tagging {
        case .untagged: return value() ?? .null
        case .choice: return value() ?? .ofType("object")
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
        guard let shapes = variant.shape?.insideItsObject else { return schema }
        let shape = shapes.last!
        let isKept = shapes.contains { $0.pointee.kind == .lazy }
        switch shape.pointee.kind {
        case .structure, .instance:
            let model = shape.pointee.model!
            var inner = place
            inner.tags = [table]
            var merged = isKept || model.pointee.unknownMembers != nil ? withAnyTag : schema
            merged.merge(builder.value(shape, inner))
            return merged
        case .dictionary:
            var merged = builder.dictionary(shape, place, tags: [tag])
            merged.merge(schema)
            return merged
        default: return .all([withAnyTag, builder.value(shape, place)])
        }
    }
}
