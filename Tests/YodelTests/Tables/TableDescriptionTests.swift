import Testing

@testable import Yodel

@Suite("Tables as text")
struct TableDescriptionTests {
    struct Author: Model { var name: String }

    struct Book: Model {
        var name: String
        var pages: Int
        var author: Author?
        var cover: Int8
        static let mapping = Mapping(
            .map(\Book.pages, to: "pages", "page_count", default: 0), .map(\Book.author, to: "meta.author"),
            .ignore(\Book.cover, default: 3))
    }

    private func description<Value>(of type: Value.Type) throws -> String {
        let keys = KeyStrategy.asWritten
        return try keys.tables.shape(of: type, keys: keys).pointee.model!.pointee.description
    }

    @Test("A table names each field with its offset, type, keys and behaviour if absent")
    func book() throws {
        let lines = try description(of: Book.self).split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(
            lines[0].contains("Book") && lines[0].contains("struct") && lines[0].contains("\(MemoryLayout<Book>.size)"))
        func expect(_ line: String, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
            for part in parts { #expect(line.contains(part), "\(part)", sourceLocation: sourceLocation) }
        }
        expect(lines[1], "name", "0", "String", #""name""#, "required")
        expect(lines[2], "pages", "16", "Int", #""pages""#, #""page_count""#, "default")
        expect(lines[3], "author", "24", "Author?", #""meta"."author""#, "nil")
        expect(lines[4], "cover", "40", "Int8", "ignored", "default")
    }

    @Test("A class's offsets are those in the object")
    func object() throws {
        let lines = try description(of: ClassModelTests.Polygon.self).split(separator: "\n")
        #expect(lines[0].contains("Polygon") && lines[0].contains("class"))
        #expect(
            lines.dropFirst().map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                "name 16", "hidden 32", "sides 40", "closed 48",
            ])
    }

    struct Rated: Model {
        var stars: Int?
        var tags: [String]
        static let mapping = Mapping(
            .check(\Rated.stars, .range(1...5)), .check(\Rated.tags, .unique), .check(each: \Rated.tags, .length(1...9))
        )
    }

    @Test("A field's constraints are on its line")
    func constraints() throws {
        let lines = try description(of: Rated.self).split(separator: "\n").map(String.init)
        #expect(lines[1].hasSuffix("1 to 5") && lines[1].contains("int64"))
        #expect(lines[2].hasSuffix("each 1 to 9 characters, different elements") && lines[2].contains("list"))
    }

    @Test("A field or variant of a Codable type says so, and a field with a transform names its JSON side")
    func otherSources() throws {
        struct Size: Decodable { var number: Int }
        struct Shirt: Model {
            var size: Size
            var fitted: Size?
            var sold: Int
            static let mapping = Mapping(.transform(\Shirt.sold, by: .numberInString))
        }
        let lines = try description(of: Shirt.self).split(separator: "\n").map(String.init)
        #expect(lines[1].contains("  Size   Codable ") && lines[2].contains("  Size?  Codable "))
        #expect(lines[3].contains("  Int    from String "))

        enum Garment: Polymorphic {
            case size(Size)
            static let variants = Variants<Garment>("kind", .case("size", Garment.size))
        }
        #expect(
            try ModelDecoder().tableDescription(of: Garment.self) == #"""
                Garment (variants by "kind")
                  "size"  Size  Codable
                """#)
    }
}
