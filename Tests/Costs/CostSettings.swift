/// What the command line says: `Scripts/costs` says more.
struct CostSettings {
    enum Purpose {
        /// The names of the cases are printed.
        case list
        /// The cases do their work, with nobody counting; not for people, but for valgrind.
        case work
        /// This very program is run under valgrind, and what that counts is compared.
        case measure
        /// The memory that documents take is measured.
        case memory
        /// The time that documents take which are made to take long is measured.
        case time
        /// One document is decoded, of a case and a size; not for people.
        case memoryOf(String, Int)
        /// A document is decoded where there is no memory for it; not for people.
        case starve
    }

    var purpose = Purpose.measure
    var cases = CostCase.all
    /// Each case is measured at its smallest size, and doubled so many times.
    var doublings = 2
    /// By how much the smallest size of each case is divided.
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
            case "--quick": (doublings, divisor) = (1, 4)
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

    /// The sizes a case is measured at.
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
