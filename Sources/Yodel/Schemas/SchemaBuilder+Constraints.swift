// The constraints that a schema can express.

extension SchemaBuilder {
    /// The schema of a value with constraints, which are checked when it is decoded, not when it is encoded.
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

    /// - Parameter leavesOut: Whether the collection drops elements that do not fit.
    private func keywords(
        for keyword: ConstraintKeyword, of shape: ShapePointer, isLenient: Bool, _ leavesOut: Bool
    ) -> JSONObject {
        let kind = shape.pointee.kind
        switch keyword {
        case .number(let name, let value) where kind.isNumber: return [name: value]
        case .string(let name, let value) where kind == .string || kind == .substring: return [name: value]
        // With conversions, other values may become these.
        case .oneOf(let values) where !isLenient && (kind.isNumber || kind == .string): return ["enum": .array(values)]
        case .count(let least, let most): return counts(least, leavesOut ? nil : most, of: shape)
        // A set is unique even if the document repeats an element.
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
            // Two spellings of é are one key, so an object may have more keys than a dictionary of strings.
            if let most, shape.pointee.key!.pointee.kind != .string { schema["maxProperties"] = JSONValue(most) }
        default: break
        }
        return schema
    }
}

extension ValueKind {
    fileprivate var isNumber: Bool { isBinaryNumber || self == .decimal }
}
