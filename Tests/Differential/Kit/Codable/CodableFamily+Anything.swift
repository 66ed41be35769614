extension CodableFamily {
    /// Any value, decoded by trying one type after another.
    indirect enum Anything: Codable, Equatable {
        case null, bool(Bool), int(Int), unsigned(UInt64), double(Double), string(String), array([Anything])
        case object([String: Anything])

        /// How it encodes its contents: as values, in nested containers, or with encoders for superclasses.
        static let style = CodingUserInfoKey(rawValue: "style")!

        init(from decoder: any Decoder) throws {
            if var container = try? decoder.unkeyedContainer() {
                var elements: [Anything] = []
                while !container.isAtEnd { elements.append(try container.decode(Anything.self)) }
                self = .array(elements)
            } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
                var members: [String: Anything] = [:]
                for key in container.allKeys {
                    members[key.stringValue] = try container.decode(Anything.self, forKey: key)
                }
                self = .object(members)
            } else {
                self = try Self.scalar(decoder.singleValueContainer())
            }
        }

        private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Anything {
            if container.decodeNil() { return .null }
            if let value = try? container.decode(Bool.self) { return .bool(value) }
            if let value = try? container.decode(Int.self) { return .int(value) }
            if let value = try? container.decode(UInt64.self) { return .unsigned(value) }
            if let value = try? container.decode(Double.self) { return .double(value) }
            return .string(try container.decode(String.self))
        }

        func encode(to encoder: any Encoder) throws {
            let style = encoder.userInfo[Self.style] as? Int ?? 0
            switch self {
            case .array(let elements):
                var container = encoder.unkeyedContainer()
                for element in elements { try element.encode(in: &container, style) }
            case .object(let members):
                var container = encoder.container(keyedBy: AnyKey.self)
                for (key, value) in members { try value.encode(in: &container, AnyKey(key), style) }
            default:
                var container = encoder.singleValueContainer()
                try encodeScalar(in: &container)
            }
        }

        private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .unsigned(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array, .object: try container.encode(self)
            }
        }

        private func encode(in container: inout any UnkeyedEncodingContainer, _ style: Int) throws {
            switch (style, self) {
            case (1, .array(let elements)):
                var nested = container.nestedUnkeyedContainer()
                for element in elements { try element.encode(in: &nested, style) }
            case (1, .object(let members)):
                var nested = container.nestedContainer(keyedBy: AnyKey.self)
                for (key, value) in members { try value.encode(in: &nested, AnyKey(key), style) }
            case (2, _): try encode(to: container.superEncoder())
            default: try container.encode(self)
            }
        }

        private func encode(
            in container: inout KeyedEncodingContainer<AnyKey>, _ key: AnyKey, _ style: Int
        ) throws {
            switch (style, self) {
            case (1, .array(let elements)):
                var nested = container.nestedUnkeyedContainer(forKey: key)
                for element in elements { try element.encode(in: &nested, style) }
            case (1, .object(let members)):
                var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                for (key, value) in members { try value.encode(in: &nested, AnyKey(key), style) }
            case (2, _): try encode(to: container.superEncoder(forKey: key))
            default: try container.encode(self, forKey: key)
            }
        }
    }
}
