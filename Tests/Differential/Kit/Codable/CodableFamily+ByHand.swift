import Foundation

// Types that use containers by hand.

extension CodableFamily {
    /// Containers within containers, in objects and arrays.
    struct Nested: CodableSample {
        var city: String
        var zip: Int?
        var corners: [[Double]]
        var firstOfList: String?
        var rest: [Bool]

        private enum Keys: String, CodingKey { case theAddress, city, zip, corners, mixedList, inner }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let address = try container.nestedContainer(keyedBy: Keys.self, forKey: .theAddress)
            city = try address.decode(String.self, forKey: .city)
            zip = try address.decodeIfPresent(Int.self, forKey: .zip)
            var lists = try container.nestedUnkeyedContainer(forKey: .corners)
            corners = []
            while !lists.isAtEnd {
                var list = try lists.nestedUnkeyedContainer()
                var corner: [Double] = []
                while !list.isAtEnd { corner.append(try list.decode(Double.self)) }
                corners.append(corner)
            }
            var mixed = try container.nestedUnkeyedContainer(forKey: .mixedList)
            firstOfList = try mixed.decodeIfPresent(String.self)
            rest = try mixed.nestedContainer(keyedBy: Keys.self).decode([Bool].self, forKey: .inner)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var address = container.nestedContainer(keyedBy: Keys.self, forKey: .theAddress)
            try address.encode(city, forKey: .city)
            try address.encodeIfPresent(zip, forKey: .zip)
            var lists = container.nestedUnkeyedContainer(forKey: .corners)
            for corner in corners {
                var list = lists.nestedUnkeyedContainer()
                for number in corner { try list.encode(number) }
            }
            var mixed = container.nestedUnkeyedContainer(forKey: .mixedList)
            if let firstOfList { try mixed.encode(firstOfList) } else { try mixed.encodeNil() }
            var inner = mixed.nestedContainer(keyedBy: Keys.self)
            try inner.encode(rest, forKey: .inner)
        }

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("theAddress") {
                    $0.object([.required("city") { $0.string() }, .optional("zip") { $0.integer(0...99_999) }])
                },
                .required("corners") { $0.array(0...3) { $0.array(0...3) { $0.floatLiteral() } } },
                .required("mixedList") { json in
                    let inner = json.object([.required("inner") { $0.array(0...3) { $0.bool() } }])
                    return "[\(json.chance(3) ? "null" : json.string(0...4)), \(inner)]"
                },
            ])
        }
    }

    /// An array whose elements have decoders of their own: a number, and the rest.
    struct Stack: CodableSample {
        var top: Int?
        var below: [Stack]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            top = try container.decodeIfPresent(Int.self)
            below = []
            while !container.isAtEnd { below.append(try Stack(from: container.superDecoder())) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if let top { try container.encode(top) } else { try container.encodeNil() }
            for stack in below { try stack.encode(to: container.superEncoder()) }
        }

        static func json(_ json: inout RandomJSON) -> String { self.json(&json, depth: 0) }

        private static func json(_ json: inout RandomJSON, depth: Int) -> String {
            let top = json.chance(3) ? "null" : json.integer(0...9)
            let below = (0..<json.count(0...(depth > 2 ? 0 : 3))).map { _ in self.json(&json, depth: depth + 1) }
            return "[" + ([top] + below).joined(separator: ",") + "]"
        }
    }

    /// Takes what it can get: asks for keys, tries one type and then another, and throws only for the kind of the
    /// document.
    struct Tolerant: CodableSample {
        var number: Int?
        var text: String?
        var isThere: Bool
        var isNull: Bool?
        var list: [Int?]
        var size: Size?

        private enum CodingKeys: String, CodingKey { case number, text, theList, size }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number =
                (try? container.decode(Int.self, forKey: .number))
                ?? (try? container.decode(String.self, forKey: .number)).flatMap { Int($0) }
                ?? (try? container.decode(Bool.self, forKey: .number)).map { $0 ? 1 : 0 }
            isThere = container.contains(.text)
            isNull = try? container.decodeNil(forKey: .text)
            text =
                (try? container.decodeIfPresent(String.self, forKey: .text))
                ?? (try? container.decode(Double.self, forKey: .text)).map { "\($0)" }
            list = []
            if var elements = try? container.nestedUnkeyedContainer(forKey: .theList) {
                while !elements.isAtEnd {
                    if let element = try? elements.decode(Int.self) {
                        list.append(element)
                    } else if (try? elements.decodeNil()) != true {
                        // Skips the element, whatever it is.
                        _ = try elements.superDecoder()
                        list.append(nil)
                    }
                }
            }
            size = (try? container.decodeIfPresent(Size.self, forKey: .size)) ?? nil
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encodeIfPresent(text, forKey: .text)
            try container.encode(list, forKey: .theList)
            try container.encode(isThere ? size : nil, forKey: .size)
        }

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .optional("number") { $0.one(of: ["1", #""12""#, "true", "1.5", "[]"]) },
                .optional("text") { $0.one(of: [#""text""#, "2.5", "null", "{}"]) },
                .optional("theList") {
                    $0.array(0...5) { $0.one(of: ["1", "null", #""x""#, "1.5", "[1]", #"{"a": 2}"#]) }
                },
                .optional("size") { $0.one(of: [#""small""#, #""none""#, "7"]) },
            ])
        }
    }
}
