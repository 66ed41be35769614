import Foundation

// How work, memory and time grow with the document; see `Scripts/costs`.
do {
    let settings = try CostSettings(CommandLine.arguments.dropFirst())
    switch settings.purpose {
    case .list: for costs in settings.cases { print(costs.name) }
    case .work: try InstructionCount.work(settings)
    case .measure:
        let isLinear = try LinearityRun(settings: settings).run()
        exit(isLinear ? 0 : 1)
    case .memory:
        let isBounded = try MemoryRun(settings: settings).run()
        exit(isBounded ? 0 : 1)
    case .time: exit(TimeRun(settings: settings).run() ? 0 : 1)
    case .starve: try Starvation.run()
    case .memoryOf(let name, let size): try MemoryRun.work(name, size)
    }
} catch {
    FileHandle.standardError.write(Data("Costs: \(error)\n".utf8))
    exit((error as? MissingTool) == nil ? 2 : 69)
}
