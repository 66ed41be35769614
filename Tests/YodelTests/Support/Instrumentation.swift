import Foundation

/// What the tests were built with besides themselves; the scripts and SwiftPM say so in the environment.
enum Instrumentation {
    static let hasSanitizer = ProcessInfo.processInfo.environment["YODEL_SANITIZER"] != nil
    static let hasCoverage = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil
}
