import Foundation

/// A table of a document with information that the code also has.
struct DocumentTable {
    /// The cells below the headings.
    var rows: [[String]]

    /// The first table of a document with these headings.
    init?(of document: String, under headings: String) throws {
        let text = try String(contentsOf: CodeBlock.root.appending(path: document), encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: "| \(headings) |") else { return nil }
        rows = lines[(start + 2)...].prefix { $0.hasPrefix("| ") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    /// The symbols that a cell has as code or as links: `Type.member`, or the member alone.
    static func symbols(in cell: String) -> [String] {
        cell.matches(of: /`+([^`]+)`+/).map { String($0.output.1).replacing("/", with: ".") }
    }
}
