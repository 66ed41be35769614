#if FUZZING
import DifferentialKit
import Foundation

/// libFuzzer's own main function, with the function it calls for each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ fuzzOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// `Differential seeds <folder>` writes inputs to begin with; `Differential <target> …` passes the rest to libFuzzer.
enum Fuzzer {
    nonisolated(unsafe) private static var target = FuzzTarget.pair

    static func run() -> CInt {
        var arguments = CommandLine.unsafeArgv
        let words = CommandLine.arguments
        guard words.count >= 2 else { return usage() }
        if words[1] == "seeds", words.count == 3 {
            writeSeeds(to: URL(fileURLWithPath: words[2]))
            return 0
        }
        guard let target = FuzzTarget(rawValue: words[1]) else { return usage() }
        Self.target = target
        // The target's name is taken out of the arguments.
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
        FileHandle.standardError.write(Data("Differential: no target or 'seeds'\n".utf8))
        return 2
    }

    /// A document for each subject and some that fit none, with the default options and with others.
    private static func writeSeeds(to folder: URL) {
        let trials = Array(Trials.conformance()) + Trials(seed: 1, documents: Trials.sharedDocuments()).prefix(3_000)
        for (index, trial) in trials.enumerated() where trial.document.count <= 4_000 {
            try? Data(trial.bytes).write(to: folder.appendingPathComponent("seed-\(index)"))
        }
    }
}
#endif
