/// Writes a size in binary units where it is a whole number of them: `64MiB`, `1KiB`, `1000B`.
package func binarySize(_ bytes: Int) -> String {
    for (name, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] where bytes >= size {
        if bytes.isMultiple(of: size) { return "\(bytes / size)\(name)" }
    }
    return "\(bytes)B"
}

/// The sizes at which growth is measured: 1, 4, 16, 64 and 256 MiB, as far as the largest allows; at least that one.
package func growthSizes(upTo largest: Int) -> [Int] {
    let sizes = [1, 4, 16, 64, 256].map { $0 << 20 }.filter { $0 <= largest }
    return sizes.isEmpty ? [largest] : sizes
}

/// Which paths take part at one size of a growing document.
package struct GrowthEntry: Equatable, Sendable {
    /// A path that does not take part, and the reason.
    package struct Absence: Equatable, Sendable {
        package let path: String
        package let reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    package private(set) var paths: [String]
    package private(set) var absences: [Absence] = []

    /// The number of decodes in a measurement of one round: a warm-up, an untimed one, and the timed one.
    package static let decodes = 3.0

    /// Chooses the paths from their earlier measurements.
    ///
    /// - Parameters:
    ///   - paths: the candidates.
    ///   - bytes: the document's size.
    ///   - secondsPerByte: by path, as measured at a smaller size.
    ///   - seconds: the time that the measurement may take.
    ///   - memory: the available memory.
    package init(paths: [String], bytes: Int, secondsPerByte: [String: Double], seconds: Double, memory: Int) {
        self.paths = paths
        func decoding(_ path: String) -> Double {
            (secondsPerByte[path] ?? 0) * Double(bytes) * Self.decodes
        }
        // The document, a copy of it for each path that needs another form, and the most that one decode needs: the
        // paths take turns.
        while let largest = self.paths.max(by: { Self.memoryFactor(of: $0) < Self.memoryFactor(of: $1) }) {
            let needed = Double(bytes) * (1 + Double(self.paths.count) + Self.memoryFactor(of: largest))
            guard needed > Double(memory) else { break }
            leaveOut(largest, "needs about \(readableSize(Int(needed))), and there are \(readableSize(memory))")
        }
        while self.paths.count > 1, let slowest = self.paths.max(by: { decoding($0) < decoding($1) }) {
            guard self.paths.map(decoding).reduce(0, +) > seconds else { break }
            leaveOut(slowest, "would take about \(readableTime(decoding(slowest)))")
        }
    }

    /// The memory of a path's decode as a multiple of the document's size, without the document: as measured by
    /// `--memory`, rounded up.
    package static func memoryFactor(of path: String) -> Double {
        path.hasPrefix("jsonserialization") ? 10 : 4
    }

    private mutating func leaveOut(_ path: String, _ reason: String) {
        paths.removeAll { $0 == path }
        absences.append(Absence(path: path, reason: reason))
    }
}
