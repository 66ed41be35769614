import BenchmarkKit

/// The options of the command line; see `Scripts/soak`.
struct Settings {
    var sizes = [64 << 20, 1 << 30, 4 << 30]
    var kinds = SoakFeed.Kind.allCases
    /// The number of feeds left before their end.
    var stops = 10_000
    /// The number of small documents.
    var decodes = 10_000_000
    /// The number of items of a feed that are waited for, one by one.
    var waits = 200_000

    /// The command that makes the program read a feed; not for users.
    static let readerCommand = "read"

    init(_ arguments: some Sequence<String>) throws {
        var arguments = Array(arguments)[...]
        while let name = arguments.popFirst() {
            switch name {
            case "--quick":
                sizes = [4 << 20, 32 << 20]
                stops = 600
                decodes = 100_000
                waits = 50_000
            case "--sizes":
                sizes = try Self.list(arguments.popFirst(), name, byteCount)
            case "--only":
                kinds = try Self.list(arguments.popFirst(), name, SoakFeed.Kind.named)
            case "--stops":
                stops = try Self.count(arguments.popFirst(), name)
            case "--decodes":
                decodes = try Self.count(arguments.popFirst(), name)
            case "--waits":
                waits = try Self.count(arguments.popFirst(), name)
            default: throw SoakError("unknown option '\(name)'")
            }
        }
    }

    private static func count(_ text: String?, _ name: String) throws -> Int {
        try list(text, name) { Int($0).flatMap { $0 >= 0 ? $0 : nil } }[0]
    }

    private static func list<Value>(
        _ text: String?, _ name: String, _ value: (String) -> Value?
    ) throws -> [Value] {
        let parts = (text ?? "").split(separator: ",").map(String.init)
        let values = parts.compactMap(value)
        guard !values.isEmpty, values.count == parts.count else {
            throw SoakError("\(name) does not take '\(text ?? "")'")
        }
        return values
    }
}
