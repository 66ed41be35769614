#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error of this package, whatever went wrong: decoding, encoding, reading a file or writing one.
///
/// Its `localizedDescription`, which many programs log or show, is its `description`.
public protocol YodelError: LocalizedError, CustomStringConvertible, Sendable {}

extension YodelError {
    /// The error's `description`.
    public var errorDescription: String? { description }

    // Foundation's own are not visible in the files of the errors, which do not import it.

    /// `nil`: the description has the reason.
    public var failureReason: String? { nil }
    /// `nil`: the description has the hint of a ``ModelError``.
    public var recoverySuggestion: String? { nil }
    /// `nil`.
    public var helpAnchor: String? { nil }
}

extension DateFormatError: YodelError {}
