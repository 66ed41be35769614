import BenchmarkModels
import Foundation
import Testing
import Yodel

@Suite("The untidy corpus")
struct UntidyTests {
    private let bytes = Untidy.json(accounts: 400, seed: 1)

    /// The form of a value.
    enum Form: Hashable {
        case null, boolean, number, text
        /// A number in a string.
        case digits
        case array, object, absent
    }

    @Test(
        "A field has all the forms that make the corpus untidy",
        arguments: [
            ("id", [.number, .digits]), ("balance", [.number, .digits]),
            ("rating", [.number, .digits, .null, .text]), ("visits", [.number, .digits, .null, .absent]),
            ("language", [.text, .null]), ("active", [.boolean, .number, .text]),
            ("newsletter", [.boolean, .number, .text, .absent]), ("tags", [.array, .null]),
            ("createdAt", [.text, .absent]), ("created_at", [.number, .absent]),
            ("userName", [.text, .null, .absent]), ("user_name", [.text, .absent]), ("login", [.text, .absent]),
            ("schema", [.text]), ("tracking", [.object, .absent]), ("_links", [.object]),
        ] as [(String, Set<Form>)])
    func forms(_ key: String, _ expected: Set<Form>) throws {
        #expect(try Set(accounts().map { form(of: $0[key]) }) == expected)
    }

    @Test("Nested objects are untidy too: postcodes as numbers, coordinates as text")
    func nested() throws {
        let addresses = try accounts().compactMap { $0["address"] }
        #expect(Set(addresses.map { form(of: $0["postcode"]) }) == [.number, .digits])
        #expect(Set(addresses.map { form(of: $0["latitude"]) }) == [.number, .digits])
    }

    @Test("Booleans are words and digits, and missing values are words")
    func words() throws {
        let accounts = try accounts()
        #expect(Set(accounts.compactMap { $0["active"]?.stringValue }) == ["yes", "no", "true", "false"])
        #expect(Set(accounts.compactMap { $0["active"]?.intValue }) == [0, 1])
        #expect(accounts.contains { $0["rating"]?.stringValue == "null" })
    }

    @Test("Of several keys the one of higher rank counts, in any order, unless it is null")
    func aliases() throws {
        let feed = try Untidy.Feed.modelDecoder.decode(Untidy.Feed.self, from: bytes)
        let untyped = try accounts()
        let shadowed = untyped.indices.filter { untyped[$0]["login"] != nil && untyped[$0]["user_name"] != nil }
        let fallen = untyped.indices.filter { untyped[$0]["userName"]?.isNull == true }
        #expect(!shadowed.isEmpty && !fallen.isEmpty)
        #expect(shadowed.allSatisfy { feed.accounts[$0].name == untyped[$0]["user_name"]?.stringValue })
        #expect(fallen.allSatisfy { feed.accounts[$0].name == untyped[$0]["login"]?.stringValue })
    }

    @Test("Decoding needs both options, and fails without either or both")
    func strictness() throws {
        let strict = ModelDecoder()
        var lenient = ModelDecoder()
        lenient.conversions = .lenient
        var forgiving = ModelDecoder()
        forgiving.nulls = .useDefault
        #expect(code(strict) == .typeMismatch)
        #expect(code(lenient) == .nullValue)
        #expect(code(forgiving) == .typeMismatch)
        #expect(code(Untidy.Feed.modelDecoder) == nil)
    }

    @Test("A value in an unknown form is refused by all, not guessed", arguments: ["\"many\"", "[]", "\"\""])
    func refusal(_ value: String) {
        let text = #"{"total": \#(value), "accounts": []}"#
        let data = Data(text.utf8)
        #expect(throws: ModelError.self) { try Untidy.Feed.modelDecoder.decode(Untidy.Feed.self, from: text) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Untidy.Feed.self, from: data) }
        #expect(throws: MappingError.self) { try Untidy.Feed(json: JSONSerialization.jsonObject(with: data)) }
    }

    private func accounts() throws -> [JSONValue] {
        let document = try ModelDecoder().decode(JSONValue.self, from: bytes)
        return try #require(document["accounts"]?.arrayValue)
    }

    private func code(_ decoder: ModelDecoder) -> ModelError.Code? {
        do {
            _ = try decoder.decode(Untidy.Feed.self, from: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    private func form(of value: JSONValue?) -> Form {
        switch value {
        case nil: .absent
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string(let text): Double(text) == nil ? .text : .digits
        case .array: .array
        case .object: .object
        }
    }
}
