#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Darwin)
internal import Darwin
#endif

/// The machine that the figures were measured on.
package struct Machine: Encodable, Equatable, Sendable {
    /// The operating system and its release, as the system reports them.
    package let system: String
    package let architecture: String
    package let cores: Int
    /// The processor's name, if the system reports it.
    package let processor: String?
    /// The compiler's version.
    package let swift: String
    /// Whether the benchmarks were compiled with optimisation; without it, the figures mean nothing.
    package let optimised: Bool

    package init(
        system: String, architecture: String, cores: Int, processor: String?, swift: String, optimised: Bool
    ) {
        self.system = system
        self.architecture = architecture
        self.cores = cores
        self.processor = processor
        self.swift = swift
        self.optimised = optimised
    }

    /// The machine this runs on.
    package static func current() -> Machine {
        Machine(
            system: systemName, architecture: currentArchitecture,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            processor: processorName, swift: compiler, optimised: isOptimised)
    }

    /// A one-line summary.
    package var summary: String {
        let count = cores == 1 ? "1 core" : "\(cores) cores"
        return "\(processor ?? architecture), \(count), \(system), \(architecture), Swift \(swift)"
    }

    private static var isOptimised: Bool {
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

    private static var systemName: String {
        #if os(Linux)
        field("PRETTY_NAME=", ofFile: "/etc/os-release").map { $0.filter { $0 != "\"" } } ?? "Linux"
        #elseif os(macOS)
        "macOS \(ProcessInfo.processInfo.operatingSystemVersionString)"
        #else
        ProcessInfo.processInfo.operatingSystemVersionString
        #endif
    }

    private static var currentArchitecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static var processorName: String? {
        #if canImport(Darwin)
        let name = "machdep.cpu.brand_string"
        var length = 0
        guard sysctlbyname(name, nil, &length, nil, 0) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        guard sysctlbyname(name, &bytes, &length, nil, 0) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
        return field("model name", ofFile: "/proc/cpuinfo")
            .map { $0.drop { $0 == ":" || $0 == " " || $0 == "\t" } }
            .map { $0.split(separator: " ").joined(separator: " ") }
        #endif
    }

    /// The text after the prefix, on the first line that has it.
    private static func field(_ prefix: String, ofFile path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count)) }
    }
}
