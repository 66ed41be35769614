/// Collects recovered errors: those of values that were left out of the result.
///
/// ```swift
/// let report = DecodingReport()
/// var decoder = ModelDecoder()
/// decoder.badElements = .drop
/// decoder.report = report
/// let books = try decoder.decode([Book].self, from: data)
/// for error in report.errors { print(error) }
/// // $[17].pages: expected Int, found the string "many" (typeMismatch, line 204, …)
/// ```
///
/// The errors are those that would have been thrown, in the order of the document. One report may serve many documents,
/// also concurrently; after ``limit`` errors, further ones are only counted.
public final class DecodingReport: Sendable {
    /// How many errors are kept.
    public let limit: Int
    let kept: Locked<KeptNotes<ModelError>>

    /// Creates a report that keeps up to `limit` errors, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = limit
        kept = Locked(KeptNotes(limit: limit))
    }

    /// The errors of the values that were left out, up to ``limit``.
    public var errors: [ModelError] { kept.withLock { $0.notes } }

    /// The number of values that were left out.
    public var count: Int { kept.withLock { $0.count } }
}
