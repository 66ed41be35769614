#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the figures were measured on.
package struct Machine: Encodable, Equatable, Sendable {
    package let system: String
    package let architecture: String
    package let cores: Int
    /// The processor's name, where the system tells.
    package let processor: String?
    package let swift: String
    /// Whether the benchmarks were compiled with optimisation; without, the figures mean nothing.
    package let optimised: Bool

    /// The machine this runs on.
    package static func current() -> Machine {
        Machine(
            system: system, architecture: architecture, cores: ProcessInfo.processInfo.activeProcessorCount,
            processor: processor, swift: compiler, optimised: optimised)
    }

    /// One line for people.
    package var summary: String {
        let name = processor ?? architecture
        return "\(name), \(cores) cores, \(system) \(architecture), Swift \(swift)"
    }

    private static var optimised: Bool {
        var debug = false
        assert(
            {
                debug = true
                return true
            }())
        return !debug
    }

    private static var compiler: String {
        #if compiler(>=6.4)
        "6.4 or later"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    private static var system: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #else
        "other"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static var processor: String? {
        guard let data = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return nil }
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("model name") }
        guard let line, let colon = line.firstIndex(of: ":") else { return nil }
        return line[line.index(after: colon)...].split(separator: " ").joined(separator: " ")
    }
}
