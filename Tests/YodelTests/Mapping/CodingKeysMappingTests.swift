import Testing

@testable import Yodel

@Suite("Coding keys as a mapping")
struct CodingKeysMappingTests {
    struct Book: Model, Codable, Equatable {
        var title: String
        var pageCount: Int
        var isNew: Bool
        var cache: [Int]?
        var `default`: Int?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case title
            case pageCount = "page.count"
            case isNew = "new"
            case `default`
        }

        static let mapping = Mapping(codingKeys: CodingKeys.self, .default(\Book.isNew, false))
    }

    @Test("Cases name properties, and their strings the keys; a property without a case is not mapped")
    func keys() throws {
        let json = #"{"title": "a", "page.count": 3, "cache": [1], "default": 4}"#
        let book = Book(title: "a", pageCount: 3, isNew: false, cache: nil, default: 4)
        expectDecoded(Book.self, json, as: book)
        var full = book
        full.cache = [7]
        #expect(try ModelEncoder().encodeText(full) == #"{"title":"a","page.count":3,"new":false,"default":4}"#)
    }

    @Test("Codable decodes and encodes the same")
    func codable() throws {
        let decoder = YodelJSONDecoder()
        decoder.decodesModelsByTable = false
        let json = #"{"title": "a", "page.count": 3, "new": true, "default": null}"#
        #expect(try decoder.decode(Book.self, from: json) == decodeEveryWay(Book.self, json))
        let book = try decoder.decode(Book.self, from: json)
        #expect(try YodelJSONEncoder().encodeText(book) == ModelEncoder().encodeText(book))
    }

    @Test("A key equal to its case's name is spelled by the decoder's key strategy, any other is unchanged")
    func spelling() {
        struct Point: Model, Equatable {
            var xValue: Int
            var yValue: Int
            enum CodingKeys: String, CodingKey, CaseIterable { case xValue, yValue = "yOf" }
            static let mapping = Mapping(codingKeys: CodingKeys.self)
        }
        let decoder = ModelDecoder.with { $0.keys = .snakeCase }
        expectDecoded(#"{"x_value": 1, "yOf": 2}"#, as: Point(xValue: 1, yValue: 2), decoder: decoder)
    }

    @Test("Entries add to the keys, for other properties")
    func entries() {
        struct Point: Model, Equatable {
            var x: Int
            var y: Int
            var z = 7
            var cache: Int
            enum CodingKeys: String, CodingKey, CaseIterable { case x, y = "why" }
            static let mapping = Mapping(
                codingKeys: CodingKeys.self, .map(\Point.y, to: "p.y"), .map(\Point.z, to: "z"),
                .ignore(\Point.cache, default: 3))
        }
        expectDecoded(#"{"x": 1, "p": {"y": 2}, "z": 3, "cache": 9}"#, as: Point(x: 1, y: 2, z: 3, cache: 3))
    }

    class Animal: DefaultedModel {
        var name = ""
        var legs = 4
        required init() {}
        enum CodingKeys: String, CodingKey, CaseIterable { case name = "called" }
        class var mapping: Mapping { Mapping(codingKeys: CodingKeys.self) }
    }

    final class Dog: Animal {
        var isGood = true
        var secret = 1
        enum DogKeys: String, CodingKey, CaseIterable { case isGood = "good" }
        override class var mapping: Mapping { Mapping(codingKeys: DogKeys.self) }
    }

    final class Cat: Animal { var isHungry = false }

    @Test("A class without a mapping inherits its superclass's unchanged, and adds its own properties")
    func inheritedMapping() throws {
        let cat = try ModelDecoder().decode(Cat.self, from: #"{"called": "Tom", "legs": 3, "isHungry": true}"#)
        #expect(cat.name == "Tom" && cat.legs == 4 && cat.isHungry)
    }

    @Test("Each class has the keys of the properties that it declares")
    func classes() {
        let json = #"{"called": "Rex", "legs": 3, "good": false, "secret": 5, "name": "x"}"#
        expectDecoded(Dog.self, json, as: "Rex 4 false 1") { "\($0.name) \($0.legs) \($0.isGood) \($0.secret)" }
    }

    @Test("A wrapped property has its own name")
    func wrappers() throws {
        struct Tree: Model, Equatable {
            var name: String
            @Indirect var child: Tree?
            enum CodingKeys: String, CodingKey, CaseIterable { case name, child = "kid" }
            static let mapping = Mapping(codingKeys: CodingKeys.self)
        }
        let tree = try decodeEveryWay(Tree.self, #"{"name": "a", "kid": {"name": "b", "kid": null}}"#)
        #expect(tree.child?.name == "b")
    }

    @Test("A case without a property, and a property without a case or a value, are named")
    func refused() {
        struct Stray: Model {
            var a: Int
            enum CodingKeys: String, CodingKey, CaseIterable { case a, b }
            static let mapping = Mapping(codingKeys: CodingKeys.self)
        }
        expectUnsupported(Stray.self, .invalidMapping, naming: "Stray", "coding key b")
        struct Forgotten: Model {
            var a: Int
            var b: Int
            enum CodingKeys: String, CodingKey, CaseIterable { case a }
            static let mapping = Mapping(codingKeys: CodingKeys.self)
        }
        expectUnsupported(Forgotten.self, .invalidMapping, naming: "Forgotten.b", "default")
    }
}
