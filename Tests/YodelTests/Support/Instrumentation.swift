import Foundation

/// The instrumentation of the tests' build; the scripts and SwiftPM set it in the environment.
enum Instrumentation {
    static let hasSanitizer = ProcessInfo.processInfo.environment["YODEL_SANITIZER"] != nil
    static let hasCoverage = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil
}
