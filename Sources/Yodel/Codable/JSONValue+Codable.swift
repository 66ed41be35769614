#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The dynamic values with other coders, which neither show literals nor take them: a number arrives, and leaves, as the
// type that holds it best, and keeps its value as far as the coder keeps it. Key strategies of a coder apply to the
// keys of objects, also in this package's coders.

extension JSONValue {
    /// Decodes any value that JSON can express.
    ///
    /// - Throws: `DecodingError` if JSON cannot express the decoder's value, for example a number beyond the range of
    ///   `Double`.
    public init(from decoder: any Decoder) throws {
        // This package's decoder keeps literals and all keys; it does not call this initialiser again.
        if let decoder = decoder as? TapeDecoder {
            self = try decoder.decode(JSONValue.self)
            return
        }
        if let container = try? decoder.singleValueContainer() {
            if container.decodeNil() {
                self = .null
                return
            }
            if let bool = try? container.decode(Bool.self) {
                self = .bool(bool)
                return
            }
            if let number = JSONNumber(from: container) {
                self = .number(number)
                return
            }
            if let string = try? container.decode(String.self) {
                self = .string(string)
                return
            }
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else if let container = try? decoder.container(keyedBy: CodablePathKey.self) {
            self = .object(try JSONObject(from: container))
        } else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Expected a value that JSON can express"))
        }
    }

    /// Encodes the value as the type that it holds.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let object): try object.encode(to: encoder)
        }
    }
}

extension JSONNumber {
    /// Decodes a number of any kind.
    ///
    /// - Throws: `DecodingError` if the decoder's value is not a number, or beyond the range of `Double`.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? TapeDecoder {
            self = try decoder.decode(JSONNumber.self)
            return
        }
        let container = try decoder.singleValueContainer()
        guard let number = JSONNumber(from: container) else {
            throw DecodingError.typeMismatch(
                JSONNumber.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected a number"))
        }
        self = number
    }

    /// Encodes the number: as its literal if the encoder is this package's.
    ///
    /// Another encoder gets the simplest type that holds the number: an integer, a `Double`, or a `Decimal`. A number
    /// that none of them holds exactly is rounded to the nearest `Double`.
    ///
    /// - Throws: Any error of the encoder; another encoder's `EncodingError` if the number is beyond the range of
    ///   `Double`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if container is CodablePlace {
            // This encoder writes the type directly, and does not call this method again.
            try container.encode(self)
        } else if let value = integer(as: Int64.self) {
            try container.encode(value)
        } else if let value = integer(as: UInt64.self) {
            try container.encode(value)
        } else if let value = double, JSONNumber(value) == self {
            try container.encode(value)
        } else if let value = decimal {
            try container.encode(value)
        } else if let value = double {
            try container.encode(value)
        } else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath, debugDescription: "The number \(text) is out of the range of Double"
                ))
        }
    }

    /// The number in another decoder's container; nil if it is not a number.
    fileprivate init?(from container: any SingleValueDecodingContainer) {
        let whole =
            (try? container.decode(Int64.self)).map { JSONNumber($0) }
            ?? (try? container.decode(UInt64.self)).map { JSONNumber($0) }
        guard let number = whole ?? (try? container.decode(Double.self)).flatMap({ JSONNumber($0) }) else { return nil }
        // Only a decoder that has numbers is asked for a Decimal: others decode it as an object. JSONDecoder rounds
        // 4503599627370497.5 to an integer, but not to a Decimal.
        let decimal = try? container.decode(Decimal.self)
        // An integer, as almost all are: the number of a Decimal is made from its text, which takes much longer.
        guard whole == nil || decimal?.exponent ?? 0 < 0, let exact = decimal.flatMap({ JSONNumber($0) }),
            whole == nil || exact.integer(as: Int128.self) == nil
        else {
            self = number
            return
        }
        self = exact
    }
}

extension JSONObject {
    /// Decodes an object, with its keys in the order in which the decoder lists them.
    ///
    /// - Throws: `DecodingError` if the decoder's value is not an object, or contains a value that JSON cannot express.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? TapeDecoder {
            self = try decoder.decode(JSONObject.self)
            return
        }
        try self.init(from: decoder.container(keyedBy: CodablePathKey.self))
    }

    fileprivate init(from container: KeyedDecodingContainer<CodablePathKey>) throws {
        self.init(
            decodedMembers: try container.allKeys.map {
                (key: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
            })
    }

    /// Encodes the members in order.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        // A container would take keys for one that are equal as Swift strings only.
        if var place = encoder as? CodablePlace { return try place.encodeMembers(of: self) }
        var container = encoder.container(keyedBy: CodablePathKey.self)
        for (key, value) in self { try container.encode(value, forKey: CodablePathKey(stringValue: key)) }
    }
}
