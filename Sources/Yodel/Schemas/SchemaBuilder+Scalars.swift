// Schemas of strings, numbers and booleans.

extension SchemaBuilder {
    /// The schema of a scalar that is not `nil`.
    func scalar(_ shape: ShapePointer) -> JSONObject {
        let isLenient = options.isLenient(shape)
        switch shape.pointee.kind {
        case .bool: return isLenient ? .any([.ofType("boolean", "string"), ["enum": [0, 1]]]) : .ofType("boolean")
        case let kind where kind.isInteger: return integer(kind.integerType!, isLenient)
        case .double, .float, .float16: return floatingPoint(isLenient)
        case .decimal, .jsonNumber: return number(isLenient)
        case .string, .substring: return isLenient ? .ofType("string", "number", "boolean") : .ofType("string")
        case .character: return ["type": "string", "minLength": 1]
        case .url: return ["type": "string", "format": "uri-reference"]
        case .uuid: return ["type": "string", "format": "uuid"]
        case .date: return date(isLenient)
        case .data: return data(shape)
        case .rawValue: return rawValue(shape, isLenient)
        case .scalar: return .ofType("string", "number", "boolean")
        default: preconditionFailure("no other kind is a scalar")
        }
    }

    // MARK: - Numbers

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ isLenient: Bool) -> JSONObject {
        var schema: JSONObject = isLenient ? .ofType("integer", "string", "boolean") : .ofType("integer")
        schema["minimum"] = JSONValue(Value.min)
        schema["maximum"] = JSONValue(Value.max)
        return schema
    }

    private func number(_ isLenient: Bool) -> JSONObject {
        isLenient ? .ofType("number", "string", "boolean") : .ofType("number")
    }

    private func floatingPoint(_ isLenient: Bool) -> JSONObject {
        let schema = number(isLenient)
        guard !isLenient, case .convert(let positive, let negative, let nan) = options.strategies.floats else {
            return schema
        }
        return .any([schema, ["enum": [.string(positive), .string(negative), .string(nan)]]])
    }

    // MARK: - Texts

    private func date(_ isLenient: Bool) -> JSONObject {
        let text: JSONObject = ["type": "string", "format": "date-time"]
        if isLenient { return .ofType("string", "number") }
        switch (options.strategies.dates.kind, options) {
        case (.iso8601, _), (.anyKnownFormat, .encoding), (.custom(_, encode: nil), .encoding): return text
        case (.anyKnownFormat, .decoding), (.formats, _): return .ofType("string")
        // The last is only of models within `Codable` types, which have no schemas.
        case (.secondsSince1970, _), (.millisecondsSince1970, _), (.secondsSince2001, _): return .ofType("number")
        case (.custom, _): return .ofType("string", "number")
        }
    }

    private func data(_ shape: ShapePointer) -> JSONObject {
        switch options.strategies.data.kind {
        case .base64: return ["type": "string", "contentEncoding": "base64"]
        case .base64URL: return ["type": "string", "contentEncoding": "base64url"]
        case .utf8, .custom: return .ofType("string")
        case .bytes: return ["type": "array", "items": scalar(shape.pointee.element!).schema]
        }
    }

    /// The cases of an enum if it lists them, or else the schema of its raw values.
    private func rawValue(_ shape: ShapePointer, _ isLenient: Bool) -> JSONObject {
        var schema = scalar(shape.pointee.element!)
        if !isLenient, let values = acceptedValues(of: shape) {
            schema = JSONObject(members: schema.filter { $0.key == "type" })
            schema["enum"] = .array(values)
        }
        return schema
    }

    private func acceptedValues(of shape: ShapePointer) -> [JSONValue]? {
        guard shape.pointee.element!.pointee.kind.isNumberOrString,
            let texts = shape.pointee.payload!._withUnsafeGuaranteedRef({ $0.acceptedRawValues }), !texts.isEmpty
        else { return nil }
        let values = texts.compactMap { text in attempt { try ModelDecoder().decode(JSONValue.self, from: text) } }
        return values.count == texts.count ? values : nil
    }

    // MARK: - Keys

    /// The schema of a dictionary's keys, which are strings in JSON; empty if any string is a key.
    func key(_ shape: ShapePointer) -> JSONObject {
        switch shape.pointee.kind {
        case .string, .substring: return [:]
        case .character: return ["minLength": 1]
        case .uuid: return ["format": "uuid"]
        case .rawValue:
            guard let values = acceptedValues(of: shape) else { return key(shape.pointee.element!) }
            return ["enum": .array(values.map { .string($0.stringValue ?? $0.description) })]
        default: return ["pattern": "^-?(0|[1-9][0-9]*)$"]
        }
    }
}

extension ValueKind {
    /// Whether the text of a raw value of this kind is JSON.
    fileprivate var isNumberOrString: Bool {
        switch self {
        case .substring, .character, .date, .data, .url, .uuid, .rawValue, .scalar: false
        default: isScalar
        }
    }
}
