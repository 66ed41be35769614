import BenchmarkKit
import Foundation

/// What the command line says: `Scripts/soak` says more.
struct Settings {
    var sizes = [64 << 20, 1 << 30, 4 << 30]
    var kinds = SoakFeed.Kind.allCases
    /// How many feeds are left in the middle.
    var stops = 10_000
    /// How many small documents are decoded.
    var decodes = 10_000_000
    /// How many items of a feed are waited for, one by one.
    var waits = 200_000

    /// By which the program knows that it is to read a feed; not for people.
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
