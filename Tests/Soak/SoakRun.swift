import BenchmarkKit
import Foundation

/// Sends feeds of growing size through processes of this program, and checks their memory.
struct SoakRun {
    let settings: Settings
    /// Whether every bound was kept, and every feed gave the expected totals.
    private(set) var isClean = true

    /// The promise: at most so much over the memory before the first byte, for any size.
    private static let bound = 24 << 20
    /// The tolerance from the smallest feed to the largest: the system counts some memory late, which is not growth.
    private static let tolerance = 1 << 20

    init(_ settings: Settings) {
        self.settings = settings
    }

    mutating func run() throws {
        for drive in SoakReader.Drive.allCases {
            for kind in settings.kinds {
                let feed = SoakFeed(kind)
                var peaks: [Int] = []
                for size in settings.sizes {
                    let report = try measure(feed, size, drive)
                    peaks.append(report.peak)
                    if report.peak > Self.bound { complain("more than \(binarySize(Self.bound)) over the baseline") }
                    let expected = feed.totals(ofFeedOf: size)
                    if report.totals != expected { complain("expected \(expected), found \(report.totals)") }
                }
                if let first = peaks.first, let last = peaks.last, last - first > Self.tolerance {
                    complain("memory grows with the feed: \(readableSize(first)), then \(readableSize(last))")
                }
            }
        }
    }

    private mutating func measure(_ feed: SoakFeed, _ size: Int, _ drive: SoakReader.Drive) throws -> SoakReport {
        let report = try Self.read(feed, size, drive)
        let speed = Double(report.bytes) / Double(max(report.microseconds, 1))
        let name = "\(feed.kind.rawValue) \(binarySize(size)) by \(drive.rawValue)"
        print(
            column(name, 28) + column("\(report.totals.items) items", 16)
                + column("\(Int(speed.rounded())) MB/s", 12) + "\(readableSize(report.peak)) over the baseline")
        fflush(nil)
        return report
    }

    private func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private mutating func complain(_ text: String) {
        isClean = false
        FileHandle.standardError.write(Data("FAILED: \(text)\n".utf8))
    }

    /// Starts a process that reads a feed, and writes the feed into its standard input.
    private static func read(_ feed: SoakFeed, _ size: Int, _ drive: SoakReader.Drive) throws -> SoakReport {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Settings.readerCommand, feed.kind.rawValue, drive.rawValue]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // A process that ends early is reported by its output, not by a signal to this one.
        signal(SIGPIPE, SIG_IGN)
        _ = try? feed.write(size: size) { piece in
            try input.fileHandleForWriting.write(contentsOf: Data(piece))
        }
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let report = SoakReport(String(decoding: text, as: UTF8.self)) else {
            throw SoakError("the process that read \(feed.kind.rawValue) ended with \(process.terminationStatus)")
        }
        return report
    }
}
