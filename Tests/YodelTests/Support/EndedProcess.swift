import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
extension ExitTest.Result? {
    /// Whether a process of a test that was to end has said so, and not ended for another reason.
    func said(_ message: String) -> Bool {
        guard let self else { return false }
        return String(decoding: self.standardErrorContent, as: UTF8.self).contains("Fatal error: \(message)")
    }
}
#endif
