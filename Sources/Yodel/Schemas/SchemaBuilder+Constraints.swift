// What a schema can say of constraints.

extension SchemaBuilder {
    /// The schema of a value that has constraints, which are looked at where it is decoded, and not where it is encoded.
    func checked(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        let element = shape.pointee.element!
        let schema = value(element, place)
        guard case .decoding = options else { return schema }
        let keywords = shape.pointee.payload!._withUnsafeGuaranteedRef(\.keywords)
        let isLenient = options.isLenient(element)
        let leavesOut = element.pointee.isCollection && leavesOutElements(of: element, place)
        return keywords.reduce(schema) { schema, keyword in
            let added = self.keywords(for: keyword, of: element, isLenient: isLenient, leavesOut)
            guard added.allSatisfy({ schema[$0.key] == nil }), schema["allOf"] == nil else {
                return .all([schema, added])
            }
            var schema = schema
            schema.merge(added)
            return schema
        }
    }

    /// - Parameter leavesOut: Elements that do not fit are none of the collection.
    private func keywords(
        for keyword: ConstraintKeyword, of shape: ShapePointer, isLenient: Bool, _ leavesOut: Bool
    ) -> JSONObject {
        let kind = shape.pointee.kind
        switch keyword {
        case .number(let name, let value) where kind.isNumber: return [name: value]
        case .string(let name, let value) where kind == .string || kind == .substring: return [name: value]
        // Where values are converted, others stand for them.
        case .oneOf(let values) where !isLenient && (kind.isNumber || kind == .string): return ["enum": .array(values)]
        case .count(let least, let most): return counts(least, leavesOut ? nil : most, of: shape)
        // Of a set, two elements may be one.
        case .unique where kind == .list && shape.pointee.isArray && !leavesOut: return ["uniqueItems": true]
        default: return [:]
        }
    }

    private func counts(_ least: Int?, _ most: Int?, of shape: ShapePointer) -> JSONObject {
        var schema = JSONObject()
        switch shape.pointee.kind {
        case .list:
            if let least { schema["minItems"] = JSONValue(least) }
            if let most, shape.pointee.isArray { schema["maxItems"] = JSONValue(most) }
        case .dictionary:
            if let least { schema["minProperties"] = JSONValue(least) }
            // Keys that are different texts may be one: 1 and 1.0 are not, but é has two spellings.
            if let most, shape.pointee.key!.pointee.kind != .string { schema["maxProperties"] = JSONValue(most) }
        default: break
        }
        return schema
    }
}

extension ValueKind {
    fileprivate var isNumber: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128, .double, .float,
            .float16, .decimal:
            true
        default: false
        }
    }
}
