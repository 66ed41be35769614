#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Darwin)
internal import Darwin
#endif

/// The resident memory of this process, in bytes.
package enum ResidentMemory {
    /// The current value; on Darwin, which does not report that as simply, the peak so far.
    package static var current: Int? {
        #if os(Linux)
        status("VmRSS")
        #else
        peak
        #endif
    }

    /// The peak since the program began.
    ///
    /// On Linux it is not read with `getrusage`, whose value starts with that of the parent process.
    package static var peak: Int? {
        #if os(Linux)
        status("VmHWM")
        #elseif canImport(Darwin)
        var usage = rusage()
        return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : nil
        #else
        nil
        #endif
    }

    private static func status(_ field: String) -> Int? {
        memoryField(field, in: contents(of: "/proc/self/status") ?? "")
    }
}

/// The memory that a process can still get, in bytes.
package enum AvailableMemory {
    /// The memory that the system and the process' control groups leave; all of the machine's if the system does not
    /// report it.
    package static var current: Int {
        let system = memoryField("MemAvailable", in: contents(of: "/proc/meminfo") ?? "")
        let left =
            [system ?? Int(clamping: ProcessInfo.processInfo.physicalMemory)] + groups.compactMap { room(in: $0) }
        return max(0, left.min() ?? 0)
    }

    /// The folder of the process' control group, and those of the groups it is in.
    private static var groups: [String] {
        let line = (contents(of: "/proc/self/cgroup") ?? "").split(separator: "\n").first { $0.hasPrefix("0::/") }
        guard let line else { return [] }
        var parts = line.dropFirst(4).split(separator: "/")
        var folders = ["/sys/fs/cgroup"]
        while !parts.isEmpty {
            folders.append("/sys/fs/cgroup/" + parts.joined(separator: "/"))
            parts.removeLast()
        }
        return folders
    }

    private static func room(in folder: String) -> Int? {
        controlGroupRoom(
            limit: contents(of: "\(folder)/memory.max") ?? "", used: contents(of: "\(folder)/memory.current") ?? "",
            statistics: contents(of: "\(folder)/memory.stat") ?? "")
    }
}

/// Reads a line such as `VmRSS:    1024 kB` as bytes.
package func memoryField(_ name: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let parts = line?.split { $0 == " " || $0 == "\t" } ?? []
    guard parts.count == 3, parts[2] == "kB", let kilobytes = Int(parts[1]) else { return nil }
    return kilobytes << 10
}

/// The memory that a control group's limit leaves, from the texts of its files; nil if it has no limit.
///
/// Cached file contents that were not used lately count as used, but can be reclaimed.
package func controlGroupRoom(limit: String, used: String, statistics: String) -> Int? {
    func number(_ text: some StringProtocol) -> Int? {
        Int(text.split(whereSeparator: \.isWhitespace).joined())
    }
    guard let limit = number(limit), let used = number(used) else { return nil }
    let field = "inactive_file "
    let line = statistics.split(separator: "\n").first { $0.hasPrefix(field) }
    return limit - used + (line.flatMap { number($0.dropFirst(field.count)) } ?? 0)
}

private func contents(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
}
