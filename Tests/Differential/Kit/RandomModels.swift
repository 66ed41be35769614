package import Foundation
package import Yodel

/// A model that random documents are written for.
package protocol RandomModel: Model, Equatable, SendableMetatype {
    static func json(_ json: inout RandomJSON) -> String
}

/// Models that `JSONDecoder` can also decode.
package enum RandomModels {
    package struct Flat: RandomModel, Codable {
        package var bool: Bool
        package var int: Int
        package var small: Int8
        package var unsigned: UInt16
        package var wide: UInt64?
        package var double: Double
        package var float: Float?
        package var string: String
        package var maybe: String?
        package var twice: Int??

        package static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("bool") { $0.bool() }, .required("int") { $0.integer(Int.min...Int.max) },
                .required("small") { $0.integer(-128...127) }, .required("unsigned") { $0.integer(0...65535) },
                .optional("wide") { $0.integer(0...Int.max) }, .required("double") { $0.double() },
                .optional("float") { $0.integer(-1000...1000) }, .required("string") { $0.string() },
                .optional("maybe") { $0.string() }, .optional("twice") { $0.integer(-5...5) },
            ])
        }
    }

    package struct Leaf: RandomModel, Codable, Hashable {
        package var name: String
        package var size: Int?

        package static func json(_ json: inout RandomJSON) -> String {
            json.object([.required("name") { $0.string() }, .optional("size") { $0.integer(-10...10) }])
        }
    }

    package struct Nested: RandomModel, Codable {
        package var leaf: Leaf
        package var other: Leaf?
        package var list: [Leaf]
        package var lists: [[Int]]?
        package var strings: [String?]
        package var set: Set<Leaf>?
        package var doubles: [Double]?

        package static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("leaf", Leaf.json), .optional("other", Leaf.json),
                .required("list") { $0.array(0...4, Leaf.json) },
                .optional("lists") { $0.array(0...3) { $0.array(0...3) { $0.integer(-9...9) } } },
                .required("strings") { $0.array(0...3) { $0.chance(3) ? "null" : $0.string(0...5) } },
                .optional("set") { $0.array(0...3, Leaf.json) },
                .optional("doubles") { $0.array(0...90) { $0.double() } },
            ])
        }
    }

    package struct Node: RandomModel, Codable {
        package var value: Int
        package var children: [Node]?
        @Indirect package var next: Node?

        package static func json(_ json: inout RandomJSON) -> String { self.json(&json, depth: 0) }

        private static func json(_ json: inout RandomJSON, depth: Int) -> String {
            var members: [RandomJSON.Member] = [.required("value") { $0.integer(0...9) }]
            if depth < 4 {
                members.append(.optional("children") { $0.array(0...2) { self.json(&$0, depth: depth + 1) } })
                members.append(.optional("next") { self.json(&$0, depth: depth + 1) })
            }
            return json.object(members)
        }
    }

    package struct Keyed: RandomModel, Codable {
        package var byName: [String: Leaf]
        package var byNumber: [Int: [String]]?
        package var counts: [String: Int]?
        package var deep: [String: [String: Int?]]

        package static func json(_ json: inout RandomJSON) -> String {
            let names = ["a", "b", "c d", "é", "", "\"", "long key that is stored on the heap"]
            let name: (inout RandomJSON) -> String = { $0.pick(names) }
            let number: (inout RandomJSON) -> String = { "\($0.count(-3...3))" }
            let maybe: (inout RandomJSON) -> String = { $0.chance(3) ? "null" : $0.integer(0...5) }
            return json.object([
                .required("byName") { $0.dictionary(0...4, key: name, value: Leaf.json) },
                .optional("byNumber") { $0.dictionary(0...4, key: number) { $0.array(0...2) { $0.string() } } },
                .optional("counts") { $0.dictionary(0...4, key: name) { $0.integer(0...99) } },
                .required("deep") { $0.dictionary(0...3, key: name) { $0.dictionary(0...3, key: name, value: maybe) } },
            ])
        }
    }

    package struct Values: RandomModel, Codable {
        package enum Color: String, Codable, CaseIterable { case red, green, blue }
        package enum Level: Int, Codable { case low = 1, high }

        package var color: Color
        package var level: Level?
        package var colors: [Color]
        package var uuid: UUID?
        package var date: Date
        package var data: Data?
        package var url: URL?
        package var decimal: Decimal?

        package static func json(_ json: inout RandomJSON) -> String {
            let color: (inout RandomJSON) -> String = { $0.one(of: [#""red""#, #""gr\u0065en""#, #""blue""#]) }
            return json.object([
                .required("color", color), .optional("level") { $0.one(of: ["1", "2"]) },
                .required("colors") { $0.array(0...3, color) },
                .optional("uuid") {
                    $0.one(of: [#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#])
                },
                .required("date") { $0.integer(0...4_000_000_000) },
                .optional("data") { $0.one(of: [#""""#, #""AA==""#, #""AAECAwQFBgcI""#, #""\/\/\/\/""#]) },
                .optional("url") { $0.one(of: [#""https://a.b/c?d=e""#, #""/path""#]) },
                .optional("decimal") { $0.one(of: ["1", "0.1", "-12.345", "99999999999999999999"]) },
            ])
        }
    }

    /// What `JSONDecoder` has no words for.
    package struct Mapped: RandomModel {
        package var ranked: String?
        package var path: Int
        package var inner: Leaf?
        package var whole: JSONValue?
        package var raw: RawJSON?
        package var any: JSONValue
        @Indirect package var boxed: [Leaf]?
        package var defaulted: Int

        package static let mapping = Mapping(
            .map(\Mapped.ranked, to: "r1", "r2", "p.r"), .map(\Mapped.path, to: "p.q.n"),
            .map(\Mapped.inner, to: "p.leaf"),
            .map(\Mapped.whole, to: "p"), .map(\Mapped.raw, to: "any"), .default(\Mapped.defaulted, 7))

        package static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .optional("r1") { $0.string() }, .optional("r2") { $0.string() },
                .required("p") {
                    $0.object([
                        .required("q") { $0.object([.required("n") { $0.integer(0...9) }]) },
                        .optional("leaf", Leaf.json), .optional("r") { $0.string() },
                    ])
                },
                .required("any", Nested.json), .optional("boxed") { $0.array(0...3, Leaf.json) },
                .optional("defaulted") { $0.integer(0...9) },
            ])
        }
    }

    /// A tree of structs, for updates: an update of it comes to the same as merging the documents.
    package struct Tree: RandomModel {
        package struct Branch: RandomModel {
            package var name: String
            package var leaf: Leaf?
            package var sure: Leaf
            package var tags: [String]?

            package static func json(_ json: inout RandomJSON) -> String {
                json.object([
                    .required("name") { $0.string() }, .optional("leaf", Leaf.json), .required("sure", Leaf.json),
                    .optional("tags") { $0.array(0...3) { $0.string() } },
                ])
            }
        }

        package var left: Branch
        package var right: Branch?
        package var leaf: Leaf??
        package var leaves: [Leaf]
        package var count: Int?
        package var text: String

        package static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("left", Branch.json), .optional("right", Branch.json), .optional("leaf", Leaf.json),
                .required("leaves") { $0.array(0...3, Leaf.json) }, .optional("count") { $0.integer(0...9) },
                .required("text") { $0.string() },
            ])
        }
    }
}
