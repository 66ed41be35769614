import Testing

@testable import Yodel

/// Notes that are kept until they are final.
@Suite struct DecodingNotesTests {
    private static func key(_ name: String, index: Int = 0) -> UnknownKeyCollector.Key {
        UnknownKeyCollector.Key(path: JSONPath([.index(index), .key(name)]), offset: 0)
    }

    @Test("Discarded notes leave no trace, also for keys that are kept once")
    func takingBack() {
        var kept = KeptNotes<UnknownKeyCollector.Key>(limit: 2, by: \.identity)
        kept.add(Self.key("a"))
        let mark = kept.mark
        for name in ["b", "b", "c", "a"] { kept.add(Self.key(name, index: 1)) }
        #expect(kept.notes.map(\.path.description) == ["$[0].a", "$[1].b"])
        #expect(kept.count == 5)
        kept.revert(to: mark)
        #expect(kept.count == 1 && kept.hasRoom)
        kept.add(Self.key("b", index: 2))
        #expect(kept.notes.map(\.path.description) == ["$[0].a", "$[2].b"])
    }

    @Test("Notes that are taken over are counted if there is no room for them, and leave their source")
    func takingOver() {
        var (kept, part) = (KeptNotes<Int>(limit: 3), KeptNotes<Int>(limit: 2))
        kept.add(0)
        kept.add(1)
        for note in 2..<5 { part.add(note) }
        kept.take(&part) { $0 * 10 }
        #expect(kept.notes == [0, 1, 20] && kept.count == 5)
        #expect(part.notes.isEmpty && part.count == 0)
    }

    @Test("An unknown key is new once: also after items, and again after a trial that does not fit")
    func newKeys() throws {
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(UnknownKeyCollector()) }
        for ofItems in [false, true] {
            let notes = try #require(DecodingNotes(decoder.context, ofItems: ofItems))
            let (tried, kept) = (Self.key("tried"), Self.key("kept \(ofItems)"))
            let mark = notes.mark()
            for key in [tried, kept] {
                if key == kept { notes.revert(to: mark) }
                #expect(notes.keepsKey(key.identity))
                notes.noteKey(key.path, at: 0)
                #expect(!notes.keepsKey(key.identity))
            }
            notes.join(nil)
            notes.settle()
            let later = try #require(DecodingNotes(decoder.context, ofItems: ofItems))
            #expect(later.keepsKey(tried.identity))
            #expect(!later.keepsKey(Self.key("kept \(ofItems)", index: 7).identity))
            // A part begins its paths at itself.
            #expect(try #require(DecodingNotes.ofPart(in: later)).keepsKey(kept.identity))
        }
    }

    /// A document may have many parts, hundreds of levels deep.
    @Test("The path of a part is made only for notes that are kept")
    func pathsOfParts() throws {
        let decoder = ModelDecoder.with { $0.report = DecodingReport(limit: 2) }
        let notes = try #require(DecodingNotes.ofPart(in: DecodingNotes(decoder.context)))
        var paths = 0
        for _ in 0..<5 {
            let part = try #require(DecodingNotes.ofPart(in: notes))
            part.note(ModelError(.invalidValue))
            part.settle()
            notes.takeOver(part) { path in
                paths += 1
                return path
            }
        }
        #expect(paths == 2)
    }

    private struct Row: Model, Equatable { var n: Int }
    private struct Outer: Model, Equatable {
        var rows: [Row]
        static let mapping = Mapping(.transform(\Outer.rows, by: .jsonText))
    }
    private enum Rows: Polymorphic, Equatable {
        case one(Row), many([Row])
        static let variants = Variants<Rows>(.untagged, .case(Rows.one), .case(Rows.many))
    }

    @Test("A key that a try meets repeatedly leaves room for others")
    func repeatedInATry() throws {
        let collector = UnknownKeyCollector(limit: 2)
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        let json = #"[[{"n": 1, "a": 0}, {"n": 2, "a": 0}, {"n": 3, "a": 0, "b": 0}]]"#
        #expect(try decoder.decode([Rows].self, from: json) == [.many([Row(n: 1), Row(n: 2), Row(n: 3)])])
        #expect(collector.keys.map(\.path.description) == ["$[0][0].a", "$[0][2].b"])
        #expect(collector.count == 4)
    }

    @Test("A report that keeps nothing counts, including notes of a text in the document")
    func countingAlone() throws {
        let report = DecodingReport(limit: 0)
        let decoder = ModelDecoder.with {
            $0.badElements = .drop
            $0.report = report
        }
        let json = #"[{"rows": "[{\"n\": 1}, {}, 7]"}, {"rows": 1}]"#
        #expect(try decoder.decode([Outer].self, from: json) == [Outer(rows: [Row(n: 1)])])
        #expect(report.count == 3 && report.errors.isEmpty)
    }
}
