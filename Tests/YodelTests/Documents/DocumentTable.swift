import Foundation

/// A table of a document that says what the code says as well.
struct DocumentTable {
    /// What stands below the headings, cell by cell.
    var rows: [[String]]

    /// The first table of a document that has these headings.
    init?(of document: String, under headings: String) throws {
        let text = try String(contentsOf: CodeBlock.root.appending(path: document), encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: "| \(headings) |") else { return nil }
        rows = lines[(start + 2)...].prefix { $0.hasPrefix("| ") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    /// What a cell has as code or links to: `Type.member`, or the member alone.
    static func symbols(in cell: String) -> [String] {
        cell.matches(of: /`+([^`]+)`+/).map { String($0.output.1).replacing("/", with: ".") }
    }
}
