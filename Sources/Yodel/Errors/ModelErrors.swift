/// All errors of a document, in its order: the error type of decoding that continues after errors.
///
/// ```swift
/// do {
///     let signup = try ModelDecoder().decodeCollectingErrors(Signup.self, from: body)
/// } catch {
///     for error in error { print(error.path, error.expected ?? "") }
/// }
/// ```
///
/// The collection has at least one error.
public struct ModelErrors: YodelError, Equatable {
    private let errors: [ModelError]
    /// Whether decoding stopped at the requested number of errors, so that there may be more.
    public let isTruncated: Bool

    /// - Parameter errors: At least one error.
    init(_ errors: [ModelError], isTruncated: Bool) {
        assert(!errors.isEmpty)
        self.errors = errors
        self.isTruncated = isTruncated
    }
}

extension ModelErrors: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of errors.
    public var endIndex: Int { errors.count }
    /// The error at an index.
    public subscript(index: Int) -> ModelError { errors[index] }
}

extension ModelErrors: CustomStringConvertible {
    /// A line for each error, with its ``ModelError/description``, and `…` on a last line if ``isTruncated``.
    public var description: String {
        (errors.map(\.description) + (isTruncated ? ["…"] : [])).joined(separator: "\n")
    }
}
