extension ArrowColumn where Item == RowFailure {
    /// The columns of failed items.
    ///
    /// Their nulls are appended only before a failure and at the end of a batch, so rows of items cost nothing here.
    static var ofFailures: [ArrowColumn] {
        [
            .int64("bad_offset") { Optional($0.byteRange.lowerBound) },
            .int64("bad_end") { Optional($0.byteRange.upperBound) },
            .text("bad_code") { Optional($0.code) },
            .text("bad_error") { Optional($0.text) },
        ]
    }
}

/// The error of a failed item, and the range of its bytes in the feed.
struct RowFailure {
    var byteRange: Range<Int>
    var code: String
    var text: String
}
