import Testing

@testable import Yodel

/// Archives that contain the version of the type that wrote them.
@Suite struct ArchiveTests {
    private struct Book: VersionedModel, Equatable {
        static let modelVersion = 3
        var title: String
        var authors: [String]
        var editor: Editor?

        struct Editor: Model, Equatable { var name: String }

        struct TooOld: Error, CustomStringConvertible { var description: String { "no one remembers" } }

        static func migrate(_ object: inout JSONObject, from version: Int) throws {
            guard version > 0 else { throw TooOld() }
            if version < 2, let author = object.removeValue(forKey: "author") { object["authors"] = [author] }
            if version < 3, let name = object.removeValue(forKey: "name") { object["title"] = name }
        }
    }

    private let book = Book(title: "Emma", authors: ["Jane"], editor: Book.Editor(name: "x"))

    private func refusal(_ json: String, decoder: ModelDecoder = ModelDecoder()) -> String {
        let lines = Parser.all.map { parser in
            var decoder = decoder
            decoder.parser = parser
            return thrown { () throws(ModelError) in try decoder.decodeArchive(Book.self, from: json) }
        }
        #expect(Set(lines).count == 1)
        return lines[0]
    }

    @Test func anArchiveIsReadBack() throws {
        let data = try ModelEncoder().encodeArchive(book)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"model":"Book","version":3,"value":{"title":"Emma","authors":["Jane"],"editor":{"name":"x"}}}"#)
        #expect(try ModelDecoder().decodeArchive(Book.self, from: data) == book)
    }

    @Test func withoutAMigrationAnEarlierVersionIsTakenAsItIs() throws {
        struct Note: VersionedModel, Equatable {
            static let modelVersion = 2
            var text: String
            var title: String?
        }
        let json = #"{"model": "Note", "version": 1, "value": {"text": "a"}}"#
        #expect(try ModelDecoder().decodeArchive(Note.self, from: json) == Note(text: "a", title: nil))
    }

    @Test func theEnvelopeIsTheSameWhateverTheStrategies() throws {
        var encoder = ModelEncoder()
        encoder.keys = .upperCamelCase
        encoder.layout = .pretty
        var decoder = ModelDecoder()
        decoder.keys = .upperCamelCase
        decoder.unknownKeys = .error
        decoder.duplicateKeys = .error
        let data = try encoder.encodeArchive(book)
        #expect(String(decoding: data, as: UTF8.self).contains("\"value\": {\n    \"Title\""))
        #expect(try decoder.decodeArchive(Book.self, from: data) == book)
    }

    @Test func theKeysOfTheEnvelopeComeInAnyOrder() throws {
        let json = #"{"value": {"title": "a", "authors": []}, "version": 3, "more": 1, "model": "Book"}"#
        #expect(try ModelDecoder().decodeArchive(Book.self, from: json) == Book(title: "a", authors: []))
    }

    @Test func anEarlierVersionIsMigrated() throws {
        let first = #"{"version": 1, "model": "Book", "value": {"name": "Emma", "author": "Jane"}}"#
        #expect(try ModelDecoder().decodeArchive(Book.self, from: first) == Book(title: "Emma", authors: ["Jane"]))
        let second = #"{"version": 2, "model": "Book", "value": {"name": "Emma", "authors": []}}"#
        #expect(try ModelDecoder().decodeArchive(Book.self, from: Array(second.utf8)).title == "Emma")
    }

    @Test func aMigrationMayRefuse() {
        #expect(
            refusal(#"{"version": 0, "model": "Book", "value": {}}"#)
                == "$.value: expected Book, found an archive of version 0 that cannot be migrated (invalidValue): no one remembers"
        )
    }

    @Test func aLaterVersionIsRefused() throws {
        let json = #"{"model": "Book", "version": 4, "value": {"anything": true}}"#
        #expect(
            refusal(json)
                == "$.version: expected a version up to 3, found the number 4 (invalidValue, line 1, column 30, offset 29): "
                + "the archive was written by version 4 of Book, and this program knows versions up to 3")
        let error = modelError { try ModelDecoder().decodeArchive(Book.self, from: json) }
        #expect(
            error?.underlying as? NewerArchiveError == NewerArchiveError(model: "Book", version: 4, currentVersion: 3))
    }

    @Test func whatIsNoArchiveOfTheTypeIsRefused() {
        #expect(
            refusal(#"{"model": "Page", "version": 1, "value": {}}"#)
                == "$.model: expected the name \"Book\", found the string \"Page\" (invalidValue, line 1, column 11, "
                + "offset 10): the archive does not hold a Book")
        #expect(
            refusal(#"{"title": "Emma"}"#)
                == "$: missing keys: \"model\", \"version\" (missingKeys, line 1, column 17, offset 16)")
        #expect(refusal(#"{"model": "Book", "version": 1.5, "value": {}}"#).hasSuffix("the version must be an integer"))
        #expect(
            refusal(#"{"model": "Book", "version": 3}"#)
                == "$: missing keys: \"value\" (missingKeys, line 1, column 31, offset 30)")
        #expect(refusal("[]").contains("typeMismatch"))
        #expect(refusal(#"{"model": "Book", "version": 3, "value": {}"#).contains("unexpectedEnd"))
    }

    @Test("The model is not taken for a collection that may be missing", arguments: [1, 3])
    func missingModel(version: Int) {
        let decoder = ModelDecoder.with {
            $0.missingCollections = .empty
            $0.nulls = .useDefault
            $0.mismatches = .useDefault
        }
        let start = #"{"model": "Book", "version": \#(version)"#
        #expect(
            refusal(start + "}", decoder: decoder)
                == "$: missing keys: \"value\" (missingKeys, line 1, column 31, offset 30)")
        #expect(
            refusal(start + #", "value": null}"#, decoder: decoder)
                == "$.value: expected Book, found null (nullValue, line 1, column 42, offset 41)")
        #expect(
            refusal(start + #", "value": []}"#, decoder: decoder)
                == "$.value: expected Book, found an array (typeMismatch, line 1, column 42, offset 41)")
    }

    @Test func errorsInTheModelHaveTheirPaths() {
        #expect(
            refusal(#"{"model": "Book", "version": 3, "value": {"title": "a", "authors": [1]}}"#)
                == "$.value.authors[0]: expected String, found the number 1 (typeMismatch, line 1, column 69, offset 68); conversions = .lenient converts it"
        )
        #expect(
            refusal(#"{"model": "Book", "version": 1, "value": {"name": "a", "author": 1}}"#)
                == "$.value.authors[0]: expected String, found the number 1 (typeMismatch); conversions = .lenient converts it"
        )
    }

    private struct Renamed: VersionedModel, Equatable {
        static let modelVersion = 1
        static let archiveName = "com.example.Note"
        var text: String
    }

    @Test func anArchiveMayHaveItsOwnName() throws {
        let data = try ModelEncoder().encodeArchive(Renamed(text: "a"))
        #expect(String(decoding: data, as: UTF8.self).contains("com.example.Note"))
        #expect(try ModelDecoder().decodeArchive(Renamed.self, from: data) == Renamed(text: "a"))
    }

    @Test func aDriftReportTellsOfTheModelAndNotOfTheEnvelope() throws {
        func drift(_ json: String) throws -> [String] {
            let report = DriftReport()
            let decoder = ModelDecoder.with { $0.drift = report }
            _ = try decoder.decodeArchive(Book.self, from: json)
            return report.findings.map { "\($0.type).\($0.key) \($0.kind) \($0.count)" }
        }
        let current = #"{"model":"Book","version":3,"value":{"title":"a","authors":[],"editor":{"name":"e"},"x":1}}"#
        #expect(try drift(current) == ["Book.x unknownKey 1"])
        let earlier = #"{"model":"Book","version":1,"value":{"name":"a","author":"b","editor":{"name":"e"},"x":1}}"#
        #expect(try drift(earlier) == ["Book.x unknownKey 1"])
    }
}
