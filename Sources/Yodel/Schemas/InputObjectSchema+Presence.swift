// The keys that an object must have, beyond the single keys in `required`.

extension InputObjectSchema {
    /// The fields, and parts of fields, without which an object is refused.
    static func needed(of meta: TypeMetaPointer, _ options: DecodingOptions) -> Set<Int32> {
        var needed: Set<Int32> = []
        for index in meta.pointee.fields.indices {
            let field = meta.pointee.field(index)
            guard field.pointee.isInput else { continue }
            if let composition = field.pointee.composition {
                guard field.pointee.whenAbsent == .required else { continue }
                needed.formUnion(meta.pointee.composition(composition).neededParts(of: meta, options))
            } else if !field.pointee.keys.isEmpty, field.isMissing(by: options) {
                needed.insert(Int32(index))
            }
        }
        return needed
    }

    /// Conditions on several keys together.
    var conditions: [JSONObject] {
        guard meta.pointee.keys.pointee.isCaseSensitive else { return [] }
        return meta.pointee.fields.indices.compactMap { index in
            let field = meta.pointee.field(index)
            guard field.pointee.isInput else { return nil }
            if let composition = field.pointee.composition {
                return field.pointee.whenAbsent == .required
                    ? nil : wholeOrAbsent(meta.pointee.composition(composition))
            }
            guard field.pointee.keys.count > 1 else { return nil }
            return field.isMissing(by: options) ? oneOfTheKeys(of: field) : noNullAlone(field)
        }
    }

    /// A field with several keys: the object has one of them.
    private func oneOfTheKeys(of field: UnsafePointer<FieldMeta>) -> JSONObject {
        let value = field.pointee.tolerance.nulls == .error ? JSONObject.null.negated : value(of: field.pointee.shape)
        return presence(ofAny: field.pointee.keys, value)
    }

    /// A field with several keys that has a default, but not for `null`: if one key has null, another must have a
    /// value, which fits.
    private func noNullAlone(_ field: UnsafePointer<FieldMeta>) -> JSONObject? {
        let nulls = field.pointee.tolerance.nulls
        let isTolerant = field.toleratesMismatches(by: options)
        let isRefused =
            nulls == .error
            || nulls == nil && options.nulls == .error && !takesNull(field.pointee.shape) && !isTolerant
        guard isRefused else { return nil }
        let shape = field.pointee.shape
        // Without tolerance, the schema of the key itself refuses a value that does not fit.
        let value =
            isTolerant ? withoutNull(builder.present(shape, place(of: field)), shape) : JSONObject.null.negated
        return .any([
            presence(ofAny: field.pointee.keys, value),
            presence(ofAny: field.pointee.keys, .null).negated,
        ])
    }

    private func presence(ofAny keys: [MappedKey], _ value: JSONObject) -> JSONObject {
        .any(
            keys.map { key in
                var schema = presence(of: key.steps[...], value)
                // The schema of the model itself has the type.
                schema["type"] = nil
                return schema
            })
    }

    /// Accepts the values of a field without a default as far as null is concerned; the field's own schema checks the
    /// rest.
    private func value(of shape: ShapePointer) -> JSONObject { takesNull(shape) ? [:] : JSONObject.null.negated }

    private func takesNull(_ shape: ShapePointer) -> Bool {
        if shape.pointee.kind == .wrapper, let element = shape.pointee.element, takesNull(element) { return true }
        return shape.pointee.takesNull || options.missingCollections == .empty && shape.pointee.isCollection
    }

    /// A composed field with a default: the object has either none of the parts, or all that cannot be `nil`.
    private func wholeOrAbsent(_ composition: UnsafePointer<FieldComposition>) -> JSONObject? {
        let parts = composition.pointee.parts.map { meta.pointee.fieldOrPart(Int32($0)) }
        let needed = composition.neededParts(of: meta, options).map { meta.pointee.fieldOrPart($0) }
        guard parts.count > 1, !needed.isEmpty else { return nil }
        let none = JSONObject.any(parts.map { presence(ofAny: [$0.pointee.keys[0]], certainValue(ofPart: $0)) })
        let whole = needed.map { presence(ofAny: [$0.pointee.keys[0]], value(ofPart: $0)) }
        return .any([none.negated, .all(whole)])
    }

    /// Accepts the values of a part as far as null is concerned, which may count as an absent part.
    private func value(ofPart part: UnsafePointer<FieldMeta>) -> JSONObject {
        isAbsentIfNull(part) ? JSONObject.null.negated : value(of: part.pointee.shape)
    }

    /// The same without words that may be converted to null.
    private func certainValue(ofPart part: UnsafePointer<FieldMeta>) -> JSONObject {
        let inside = part.pointee.shape.insideWrappers.last!
        guard isAbsentIfNull(part), builder.options.isLenient(inside) else { return value(ofPart: part) }
        switch inside.pointee.kind {
        // Blank text is null, too.
        case .url: return JSONObject.ofType("string", "null").negated
        case let kind where kind.holdsText && kind != .rawValue: return value(ofPart: part)
        default: return JSONObject.among([.null] + SchemaBuilder.nullWords).negated
        }
    }

    /// Whether a part of a composed field is left out if it is null, as its type has no value for it.
    func isAbsentIfNull(_ part: UnsafePointer<FieldMeta>) -> Bool {
        options.nulls == .useDefault && !part.pointee.shape.pointee.takesNull
    }

    /// Accepts objects with a value at a path that another schema accepts.
    private func presence(of steps: ArraySlice<JSONPath.Step>, _ value: JSONObject) -> JSONObject {
        guard let step = steps.first else { return value }
        let inner = presence(of: steps.dropFirst(), value)
        switch step {
        case .key(let key):
            var schema: JSONObject = ["type": "object", "required": [.string(key)]]
            if !inner.isEmpty { schema["properties"] = [key: inner.schema] }
            return schema
        case .index(let index):
            guard index < OutputTableBuilder.elementLimit else { return .ofType("array") }
            let before = [JSONValue](repeating: true, count: index)
            var schema: JSONObject = ["type": "array", "minItems": JSONValue(index + 1)]
            if !inner.isEmpty { schema["prefixItems"] = .array(before + [inner.schema]) }
            return schema
        }
    }
}

extension UnsafePointer<FieldComposition> {
    /// The parts that must be present, because they cannot be `nil` or empty.
    fileprivate func neededParts(of meta: TypeMetaPointer, _ options: DecodingOptions) -> [Int32] {
        pointee.parts.map { Int32($0) }.filter { meta.pointee.fieldOrPart($0).isMissing(by: options) }
    }
}
