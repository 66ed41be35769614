import BenchmarkKit
import Foundation

// The memory of feeds of any size, and of any number of documents; see `Scripts/soak`.
do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == Settings.readerCommand, arguments.count == 3,
        let kind = SoakFeed.Kind.named(arguments[1]), let drive = SoakReader.Drive(rawValue: arguments[2])
    {
        print(try await SoakReader.report(kind, drive))
        exit(0)
    }
    let settings = try Settings(arguments)
    var run = SoakRun(settings)
    try run.run()
    var isClean = run.isClean
    if settings.stops > 0 {
        let growth = try await Stops.run(count: settings.stops)
        isClean = growth.print(of: "\(settings.stops) feeds left in the middle") && isClean
    }
    if settings.waits > 0 {
        let growth = try await Waits.run(count: settings.waits)
        isClean = growth.print(of: "\(settings.waits) items waited for") && isClean
    }
    if settings.decodes > 0 {
        let growth = try await Decodes.run(count: settings.decodes)
        isClean = growth.print(of: "\(settings.decodes) small documents") && isClean
    }
    print(isClean ? "every bound was kept" : "a bound was broken")
    exit(isClean ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("Soak: \(error)\n".utf8))
    exit(2)
}
