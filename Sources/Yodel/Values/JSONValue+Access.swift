extension JSONValue {
    /// The value of a key; nil if this is not an object or does not have the key.
    ///
    /// Assigning sets the value of the key, and assigning nil removes the key. Assigning to a key of a value that is
    /// not an object does nothing, as with optional chaining.
    public subscript(key: String) -> JSONValue? {
        get {
            guard case .object(let object) = self else { return nil }
            return object[key]
        }
        _modify {
            guard case .object(var object) = self else {
                var nothing: JSONValue?
                yield &nothing
                return
            }
            // With a second reference, the caller's change would copy the object.
            self = .null
            defer { self = .object(object) }
            yield &object[key]
        }
    }

    /// The element at a position; nil if this is not an array or is too short.
    ///
    /// Assigning replaces the element, and assigning nil removes it. Assigning to a position that does not exist does
    /// nothing.
    public subscript(position: Int) -> JSONValue? {
        get {
            guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
            return elements[position]
        }
        _modify {
            guard case .array(var elements) = self, elements.indices.contains(position) else {
                var nothing: JSONValue?
                yield &nothing
                return
            }
            self = .null
            var element: JSONValue? = elements[position]
            elements[position] = .null
            defer {
                if let element {
                    elements[position] = element
                } else {
                    elements.remove(at: position)
                }
                self = .array(elements)
            }
            yield &element
        }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean; nil if this is something else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil if this is something else.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an `Int`; nil if this is not a number, has a fraction or does not fit.
    public var intValue: Int? { numberValue?.integer() }

    /// The number as the nearest `Double`; nil if this is not a number or is beyond the range of `Double`.
    public var doubleValue: Double? { numberValue?.double }

    /// The string; nil if this is something else.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of the array; nil if this is something else.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object; nil if this is something else.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}
