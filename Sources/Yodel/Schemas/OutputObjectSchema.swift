/// The schema of the objects that a model is encoded as, made from its output table.
struct OutputObjectSchema {
    let builder: SchemaBuilder
    let meta: TypeMetaPointer
    let options: EncodingOptions

    func make(_ table: UnsafePointer<OutputTable>) -> JSONObject {
        if let conflict = table.pointee.conflict { builder.fail(.invalidMapping(conflict)) }
        var schema = object(table).schema
        if table.pointee.hooks?.pointee.didEncode != nil { schema["$comment"] = "The object before didEncode." }
        return schema
    }

    /// What an entry of the table writes.
    private struct Member {
        var schema: JSONObject
        /// Whether it is always written.
        var isRequired: Bool
        /// Whether it always has a value other than a mere `null`.
        var isPresent: Bool
    }

    /// An object, and whether one of its members always has a value.
    private func object(_ table: UnsafePointer<OutputTable>) -> (schema: JSONObject, isPresent: Bool) {
        var properties = JSONObject()
        var required: [JSONValue] = []
        var isPresent = false
        for entry in table.pointee.entryPointers where entry.pointee.action != .unknown {
            let key = entry.pointee.key.string
            let member = member(entry)
            properties[key] = member.schema.schema
            if member.isRequired { required.append(.string(key)) }
            if member.isPresent { isPresent = true }
        }
        var schema = JSONObject.ofType("object")
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return (schema, isPresent)
    }

    /// An array with elements at fixed positions, up to the last that has a value, and whether one always has a value.
    ///
    /// Elements without a value, and those that no path leads to, are `null`.
    private func array(_ table: UnsafePointer<OutputTable>) -> (schema: JSONObject, isPresent: Bool) {
        var elements: [JSONValue] = []
        var leastCount = 0
        var isPresent = false
        for entry in table.pointee.entryPointers {
            while elements.count < entry.pointee.index { elements.append(JSONObject.null.schema) }
            let member = member(entry)
            elements.append((member.isPresent ? member.schema : member.schema.orNull()).schema)
            if member.isRequired || entry.pointee.isElement(options.nils, at: nil) { leastCount = elements.count }
            if member.isPresent { isPresent = true }
        }
        var schema = JSONObject.ofType("array")
        schema["prefixItems"] = .array(elements)
        if leastCount > 0 { schema["minItems"] = JSONValue(leastCount) }
        schema["maxItems"] = JSONValue(elements.count)
        return (schema, isPresent)
    }

    private func member(_ entry: UnsafePointer<OutputEntry>) -> Member {
        switch entry.pointee.action {
        case .field, .part: return field(entry)
        case .group, .elements:
            let table = entry.pointee.table!
            let (schema, isPresent) = entry.pointee.action == .group ? object(table) : array(table)
            return Member(
                schema: schema, isRequired: isPresent || table.pointee.writesNull(options.nils, at: nil),
                isPresent: isPresent)
        case .several:
            let candidates = entry.pointee.candidates.indices.map {
                field(entry.pointee.candidates.baseAddress! + $0)
            }
            return Member(
                schema: .any(candidates.map(\.schema)), isRequired: candidates.contains(where: \.isRequired),
                isPresent: candidates.contains(where: \.isPresent))
        case .unknown, .end: preconditionFailure("unknown members and the end have no key")
        }
    }

    private func field(_ entry: UnsafePointer<OutputEntry>) -> Member {
        let shape = entry.pointee.shape
        let place = SchemaPlace(badElements: .error, selection: entry.pointee.table)
        let writesNull = (entry.pointee.nils ?? options.nils) == .null
        // A `Field` distinguishes absent from null itself.
        let isField = shape.pointee.absentBytes != nil
        let isPresent = !isField && !shape.pointee.mayBeNil
        // The member itself is neither `nil` nor a wrapper around `nil`.
        let inner = shape.pointee.kind == .wrapper ? shape.pointee.element : nil
        let schema = builder.present(inner.flatMap { $0.pointee.isNullable ? $0 : nil } ?? shape, place)
        var member = Member(
            schema: isField || !isPresent && writesNull ? schema.orNull() : schema,
            isRequired: isPresent || writesNull && !isField, isPresent: isPresent)
        if let composition = entry.pointee.composition,
            meta.pointee.field(composition.pointee.field).pointee.shape.pointee.isNullable
        {
            // A field that is `nil` has no parts.
            (member.isRequired, member.isPresent) = (false, false)
        }
        return member
    }
}
