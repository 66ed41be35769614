import Foundation

/// The options of the command line.
struct Settings {
    private(set) var count = 100_000
    private(set) var seed: UInt64 = 1

    init(_ arguments: some Sequence<String>) {
        var arguments = Array(arguments)[...]
        while let name = arguments.popFirst() {
            let number = arguments.popFirst().flatMap(UInt64.init)
            switch (name, number) {
            case ("--count", let number?): count = Int(clamping: number)
            case ("--seed", let number?): seed = number
            default:
                FileHandle.standardError.write(Data("Differential: \(name) is not --count N or --seed N\n".utf8))
                exit(2)
            }
        }
    }
}
