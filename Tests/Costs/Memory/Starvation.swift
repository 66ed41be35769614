import Foundation
import Yodel

/// Makes yajl request memory that the process may not have, and prints the result.
enum Starvation {
    private struct Nothing: Model { var number: Int? }

    /// yajl unescapes a string in a buffer of its own, which doubles even if the string is unused; Swift allocates
    /// nothing for it.
    static func run() throws {
        guard let yajl = Parser.other else { throw CostError("yajl is not part of this build") }
        let document = Array((#"{"number":"# + "\n1," + #""skipped":"\n"# + text + #""}"#).utf8)
        var decoder = ModelDecoder()
        decoder.parser = yajl
        decoder.limits.stringBytes = .max
        guard try decoder.decode(Nothing.self, from: document).number == 1 else {
            throw CostError("the document is not as expected")
        }
        try limitMemory(to: 24 << 20)
        do throws(ModelError) {
            _ = try decoder.decode(Nothing.self, from: document)
        } catch {
            print(error)
            return
        }
        throw CostError("there was enough memory")
    }

    private static let text = String(repeating: "a", count: 40 << 20)

    /// Limits the process to so many bytes more than it has mapped.
    private static func limitMemory(to bytes: Int) throws {
        #if os(Linux)
        let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard let pages = sizes.first.flatMap({ UInt($0) }) else { throw CostError("/proc/self/statm is unknown") }
        let size = rlim_t(pages) * rlim_t(sysconf(Int32(_SC_PAGESIZE))) + rlim_t(bytes)
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
        let resource = RLIMIT_AS
        #endif
        guard setrlimit(resource, &limit) == 0 else {
            throw CostError("memory cannot be limited")
        }
        #else
        throw CostError("this system does not limit memory")
        #endif
    }
}
