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
        case .unique where kind == .list && shape.pointee.isArray && !leavesOut:
            let element = shape.pointee.element!.insideChecks
            return element.pointee.differsOnlyInJSON(options.strategies.floats) ? ["uniqueItems": true] : [:]
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
            // An object may have more keys than the dictionary: two spellings of é are one key, and so are 0 and -0.
            if let least { schema["minProperties"] = JSONValue(least) }
        default: break
        }
        return schema
    }
}

extension Shape {
    /// Whether two values that are not equal are never made from equal JSON values.
    ///
    /// To JSON Schema, 1 and 1.0 are equal; `RawJSON` and types with an `==` of their own can tell them apart. A text
    /// that is read as NaN equals itself, but NaN does not.
    fileprivate func differsOnlyInJSON(_ floats: NonConformingFloats) -> Bool {
        if kind == .rawValue { return element!.pointee.differsOnlyInJSON(floats) }
        return kind.isScalar && kind != .scalar && !(kind.isFloatingPoint && floats != .error)
    }
}

extension ValueKind {
    fileprivate var isNumber: Bool { isBinaryNumber || self == .decimal }
}
