#if FUZZING
import DifferentialKit
import Foundation

/// libFuzzer's own main function, with the function that it calls for each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ fuzzOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// `Differential seeds <target> <folder>` writes first inputs, `Differential words <target> <file>` a dictionary;
/// `Differential show <target> <file>` minimises an input and prints its error; `Differential <target> …` passes the
/// rest to libFuzzer.
enum Fuzzer {
    nonisolated(unsafe) private static var target = FuzzTarget.pair

    static func run() -> CInt {
        let words = CommandLine.arguments
        guard words.count >= 2 else { return usage() }
        if words.count == 4, let target = FuzzTarget.named(words[2]) {
            let url = URL(fileURLWithPath: words[3])
            switch words[1] {
            case "seeds": return writeSeeds(of: target, to: url)
            case "words": return writeWords(of: target, to: url)
            case "show": return show(url, target)
            default: break
            }
        }
        guard let target = FuzzTarget.named(words[1]) else { return usage() }
        Self.target = target
        // Removes the target's name from the arguments.
        var arguments = CommandLine.unsafeArgv
        arguments[1] = arguments[0]
        arguments += 1
        var count = CommandLine.argc - 1
        return runDriver(&count, &arguments) { start, count in
            let bytes = Array(UnsafeBufferPointer(start: start, count: count))
            if let difference = Fuzzer.target.fuzzOne(bytes) { fatalError(difference) }
            return 0
        }
    }

    private static func usage() -> CInt {
        FileHandle.standardError.write(Data("Differential: no target, 'seeds', 'words' or 'show'\n".utf8))
        return 2
    }

    private static func writeSeeds(of target: FuzzTarget, to folder: URL) -> CInt {
        for (index, seed) in target.seeds.enumerated() where seed.count <= 4_000 {
            try? Data(seed).write(to: folder.appendingPathComponent("seed-\(index)"))
        }
        return 0
    }

    private static func writeWords(of target: FuzzTarget, to file: URL) -> CInt {
        let words = FuzzDictionary.text(of: target.samples(seed: 2, count: 3_000))
        return (try? Data(words.utf8).write(to: file)) == nil ? 1 : 0
    }

    private static func show(_ file: URL, _ target: FuzzTarget) -> CInt {
        guard let bytes = try? Data(contentsOf: file) else { return usage() }
        print(target.minimised(Array(bytes)).text)
        return 0
    }
}
#endif
