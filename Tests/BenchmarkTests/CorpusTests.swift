import BenchmarkModels
import Foundation
import Testing
import Yodel

@Suite("Generated corpora")
struct CorpusTests {
    @Test("The same seed makes the same bytes, another seed other bytes")
    func determinism() {
        for make: (UInt64) -> [UInt8] in [
            { Timeline.json(posts: 20, seed: $0) }, { Logs.json(lines: 20, seed: $0) },
            { Twins.json(stations: 20, seed: $0) }, { Untidy.json(accounts: 20, seed: $0) },
        ] {
            #expect(make(1) == make(1))
            #expect(make(1) != make(2))
        }
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test("Every document has exactly the fields of its model: decoding and encoding it changes nothing")
    func completeness() throws {
        try roundTrip(Timeline.json(posts: 60, seed: 1), Timeline.Page.self)
        try roundTrip(Catalogue.json(products: 60, seed: 1), Catalogue.Root.self)
        try roundTrip(Shapes.json(features: 3, seed: 1), Shapes.Collection.self)
        try roundTrip(UserList.json(users: 60, seed: 1), [UserList.User].self)
        try roundTrip(Twins.json(stations: 60, seed: 1), [Twins.Station].self)
        for line in Logs.json(lines: 60, seed: 1).split(separator: 0x0A) {
            try roundTrip(Array(line), Logs.Entry.self)
        }
    }

    @Test("Yodel, JSONDecoder and the hand-written mapping make equal values of every document")
    func agreement() throws {
        try agree(Timeline.json(posts: 60, seed: 1), Timeline.Page.self)
        try agree(Catalogue.json(products: 60, seed: 1), Catalogue.Root.self)
        try agree(Shapes.json(features: 3, seed: 1), Shapes.Collection.self)
        try agree(UserList.json(users: 60, seed: 1), [UserList.User].self)
        try agree(Twins.json(stations: 60, seed: 1), [Twins.Station].self)
        try agree(Projection.json(orders: 20, seed: 1), [Projection.Order].self)
        try agree(Untidy.json(accounts: 400, seed: 1), Untidy.Feed.self)
        for line in Logs.json(lines: 200, seed: 1).split(separator: 0x0A) {
            try agree(Array(line), Logs.Entry.self)
        }
    }

    @Test("An order has forty fields, of which the projection uses three")
    func projection() throws {
        let bytes = Projection.json(orders: 2, seed: 1)
        let orders = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
        #expect(orders.map(\.count) == [40, 40])
        #expect(try JSONDecoder().decode([Projection.Order].self, from: Data(bytes)).count == 2)
    }

    private func agree<Document: BenchmarkDocument>(_ bytes: [UInt8], _ type: Document.Type) throws {
        let expected = try JSONDecoder().decode(type, from: Data(bytes))
        #expect(try Document.modelDecoder.decode(type, from: bytes) == expected)
        #expect(try Document(json: JSONSerialization.jsonObject(with: Data(bytes))) == expected)
    }

    private func roundTrip<Document: Codable>(_ bytes: [UInt8], _ type: Document.Type) throws {
        let document = try JSONDecoder().decode(type, from: Data(bytes))
        let again = try JSONEncoder().encode(document)
        let (before, after) = (
            try JSONSerialization.jsonObject(with: Data(bytes)), try JSONSerialization.jsonObject(with: again)
        )
        #expect((stripped(before) as? NSObject) == (stripped(after) as? NSObject))
    }

    /// Without nulls, which the compiler's conformances do not write.
    private func stripped(_ value: Any) -> Any {
        if let object = value as? [String: Any] {
            let kept = object.filter { !($0.value is NSNull) }.mapValues(stripped)
            return NSDictionary(objects: Array(kept.values), forKeys: kept.keys.map { NSString(string: $0) })
        }
        if let array = value as? [Any] { return NSArray(array: array.map(stripped)) }
        return value is String ? NSString(string: value as! String) : value
    }
}
