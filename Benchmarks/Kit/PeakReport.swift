#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The report of a process that decodes one document.
package struct PeakReport: Codable, Equatable, Sendable {
    /// The peak of resident memory, minus the resident memory before the document was read.
    package let peakBytes: Int
    /// The time from the document in a file to the value.
    package let seconds: Double
    /// The number of elements of the array at the document's root, if the path makes something that has them.
    package let items: Int?
    /// A hash of all typed elements, the same in every process.
    package let fingerprint: Int?

    package init(peakBytes: Int, seconds: Double, items: Int? = nil, fingerprint: Int? = nil) {
        self.peakBytes = peakBytes
        self.seconds = seconds
        self.items = items
        self.fingerprint = fingerprint
    }
}

/// A hash of values that come one after the other: of the values and their order.
package struct Fingerprint {
    package private(set) var value = 0

    package init() {}

    package mutating func combine(_ element: some Hashable) {
        var hasher = Hasher()
        hasher.combine(value)
        hasher.combine(element)
        value = hasher.finalize()
    }
}

/// How such a process ended.
package enum PeakOutcome: Equatable, Sendable {
    case measured(PeakReport)
    case failed(String)

    private struct Message: Codable {
        var report: PeakReport?
        var failure: String?
    }

    /// Reads the standard output of the process.
    ///
    /// - Parameters:
    ///   - signal: the signal that ended the process, if any.
    ///   - status: its exit status otherwise.
    package init(output: Data, signal: Int32?, status: Int32) {
        let message = try? JSONDecoder().decode(Message.self, from: output)
        if let signal {
            self = .failed("ended by signal \(signal)" + (signal == 9 ? ", as when memory runs out" : ""))
        } else if let failure = message?.failure {
            self = .failed(failure)
        } else if let report = message?.report, status == 0 {
            self = .measured(report)
        } else {
            self = .failed("ended with status \(status) and without a result")
        }
    }

    /// The output of the process.
    package func output() throws -> Data {
        switch self {
        case .measured(let report): try JSONEncoder().encode(Message(report: report))
        case .failed(let failure): try JSONEncoder().encode(Message(failure: failure))
        }
    }
}

/// Checks that the processes made the same value of the document.
///
/// - Parameter reference: the path whose value the others must equal; if it was not run, the first with a fingerprint
///   is used.
/// - Returns: the paths with equal values; nil if none has made a typed value.
/// - Throws: ``ContestError`` for the first that differs.
package func compare(
    _ reports: [(path: String, report: PeakReport)], corpus: String, reference: String
) throws -> EqualityCheck? {
    let typed = reports.filter { $0.report.fingerprint != nil }
    guard let expected = typed.first(where: { $0.path == reference }) ?? typed.first else { return nil }
    for (path, report) in reports {
        let difference: String
        if let items = report.items, items != expected.report.items {
            difference = "expected \(expected.report.items ?? 0) elements, found \(items)"
        } else if let fingerprint = report.fingerprint, fingerprint != expected.report.fingerprint {
            difference = "the fingerprints of the values differ"
        } else {
            continue
        }
        throw ContestError.mismatch(
            corpus: corpus, path: path, reference: expected.path, difference: difference)
    }
    return EqualityCheck(corpus: corpus, reference: expected.path, equal: typed.map(\.path))
}

/// Predicts whether a decode will fit into memory, from one of a smaller document of the same shape.
package struct MemoryPrediction: Equatable, Sendable {
    /// The expected peak.
    package let peakBytes: Int

    /// The memory that must be free, as a multiple of the prediction: arrays grow by doubling, so the peak is not a
    /// straight line.
    package static let margin = 1.25

    /// Predicts the peak of a document of `bytes` from the peak of one of `measuredBytes`.
    package init(peakBytes: Int, of measuredBytes: Int, for bytes: Int) {
        self.peakBytes = Int(Double(peakBytes) / Double(max(1, measuredBytes)) * Double(bytes))
    }

    /// Whether that much memory is enough.
    package func fits(into available: Int) -> Bool {
        Double(peakBytes) * Self.margin <= Double(available)
    }
}
