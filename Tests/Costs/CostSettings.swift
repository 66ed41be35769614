/// The options of the command line; see `Scripts/costs`.
struct CostSettings {
    enum Purpose {
        /// Prints the names of the cases.
        case list
        /// Does the work of the cases without counting; only for valgrind.
        case work
        /// Runs this program under valgrind, and compares its counts.
        case measure
        /// Measures the memory that documents take.
        case memory
        /// Measures the time of documents that are made to take long.
        case time
        /// Decodes one document of a case and a size; not for users.
        case memoryOf(String, Int)
        /// Decodes a document without enough memory; not for users.
        case starve
    }

    var purpose = Purpose.measure
    var cases = CostCase.all
    /// How many times the size is doubled, from the smallest on.
    var doublings = 2
    /// The divisor of the smallest size of each case.
    var divisor = 1

    var memoryCases = MemoryCase.all
    var timeCases = TimeCase.all

    static let workOption = "--work"
    static let memoryOption = "--memory-of"

    init(_ arguments: some Sequence<String>) throws {
        var arguments = Array(arguments)[...]
        while let name = arguments.popFirst() {
            switch name {
            case "--list": purpose = .list
            case Self.workOption: purpose = .work
            case "--memory": purpose = .memory
            case Self.memoryOption:
                purpose = .memoryOf(arguments.popFirst() ?? "", arguments.popFirst().flatMap { Int($0) } ?? 0)
            case "--time": purpose = .time
            case "--starve": purpose = .starve
            case "--only":
                guard let part = arguments.popFirst() else { throw CostError("--only wants a part of a name") }
                cases = cases.filter { $0.name.contains(part) }
                memoryCases = memoryCases.filter { $0.name.contains(part) }
                timeCases = timeCases.filter { $0.name.contains(part) }
                guard !cases.isEmpty || !memoryCases.isEmpty || !timeCases.isEmpty else {
                    throw CostError("no case has '\(part)' in its name")
                }
            case "--doublings":
                doublings = try Self.number(arguments.popFirst(), name)
            case "--divisor":
                divisor = try Self.number(arguments.popFirst(), name)
            default: throw CostError("unknown option '\(name)'")
            }
        }
    }

    /// The sizes at which a case is measured.
    func sizes(of costs: CostCase) -> [Int] {
        (0...doublings).map { max(costs.size / divisor, 1) << $0 }
    }

    private static func number(_ text: String?, _ name: String) throws -> Int {
        guard let text, let number = Int(text), (1...16).contains(number) else {
            throw CostError("\(name) does not take '\(text ?? "")'")
        }
        return number
    }
}
