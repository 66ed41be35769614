import Testing

/// The release of the compiler and the libraries of Swift.
enum SwiftRelease {
    static var is63: Bool {
        #if compiler(>=6.3)
        true
        #else
        false
        #endif
    }

    /// Why tests that compare with Foundation need 6.3.
    static let foundation: Comment =
        "Foundation of Swift 6.2 has other coding paths and errors, and ends the process if a container is asked for again"
}
