import Foundation

// Types that contain themselves, and types that inherit.

extension CodableFamily {
    struct Point: Codable, Equatable {
        var x, y: Double

        static func json(_ json: inout RandomJSON) -> String {
            json.object([.required("x") { $0.double() }, .required("y") { $0.floatLiteral() }])
        }
    }

    struct Tree: CodableSample {
        var nodeName: String
        var childNodes: [Tree]?
        var attributes: [String: Int?]
        var point: Point?
        var pathPoints: [Point]?
        var matrix: [[Double]]?
        var tags: Members<String>?

        static func json(_ json: inout RandomJSON) -> String { self.json(&json, depth: 0) }

        private static func json(_ json: inout RandomJSON, depth: Int) -> String {
            json.object([
                .required("nodeName") { $0.string() },
                .optional("childNodes") { random in
                    depth > 2 ? "[]" : random.array(0...3) { self.json(&$0, depth: depth + 1) }
                },
                .required("attributes") {
                    $0.dictionary(0...3) {
                        $0.name()
                    } value: {
                        $0.chance(3) ? "null" : $0.integer(0...9)
                    }
                },
                .optional("point", Point.json), .optional("pathPoints") { $0.array(0...3, Point.json) },
                .optional("matrix") { $0.array(0...2) { $0.array(0...3) { $0.double() } } },
                .optional("tags") { $0.array(0...3) { $0.string() } },
            ])
        }
    }

    /// A class with a reference to the next instance.
    final class Chain: CodableSample {
        let number: Int
        let next: Chain?

        static func == (left: Chain, right: Chain) -> Bool {
            left.number == right.number && left.next == right.next
        }

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("number") { $0.integer(0...9) }, .optional("next") { $0.chance(3) ? "null" : self.json(&$0) },
            ])
        }
    }

    class Parent: Codable {
        var id: Int?
        var familyName: String
    }

    /// A subclass whose superclass is encoded separately, under the default key or another.
    final class Child: Parent, CodableSample {
        let extraNumbers: [Int]
        let usesDefaultKey: Bool

        private enum Keys: String, CodingKey { case extraNumbers, more, isDefault }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .extraNumbers)
            var numbers: [Int] = []
            while !list.isAtEnd {
                if try !list.decodeNil() { numbers.append(try list.decode(Int.self)) }
            }
            extraNumbers = numbers
            usesDefaultKey = try container.decodeIfPresent(Bool.self, forKey: .isDefault) ?? false
            try super.init(from: usesDefaultKey ? container.superDecoder() : container.superDecoder(forKey: .more))
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var list = container.nestedUnkeyedContainer(forKey: .extraNumbers)
            try list.encode(contentsOf: extraNumbers)
            try container.encode(usesDefaultKey, forKey: .isDefault)
            try super.encode(to: usesDefaultKey ? container.superEncoder() : container.superEncoder(forKey: .more))
        }

        static func == (left: Child, right: Child) -> Bool {
            left.id == right.id && left.familyName == right.familyName && left.extraNumbers == right.extraNumbers
                && left.usesDefaultKey == right.usesDefaultKey
        }

        static func json(_ json: inout RandomJSON) -> String {
            let parent: (inout RandomJSON) -> String = {
                $0.object([.optional("id") { $0.integer(0...9) }, .required("familyName") { $0.string() }])
            }
            let isDefault = json.chance(2)
            return json.object([
                .required("extraNumbers") { $0.array(0...4) { $0.chance(4) ? "null" : $0.integer(0...9) } },
                .required("isDefault") { _ in "\(isDefault)" }, .required(isDefault ? "super" : "more", parent),
            ])
        }
    }

    /// An enum with associated values, as the compiler encodes it.
    indirect enum Expression: CodableSample {
        case number(Double)
        case named(aName: String, bias: Float?)
        case sum(Expression, Expression)
        case list([Expression])
        case at(Point, date: Date?)
        case nothing

        static func json(_ json: inout RandomJSON) -> String { self.json(&json, depth: 0) }

        private static func json(_ json: inout RandomJSON, depth: Int) -> String {
            let operand: (inout RandomJSON) -> String = { self.json(&$0, depth: depth + 1) }
            func wrapped(_ name: String, _ members: [RandomJSON.Member]) -> String {
                json.object([.required(name) { $0.object(members) }])
            }
            switch json.count(depth > 2 ? 2...5 : 0...5) {
            case 0: return wrapped("sum", [.required("_0", operand), .required("_1", operand)])
            case 1: return wrapped("list", [.required("_0") { $0.array(0...3, operand) }])
            case 2: return wrapped("number", [.required("_0") { $0.double() }])
            case 3:
                return wrapped("named", [.required("aName") { $0.string() }, .optional("bias") { $0.floatLiteral() }])
            case 4: return wrapped("at", [.required("_0", Point.json), .optional("date") { $0.dateLiteral() }])
            default: return wrapped("nothing", [])
            }
        }
    }
}
