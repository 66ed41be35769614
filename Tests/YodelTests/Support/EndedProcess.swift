import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
extension ExitTest.Result? {
    /// Whether the process of an exit test ended with this message, and not for another reason.
    func said(_ message: String) -> Bool {
        guard let self else { return false }
        return String(decoding: self.standardErrorContent, as: UTF8.self).contains("Fatal error: \(message)")
    }
}
#endif
