import BenchmarkKit
import Foundation

// How much memory feeds take, whatever their size, and documents, however many: `Scripts/soak` says more.
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
        let (growth, isFlat) = try await Stops.run(count: settings.stops)
        print(
            "\(settings.stops) feeds left in the middle: \(readableSize(max(growth, 0))) more than after a tenth of them"
        )
        isClean = isClean && isFlat
    }
    if settings.waits > 0 {
        let (growth, isFlat) = try await Waits.run(count: settings.waits)
        print("\(settings.waits) items waited for: \(readableSize(max(growth, 0))) more than after a tenth of them")
        isClean = isClean && isFlat
    }
    if settings.decodes > 0 {
        let (growth, isFlat) = try Decodes.run(count: settings.decodes)
        print(
            "\(settings.decodes) small documents: \(readableSize(max(growth, 0))) more than after a tenth of them")
        isClean = isClean && isFlat
    }
    print(isClean ? "every bound was kept" : "a bound was broken")
    exit(isClean ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("Soak: \(error)\n".utf8))
    exit(2)
}
