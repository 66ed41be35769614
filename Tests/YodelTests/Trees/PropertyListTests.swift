import Foundation
import Testing

@testable import Yodel

/// Property lists, read by Foundation and decoded from their trees.
@Suite struct PropertyListTests {
    private struct Note: Model, Equatable {
        var title: String
        var written: Date
        var seen: Date?
        var image: Data
        var count: Int
        var isOpen: Bool
        var weight: Double
        var history: [Date]
        var parts: [String: Data]
    }

    /// Neither has a text that reads back equal.
    private static let date = Date(timeIntervalSinceReferenceDate: 0.1 + 1e8)
    private static let image = Data([0, 255, 7])

    private static var list: [String: Any] {
        [
            "title": "x", "written": date, "seen": date, "image": image, "count": 3, "isOpen": true, "weight": 1.5,
            "history": [date, date], "parts": ["a": image],
        ]
    }

    private func tree(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> Any {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        return try PropertyListSerialization.propertyList(from: data, format: nil)
    }

    @Test func aPropertyListIsDecoded() throws {
        let tree = try tree(Self.list, .binary)
        let note = try ModelDecoder().decode(Note.self, fromTree: tree)
        #expect(
            note
                == Note(
                    title: "x", written: Self.date, seen: Self.date, image: Self.image, count: 3, isOpen: true,
                    weight: 1.5, history: [Self.date, Self.date], parts: ["a": Self.image]))
    }

    @Test func datesAndDataAreStoredAsTheyAreWhateverTheStrategies() throws {
        let decoder = ModelDecoder.with {
            $0.dates = .millisecondsSince1970
            $0.data = .bytes
        }
        #expect(try decoder.decode(Note.self, fromTree: Self.list).written == Self.date)
        #expect(try decoder.decode(Note.self, fromTree: Self.list).image == Self.image)
        #expect(try decoder.decode(Date??.self, fromTree: Self.date) == Self.date)
        #expect(try decoder.decode(Set<Data>.self, fromTree: [Self.image]) == [Self.image])
    }

    private struct Converted: Model, Equatable {
        var seconds: Date
        var own: Date?
        var checked: Date
        var history: [Date]
        var image: Data
        var text: Data?
        static let mapping = Mapping(
            .transform(\Converted.seconds, by: .secondsSince1970),
            .transform(\Converted.own, by: .date(.custom { _ in throw CancellationError() })),
            .transform(\Converted.checked, by: .date(.iso8601)), .check(\Converted.checked, .range(date...)),
            .transform(each: \Converted.history, by: .millisecondsSince1970),
            .transform(\Converted.image, by: .base64URL), .transform(\Converted.text, by: .utf8))
    }

    @Test func theBuiltInTransformsOfDatesAndDataTakeThemAsTheyAre() throws {
        let list: [String: Any] = [
            "seconds": Self.date, "own": Self.date, "checked": Self.date, "history": [Self.date, Self.date],
            "image": Self.image, "text": Self.image,
        ]
        #expect(
            try ModelDecoder().decode(Converted.self, fromTree: list)
                == Converted(
                    seconds: Self.date, own: Self.date, checked: Self.date, history: [Self.date, Self.date],
                    image: Self.image, text: Self.image))
        let numbers = ModelDecoder.with {
            $0.transforms = TransformSet(Transform.secondsSince1970, Transform.utf8)
            $0.data = .bytes
        }
        #expect(try numbers.decode(Note.self, fromTree: Self.list).history == [Self.date, Self.date])
        #expect(try numbers.decode(Note.self, fromTree: Self.list).image == Self.image)
        let early = list.merging(["checked": Self.date - 1]) { $1 }
        #expect(treeRefusal(of: Converted.self, early).hasPrefix("$.checked: expected at least"))
    }

    @Test func otherPropertiesGetWhatTheStrategiesWrite() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        func text<Value>(_ value: Value, _ configure: (inout ModelDecoder) -> Void = { _ in }) throws -> String {
            let decoder = ModelDecoder.with(configure)
            let tree = ["a": value]
            let raw = try decoder.decode(RawJSON.self, fromTree: tree).text
            #expect(try decoder.decode(JSONValue.self, fromTree: tree).text() == raw)
            #expect(
                try decoder.decode([String: RawJSON].self, fromTree: tree)["a"].map { "{\"a\":\($0)}" } == raw)
            return raw
        }
        #expect(try text(date) == #"{"a":"1970-01-01T00:00:01.5Z"}"#)
        #expect(try text(date) { $0.dates = .secondsSince1970 } == #"{"a":1.5}"#)
        #expect(try text(Self.image) == #"{"a":"AP8H"}"#)
        #expect(try text(Self.image) { $0.data = .bytes } == #"{"a":[0,255,7]}"#)
        #expect(try ModelDecoder().decode([String].self, fromTree: [date]) == ["1970-01-01T00:00:01.5Z"])
        let numbers = ModelDecoder.with { $0.data = .bytes }
        #expect(try numbers.decode([[Int]].self, fromTree: [Self.image]) == [[0, 255, 7]])
        struct Changed: WillDecodeModel {
            var text: String
            static func willDecode(_ object: inout JSONObject) { object["text"] = object["date"] }
        }
        #expect(try ModelDecoder().decode(Changed.self, fromTree: ["date": date]).text == "1970-01-01T00:00:01.5Z")
    }

    @Test func aFormatOfDaysIsForTextAlone() throws {
        struct Both: Model, Equatable {
            var date: Date
            var text: String
            var maybe: Date?
            @Indirect var boxed: Date
            static let mapping = Mapping(.map(\Both.maybe, to: "other", "day"))
        }
        let decoder = try ModelDecoder.with { $0.dates = try .format("yyyy-MM-dd") }
        let date = Date(timeIntervalSince1970: 1_709_222_399.25)
        let tree: [String: Any] = ["date": date, "text": date, "day": date, "boxed": date]
        #expect(
            try decoder.decode(Both.self, fromTree: tree)
                == Both(date: date, text: "2024-02-29", maybe: date, boxed: date))
        #expect(try decoder.decode([Date].self, fromTree: [date, "2024-02-29"] as [Any])[1] < date)
        #expect(try decoder.decode(JSONValue.self, fromTree: tree).text().contains(#""date":"2024-02-29""#))
        var both = Both(date: .distantPast, text: "", boxed: .distantPast)
        try decoder.update(&both, fromTree: tree)
        #expect(both == Both(date: date, text: "2024-02-29", maybe: date, boxed: date))
    }

    @Test func whatAStrategyCannotWriteIsRefused() {
        let far = Date(timeIntervalSince1970: 1e12)
        let refused = "expected a date that the decoder's strategy can write"
        #expect(treeRefusal(of: [String].self, [far]).hasPrefix("$[0]: \(refused)"))
        // Foundation itself cannot print this one.
        #expect(
            treeRefusal(of: [String].self, [Date(timeIntervalSinceReferenceDate: 1e300)])
                == "$[0]: \(refused), found 1e+300 seconds from 2001 (invalidValue)")
        #expect(
            treeRefusal(of: [String].self, [Self.image], decoder: .with { $0.data = .utf8 })
                == "$[0]: expected data that the decoder's strategy can write, found 3 bytes (invalidValue)")
        #expect(
            treeRefusal(of: RawJSON.self, ["a": far]).hasPrefix("$: expected a value that the decoder's strategies"))
        #expect(
            treeRefusal(of: [Int].self, [Date(timeIntervalSince1970: 0)])
                == "$[0]: expected Int, found the string \"1970-01-01T00:00:00Z\" (typeMismatch)")
    }

    /// With every mapping feature between a key and its property.
    private struct Gated: DefaultedModel, Equatable {
        var ranked: Date?
        var first: Date?
        var second: String?
        var list: [Date] = []
        var raw: RawJSON?
        @Indirect var boxed: Date?
        var nested = Data()

        static let mapping = Mapping(
            .map(\Gated.ranked, to: "a", "b"), .map(\Gated.first, to: "shared"), .map(\Gated.second, to: "shared"),
            .map(\Gated.list, to: "lists"), .map(\Gated.raw, to: "lists"), .map(\Gated.nested, to: "p.q"))
    }

    @Test func theyComeThroughEveryGate() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        let tree: [String: Any] = [
            "a": Self.date, "b": date, "shared": date, "lists": [Self.date], "boxed": Self.date, "p": ["q": Self.image],
        ]
        var gated = try ModelDecoder().decode(Gated.self, fromTree: tree)
        #expect(
            gated
                == Gated(
                    ranked: Self.date, first: date, second: "1970-01-01T00:00:01.5Z", list: [Self.date],
                    raw: gated.raw, boxed: Self.date, nested: Self.image))
        #expect(gated.raw?.text == #"["2004-03-03T09:46:40.1Z"]"#)
        try ModelDecoder().update(&gated, fromTree: ["boxed": date, "ranked": 1, "b": date])
        #expect(gated.boxed == date)
        #expect(gated.ranked == date)
        #expect(treeRefusal(of: Gated.self, ["p": date]) == "$.p: expected an object, found a date (typeMismatch)")
        #expect(
            treeRefusal(of: Gated.self, ["p": Self.image])
                == "$.p: expected an object, found binary data (typeMismatch)")
    }

    @Test func pathsLeadIntoDataThatIsAnArrayInDocuments() throws {
        struct Pixels: Model, Equatable {
            var first: Int
            var third: UInt8?
            var all: Data?
            var other: UInt8?
            static let mapping = Mapping(
                .map(\Pixels.first, to: "image[0]"), .map(\Pixels.third, to: "image[2]"),
                .map(\Pixels.all, to: "parts[0]"), .map(\Pixels.other, to: "parts[0][1]"))
        }
        let decoder = ModelDecoder.with { $0.data = .bytes }
        let tree: [String: Any] = ["image": Self.image, "parts": [Self.image]]
        let expected = Pixels(first: 0, third: 7, all: Self.image, other: 255)
        #expect(try decoder.decode(Pixels.self, fromTree: tree) == expected)
        #expect(try decoder.decode(Pixels.self, from: #"{"image":[0,255,7],"parts":[[0,255,7]]}"#) == expected)
        // Data that is a string in documents has no elements.
        #expect(treeRefusal(of: Pixels.self, tree) == "$.image: expected an array, found binary data (typeMismatch)")
        #expect(
            treeRefusal(of: Pixels.self, ["image": Data([0]), "parts": [Data()]] as [String: Any], decoder: decoder)
                .hasPrefix("accepted:"))
        #expect(treeRefusal(of: Pixels.self, ["image": Data()], decoder: decoder).contains("missingKeys"))
    }

    private enum Event: Polymorphic, Equatable {
        case day(Day)
        case note(Remark)
        case other(JSONValue)

        struct Day: Model, Equatable { var at: Date? }
        struct Remark: Model, Equatable { var text: String }

        static let variants: Variants<Event> = Variants(
            "at", .case("1970-01-01T00:00:00Z", Event.day), .case("AP8H", Event.note), .otherwise(Event.other))
    }

    private enum Signal: Polymorphic, Equatable {
        case start, stop
        static let variants: Variants<Signal> = Variants(
            .external, .case("AP8H", Signal.start), .case("stop", Signal.stop))
    }

    @Test func tagsAreComparedWithTheTextOfDatesAndData() throws {
        let decoder = ModelDecoder()
        let epoch = Date(timeIntervalSince1970: 0)
        #expect(try decoder.decode(Event.self, fromTree: ["at": epoch]) == .day(Event.Day(at: epoch)))
        let remark = Event.note(Event.Remark(text: "x"))
        let tree: [String: Any] = ["at": Self.image, "text": "x"]
        #expect(try decoder.decode(Event.self, fromTree: tree) == remark)
        let others: [[String: Any]] = [["at": Data()], ["at": Date(timeIntervalSince1970: 1)]]
        #expect(
            try decoder.decode([Event].self, fromTree: others)
                == [.other(["at": ""]), .other(["at": "1970-01-01T00:00:01Z"])])
        #expect(try decoder.decode([Signal].self, fromTree: [Self.image, "stop"] as [Any]) == [.start, .stop])
        #expect(treeRefusal(of: Signal.self, epoch).contains("found a date (unknownVariant)"))
        let seconds = ModelDecoder.with { $0.dates = .secondsSince1970 }
        #expect(treeRefusal(of: Signal.self, epoch, decoder: seconds).contains("found a date (typeMismatch)"))
        enum Chosen: Polymorphic, Equatable {
            case day(Event.Day), other(JSONValue)
            static let variants: Variants<Chosen> = Variants(
                .choice { $0["at"] == .string("1970-01-01T00:00:00Z") ? "day" : nil },
                .case("day", Chosen.day), .otherwise(Chosen.other))
        }
        #expect(try decoder.decode(Chosen.self, fromTree: ["at": epoch]) == .day(Event.Day(at: epoch)))
        #expect(try decoder.decode(Chosen.self, fromTree: ["at": Self.image]) == .other(["at": "AP8H"]))
    }

    // MARK: - Writing

    @Test func aModelBecomesAPropertyListAndBack() throws {
        let note = try ModelDecoder().decode(Note.self, fromTree: Self.list)
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let tree = try ModelEncoder().encodeTree(note, null: "")
            #expect((tree as? [String: Any])?["written"] is Date)
            #expect((tree as? [String: Any])?["image"] is Data)
            #expect(((tree as? [String: Any])?["history"] as? [Any])?.first is Date)
            let data = try PropertyListSerialization.data(fromPropertyList: tree, format: format, options: 0)
            let read = try PropertyListSerialization.propertyList(from: data, format: nil)
            let back = try ModelDecoder().decode(Note.self, fromTree: read)
            // Dates in XML have whole seconds.
            #expect(format == .xml ? back.title == note.title : back == note)
        }
    }

    @Test func textWithinAStringHasTheStrategiesOfText() throws {
        struct Inner: Model {
            var date: Date
            var data: Data
        }
        struct Outer: Model {
            var inner: Inner
            var date: Date
            static let mapping = Mapping(.transform(\Outer.inner, by: .jsonText))
        }
        let encoder = ModelEncoder.with { $0.dates = .secondsSince1970 }
        let date = Date(timeIntervalSince1970: 1)
        let tree = try encoder.encodeTree(Outer(inner: Inner(date: date, data: Data([1])), date: date), null: "")
        let members = try #require(tree as? [String: Any])
        #expect(members["inner"] as? String == #"{"date":1,"data":"AQ=="}"#)
        #expect(members["date"] as? Date == date)
    }

    @Test func anEncodedTreeIsThatOfTheText() throws {
        struct Shelf: Model, Equatable {
            var notes: [String: Double?]
            var many: [Int]
            var missing: Int?
            var text: String
        }
        let shelf = Shelf(notes: ["a": 1.5, "b": nil], many: [1, 2], missing: nil, text: "é")
        let tree = try ModelEncoder().encodeTree(shelf, null: NSNull())
        let object = try #require(tree as? [String: Any])
        #expect(Set(object.keys) == ["notes", "many", "text"])
        #expect((object["notes"] as? [String: Any])?["b"] is NSNull)
        #expect(try ModelDecoder().decode(Shelf.self, fromTree: tree) == shelf)
        #expect(throws: ModelError.self) { try ModelEncoder().encodeTree([Double.nan], null: "") }
    }
}
