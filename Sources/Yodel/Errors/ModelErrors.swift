/// Everything that is wrong with a document, in its order: what decoding throws that goes on after errors.
///
/// ```swift
/// do {
///     let signup = try ModelDecoder().decodeCollectingErrors(Signup.self, from: body)
/// } catch {
///     for error in error { print(error.path, error.expected ?? "") }
/// }
/// ```
///
/// It is a collection of one error or more.
public struct ModelErrors: Error, Sendable, Equatable {
    private let errors: [ModelError]
    /// There were as many errors as had been asked for, so that decoding ended there: there may be more.
    public let isCutOff: Bool

    /// - Parameter errors: One at least.
    init(_ errors: [ModelError], isCutOff: Bool) {
        assert(!errors.isEmpty)
        self.errors = errors
        self.isCutOff = isCutOff
    }
}

extension ModelErrors: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many errors there are.
    public var endIndex: Int { errors.count }
    /// The error at an index.
    public subscript(index: Int) -> ModelError { errors[index] }
}

extension ModelErrors: CustomStringConvertible {
    /// A line for each error, as ``ModelError/description`` has it, and one more where there may be others.
    public var description: String {
        (errors.map(\.description) + (isCutOff ? ["…"] : [])).joined(separator: "\n")
    }
}
