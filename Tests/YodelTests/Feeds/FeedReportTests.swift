import Foundation
import Testing

private let report = BuiltProgram("FeedReport")

/// The example that is a tool.
@Suite("A report of a feed", .enabled(if: report.isBuilt, "FeedReport is not built"))
struct FeedReportTests {
    private let entries = [
        #"{"level": "info", "service": "search", "duration_ms": 10, "user_id": 1, "more": [1]}"#,
        #"{"level": "info", "service": "search", "duration_ms": 20.5, "user_id": 1}"#,
        #"{"level": "error", "service": "mailer", "duration_ms": 3}"#,
    ]

    /// The output; the time it took is printed only to terminals.
    private func lines(_ arguments: [String], _ input: String) throws -> (status: Int32, lines: [String]) {
        let (status, output) = try report.run(arguments, input: input)
        return (status, output.split(separator: "\n").map(String.init))
    }

    private let summary = [
        "  level info                 2 entries      15.2 ms on average",
        "  level error                1 entries       3.0 ms on average",
        "  service search               2 entries      15.2 ms on average",
        "  service mailer               1 entries       3.0 ms on average", "  users 1",
    ]

    @Test(
        "An array, an array at a path and lines are counted alike",
        arguments: [
            ([], "[", ",", "]"), (["--at", "data.items"], #"{"data": {"items": ["#, ",\n", "]}, \"next\": 2}"),
            (["--lines"], "", "\n", ""),
        ] as [([String], String, String, String)])
    func kinds(_ arguments: [String], _ opening: String, _ separator: String, _ closing: String) throws {
        let text = opening + entries.joined(separator: separator) + closing
        let (status, lines) = try lines(arguments, text)
        #expect(status == 0)
        #expect(Array(lines.dropLast()) == summary)
        #expect(lines.last == "complete: 3 entries, 0 bad, 0.0 MB; the largest has \(entries[0].utf8.count) bytes")
    }

    @Test("Bad items are printed with their places, as many as requested, and only they are dropped")
    func badItems() throws {
        let bad = #"{"level": "loud", "service": "search", "duration_ms": 1}"#
        let text = ([entries[0], bad, entries[1], "[", entries[2]]).joined(separator: "\n")
        let (status, lines) = try lines(["--lines", "--show", "1"], text)
        #expect(status == 0)
        #expect(lines.first?.hasPrefix("bad item at $[1], bytes 85..<141: $[1].level: expected Level") == true)
        #expect(Array(lines.dropFirst().dropLast()) == summary)
        #expect(lines.last?.hasPrefix("complete: 3 entries, 2 bad") == true)
    }

    @Test("Differences from the model are printed on request")
    func drift() throws {
        let (status, lines) = try lines(["--drift", "--lines"], entries.joined(separator: "\n"))
        #expect(status == 0)
        #expect(
            Array(lines.dropLast()) == summary + [
                "  Entry.more: unknown key, 1 time in 3 objects, first at offset 72, for example an array",
                "  Entry.user_id: absent, 1 time in 3 objects, first at offset 215",
            ])
    }

    @Test("A truncated log, or none, is reported, and the entries before the error count")
    func ends() throws {
        let (status, lines) = try lines([], "[" + entries[0] + "," + entries[1])
        #expect(status == 1)
        #expect(lines.first?.hasPrefix("ended early: $") == true)
        #expect(lines.last?.hasPrefix("truncated: 2 entries, 0 bad") == true)
        #expect(try report.run(["/no/such/file"]) == (1, "/no/such/file: No such file or directory\n"))
    }
}
