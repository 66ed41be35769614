/// Collects what decoding got over: the errors of values that were left out of the result.
///
/// ```swift
/// let report = DecodingReport()
/// var decoder = ModelDecoder()
/// decoder.badElements = .drop
/// decoder.report = report
/// let books = try decoder.decode([Book].self, from: data)
/// for error in report.errors { print(error) }
/// // $[17].pages: expected Int, found the string "many" (typeMismatch, line 204, column 14, offset 8011)
/// ```
///
/// The errors are those that would have been thrown, in the order of the document. One report may serve many
/// documents, also at once; when it holds as many errors as ``limit``, further ones are only counted.
public final class DecodingReport: Sendable {
    /// How many errors are kept.
    public let limit: Int
    private let state = Locked(State())

    private struct State {
        var errors: [ModelError] = []
        var count = 0
    }

    /// Creates a report that keeps up to `limit` errors, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// The errors of the values that were left out, as far as they were kept.
    public var errors: [ModelError] { state.withLock { $0.errors } }

    /// How many values were left out.
    public var count: Int { state.withLock { $0.count } }

    /// Takes what another report has, which then has none.
    func take(from other: DecodingReport) {
        let taken = other.state.exchange(State())
        guard taken.count > 0 else { return }
        state.withLock { state in
            state.count += taken.count
            state.errors += taken.errors.prefix(max(limit - state.errors.count, 0))
        }
    }

    func removeAll() { _ = state.exchange(State()) }

    /// Counts values whose errors are not at hand.
    func count(_ more: Int) {
        state.withLock { $0.count += more }
    }

    func record(_ error: ModelError) {
        state.withLock { state in
            state.count += 1
            if state.errors.count < limit { state.errors.append(error) }
        }
    }
}
