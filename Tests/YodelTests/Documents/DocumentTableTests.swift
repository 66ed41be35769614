import Foundation
import Testing

@testable import Yodel

/// Readers rely on the documents when they set limits, or look up an error.
@Suite("Tables in documents")
struct DocumentTableTests {
    /// All limits in the order of the documents, with their defaults.
    private static let limits: [(name: String, value: Int)] =
        Mirror(reflecting: ParserLimits()).children.map { ("ParserLimits.\($0.label!)", $0.value as! Int) } + [
            ("Feed.maxItemBytes", Feed(of: Int.self).maxItemBytes),
            ("Feed.failureBudget", Feed(of: Int.self).failureBudget?.count ?? Int.max),
        ] + Mirror(reflecting: OutputLimits()).children.map { ("ModelEncoder.limits.\($0.label!)", $0.value as! Int) }

    @Test("The article on hostile input has all limits, each with its default")
    func defaults() throws {
        let table = try #require(
            try DocumentTable(
                of: "Sources/Yodel/Yodel.docc/HostileInput.md", under: "limit | bounds | default | error"))
        let found = table.rows.map { row in "\(Self.limit(row[0])): \(row[2])" }
        #expect(found == Self.limits.map { "\($0.name): \(Self.text($0.value))" })
    }

    @Test("Each limit has the error that names it")
    func errorsOfLimits() throws {
        let headings = "limit | bounds | default | error"
        let table = try #require(try DocumentTable(of: "Sources/Yodel/Yodel.docc/HostileInput.md", under: headings))
        for row in table.rows {
            let name = try #require(DocumentTable.symbols(in: row[3]).first?.split(separator: ".").last)
            let code = try #require(ModelErrorTests.codes.first { $0.1 == name }?.0, "\(name)")
            let limit = try #require(Self.limit(row[0]).split(separator: ".").last)
            #expect(code.category == .limit && code.hint?.contains(limit) == true, "\(row)")
        }
    }

    @Test("The article on errors has all codes, each in its category")
    func codes() throws {
        let headings = "category | what it means | codes"
        let table = try #require(try DocumentTable(of: "Sources/Yodel/Yodel.docc/Errors.md", under: headings))
        let found = table.rows.map { row in
            (DocumentTable.symbols(in: row[0]), DocumentTable.symbols(in: row[2]).sorted())
        }
        #expect(found.map(\.0) == ModelError.Category.allCases.map { ["ModelError.Category.\($0)"] })
        for (category, (_, names)) in zip(ModelError.Category.allCases, found) {
            let codes = ModelErrorTests.codes.filter { $0.2 == category }
            #expect(names == codes.map { "ModelError.Code.\($0.1)" }.sorted())
        }
    }

    /// A limit's name as in ``limits``: a document may omit the type that its table is about.
    private static func limit(_ cell: String) -> String {
        let name = DocumentTable.symbols(in: cell).joined().replacing("OutputLimits.", with: "ModelEncoder.limits.")
        return name.contains(".") ? name : "ParserLimits.\(name)"
    }

    /// A default in the form of the documents.
    private static func text(_ count: Int) -> String {
        if count == .max { return "none" }
        if count >= 1 << 20, count.isMultiple(of: 1 << 20) { return "\(count >> 20) MiB" }
        if count >= 1 << 10, count.isMultiple(of: 1 << 10) { return "\(count >> 10) KiB" }
        return count.formatted(.number.locale(Locale(identifier: "en_US")))
    }
}
