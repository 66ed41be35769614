#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The heap blocks per decode that must not be exceeded, by corpus and path, as stored in a file of the repository.
///
/// It contains only Yodel's own paths: the blocks of the others depend on the toolchain.
package struct AllocationBaseline: Equatable, Sendable {
    package private(set) var counts: [String: [String: Int]]

    /// The fraction by which a count may grow: more than a new compiler changes, less than one more block per value
    /// does.
    package static let toleratedGrowth = 0.05

    package init(counts: [String: [String: Int]] = [:]) {
        self.counts = counts.mapValues { paths in paths.filter { Self.holds(path: $0.key) } }
            .filter { !$0.value.isEmpty }
    }

    /// Whether the counts of the path belong in a baseline.
    package static func holds(path: String) -> Bool {
        path.hasPrefix("yodel")
    }

    /// Reads the output of ``data()``.
    package init(data: Data) throws {
        counts = try JSONDecoder().decode([String: [String: Int]].self, from: data)
    }

    /// The file: sorted, with a line for each count, so that a diff shows the changed counts.
    package func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(counts) + Data("\n".utf8)
    }

    /// Compares the current counts with the baseline.
    ///
    /// - Parameter selection: the selected counts; others in the baseline are ignored.
    package func compare(with now: AllocationBaseline, selection: Selection) -> AllocationComparison {
        var comparison = AllocationComparison()
        for (corpus, path) in places(with: now) where selection.includes(corpus: corpus, path: path) {
            let place = AllocationComparison.Place(
                corpus: corpus, path: path, baseline: counts[corpus]?[path], now: now.counts[corpus]?[path])
            switch (place.baseline, place.now) {
            case (nil, _): comparison.unlisted.append(place)
            case (_, nil): comparison.missing.append(place)
            case (let before?, let after?):
                let slack = Double(before) * Self.toleratedGrowth
                if Double(after) > Double(before) + slack {
                    comparison.grown.append(place)
                } else if Double(after) < Double(before) - slack {
                    comparison.shrunk.append(place)
                } else {
                    comparison.kept += 1
                }
            }
        }
        return comparison
    }

    /// The baseline with the selected counts replaced by the current ones; the others are kept.
    package func updated(with now: AllocationBaseline, selection: Selection) -> AllocationBaseline {
        var updated = counts
        for (corpus, path) in places(with: now) where selection.includes(corpus: corpus, path: path) {
            updated[corpus, default: [:]][path] = now.counts[corpus]?[path]
        }
        return AllocationBaseline(counts: updated)
    }

    /// Every corpus and path of the two, in order.
    private func places(with other: AllocationBaseline) -> [(corpus: String, path: String)] {
        let merged = counts.merging(other.counts) { $0.merging($1) { count, _ in count } }
        return merged.sorted { $0.key < $1.key }.flatMap { corpus, paths in
            paths.keys.sorted().map { (corpus: corpus, path: $0) }
        }
    }
}

/// How counts differ from a baseline.
package struct AllocationComparison: Equatable, Sendable {
    /// A path on a corpus, with the counts that are known.
    package struct Place: Equatable, Sendable {
        package let corpus: String
        package let path: String
        package let baseline: Int?
        package let now: Int?

        package init(corpus: String, path: String, baseline: Int?, now: Int?) {
            self.corpus = corpus
            self.path = path
            self.baseline = baseline
            self.now = now
        }
    }

    /// The number of counts within the tolerance.
    package internal(set) var kept = 0
    package internal(set) var grown: [Place] = []
    /// Counts that fell by more than the tolerance: the baseline no longer guards them well.
    package internal(set) var shrunk: [Place] = []
    /// Counts that the file lacks.
    package internal(set) var unlisted: [Place] = []
    /// Selected counts of the file that the run lacks.
    package internal(set) var missing: [Place] = []

    /// Whether no count grew, and every count was compared: a count that is not compared is not guarded.
    package var passes: Bool {
        grown.isEmpty && unlisted.isEmpty && missing.isEmpty
    }

    /// The comparison as text.
    ///
    /// - Parameters:
    ///   - file: the baseline's name.
    ///   - update: the command that accepts the new counts.
    package func summary(file: String, update: String) -> String {
        let percent = fixed(AllocationBaseline.toleratedGrowth * 100, 0)
        let compared = kept + grown.count + shrunk.count
        var text =
            "heap blocks: \(compared) counts compared with \(file), \(grown.count) grew by more than \(percent) %\n"
        text += section("grew", grown) + section("fell by more than \(percent) %", shrunk)
        text += section("not in the file", unlisted) + section("in the file, but not counted", missing)
        if !passes || !shrunk.isEmpty {
            text += "\nIf that is as it should be, write the new counts to the file and commit it:\n  \(update)\n"
        }
        return text
    }

    private func section(_ title: String, _ places: [Place]) -> String {
        guard !places.isEmpty else { return "" }
        let rows = places.map { place in
            [
                "\(place.corpus)/\(place.path)", place.baseline.map { "\($0)" } ?? "–",
                place.now.map { "\($0)" } ?? "–", place.growth ?? "–",
            ]
        }
        return "\n\(title):\n" + aligned([["corpus/path", "baseline", "now", "change"]] + rows)
    }
}

extension AllocationComparison.Place {
    /// The change in percent, if both counts are known.
    fileprivate var growth: String? {
        guard let baseline, let now, baseline > 0 else { return nil }
        let percent = (Double(now) / Double(baseline) - 1) * 100
        return "\(percent > 0 ? "+" : "")\(fixed(percent, 1)) %"
    }
}
