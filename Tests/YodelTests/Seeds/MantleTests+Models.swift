import Foundation
import Testing

@testable import Yodel

/// Output of Mantle's models, and features beyond JSON: storage, merging, copies, equality, versioned archives.
@Suite struct MantleModelTests {
    // MARK: - Output

    private struct Issue: Model, Equatable {
        var number: Int
        var title: String?
        var login: String?
        static let mapping = Mapping(.map(\Issue.login, to: "user.login"))
    }

    @Test func nilIsNull() {
        var encoder = ModelEncoder()
        encoder.nils = .null
        expectText(of: Issue(number: 1), #"{"number":1,"title":null,"user":{"login":null}}"#, encoder: encoder)
        // By default it is left out, and with it an object that would be empty.
        expectText(of: Issue(number: 1), #"{"number":1}"#)
    }

    @Test func serializableKeys() throws {
        let issue = Issue(number: 1, title: "t", login: "a")
        #expect(
            try ModelEncoder().only(\Issue.number, \Issue.login).encodeText(issue)
                == #"{"number":1,"user":{"login":"a"}}"#)
        #expect(try ModelEncoder().except(\Issue.number).encodeText(issue) == #"{"title":"t","user":{"login":"a"}}"#)
    }

    @Test func keysThatDependOnTheModel() {
        struct Secretive: DidEncodeModel {
            var isPublic: Bool
            var name: String
            func didEncode(_ object: inout JSONObject) throws {
                if !isPublic { object["name"] = nil }
            }
        }
        expectText(
            of: [Secretive(isPublic: true, name: "a"), Secretive(isPublic: false, name: "b")],
            #"[{"isPublic":true,"name":"a"},{"isPublic":false}]"#)
    }

    @Test func dictionaryValue() throws {
        let issue = Issue(number: 1, title: "t", login: nil)
        let tree = try #require(try ModelEncoder().encodeTree(issue, null: NSNull()) as? [String: Any])
        #expect(tree["number"] as? Int == 1 && tree["title"] as? String == "t" && tree.count == 2)
        #expect(try ModelDecoder().decode(Issue.self, fromTree: tree) == issue)
    }

    @Test func propertyKeys() throws {
        let table = try ModelDecoder().tableDescription(of: Issue.self)
        for part in ["number", "title", #""user"."login""#] { #expect(table.contains(part)) }
    }

    // MARK: - Storage

    private final class Document: DefaultedModel, ModelHashable, ModelCopyable, ModelDescribable {
        var title = ""
        /// Transitory: copied, but not part of equality.
        var scroll = 0
        /// None: not part of anything.
        var cache = "cold"
        weak var delegate: Document?

        static let mapping = Mapping(
            .ignore(\Document.scroll, in: .comparison), .ignore(\Document.cache))
    }

    private func document(_ title: String) -> Document {
        let document = Document()
        document.title = title
        return document
    }

    @Test func storageThatIsPermanentTransitoryOrNone() {
        let (one, other) = (document("a"), document("a"))
        other.scroll = 5
        other.cache = "warm"
        other.delegate = one
        #expect(one == other && one.hashValue == other.hashValue)
        let copy = other.deepCopy()
        #expect(copy.scroll == 5 && copy.cache == "cold" && copy.delegate == nil)
        #expect(one != document("b"))
        expectText(of: other, #"{"title":"a","scroll":5}"#)
    }

    @Test func aDescriptionHasWhatIsKept() {
        #expect(document("a").description.contains("title: \"a\"") && !document("a").description.contains("cache"))
    }

    // MARK: - Merging

    @Test func mergingAModel() throws {
        struct Patch: Model {
            var title: String?
            var login: String?
            var other: Int
        }
        var issue = Issue(number: 1, title: "t", login: "a")
        // The common properties are taken, including nil.
        try issue.merge(from: Patch(title: "new", login: nil, other: 3))
        #expect(issue == Issue(number: 1, title: "new", login: nil))
        try issue.merge(from: Patch(title: nil, login: "b", other: 3), nils: .keep)
        #expect(issue == Issue(number: 1, title: "new", login: "b"))
        // `mergeValueForKey:fromModel:`.
        try issue.merge(from: Issue(number: 2, title: "x", login: "y"), only: \.number)
        #expect(issue == Issue(number: 2, title: "new", login: "b"))
    }

    @Test func updatingFromADictionary() throws {
        // A feature that Mantle's users requested, and it does not have.
        var issue = Issue(number: 1, title: "t", login: "a")
        try ModelDecoder().update(&issue, from: #"{"title": null, "user": {"login": "b"}}"#)
        #expect(issue == Issue(number: 1, title: nil, login: "b"))
    }

    // MARK: - Archives

    private struct Note: VersionedModel, Equatable {
        static let modelVersion = 2
        var texts: [String]

        static func migrate(_ object: inout JSONObject, from version: Int) throws {
            if let text = object.removeValue(forKey: "text") { object["texts"] = [text] }
        }
    }

    @Test func anOlderArchiveIsMigratedAndANewerOneRefused() throws {
        let note = Note(texts: ["a"])
        #expect(try ModelDecoder().decodeArchive(Note.self, from: ModelEncoder().encodeArchive(note)) == note)
        let old = #"{"model": "Note", "version": 1, "value": {"text": "a"}}"#
        #expect(try ModelDecoder().decodeArchive(Note.self, from: old) == note)
        // It is nil in Mantle.
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder().decodeArchive(
                Note.self, from: #"{"model": "Note", "version": 3, "value": {"texts": []}}"#)
        }
        #expect(error?.underlying is NewerArchiveError)
    }

    // MARK: - Collections

    @Test func modelsOfAnArray() throws {
        let text = #"[{"number":1},{"number":2,"title":"t"}]"#
        let issues = try decodeEveryWay([Issue].self, text)
        #expect(issues.map(\.number) == [1, 2])
        #expect(try encodeEveryWay(issues) == text)
        // In Mantle one that fails fails them all; here, with the option, only itself.
        let bad = #"[{"number": 1}, {}, {"number": 3}]"#
        #expect(refusal(of: [Issue].self, bad).hasPrefix("$[1]: missing keys"))
        #expect(
            try decodeEveryWay([Issue].self, bad, decoder: .with { $0.badElements = .drop }).map(\.number) == [1, 3])
    }
}
