/// What a path does with a document: make a typed value from it, or a result that cannot be compared.
package enum Work<Document> {
    case typed(() throws -> Document)
    /// The work makes something else, such as text: the work to time, and the value of its result.
    case standIn(timed: () throws -> Void, value: () throws -> Document)
    /// The closure consumes its own result.
    case untyped(() throws -> Void)
}

extension Work {
    /// Makes the value to compare; nil if there is none.
    var value: (() throws -> Document)? {
        switch self {
        case .typed(let make), .standIn(_, let make): make
        case .untyped: nil
        }
    }
}

/// A path's work on one document.
package struct Contender<Document> {
    package let path: String
    package let work: Work<Document>

    package init(path: String, work: Work<Document>) {
        self.path = path
        self.work = work
    }

    /// The work as something that can be timed: the result is made, consumed and released.
    package var timed: TimedWork {
        switch work {
        case .typed(let decode): TimedWork(path: path) { blackHole(try decode()) }
        case .standIn(let make, _): TimedWork(path: path, run: make)
        case .untyped(let decode): TimedWork(path: path, run: decode)
        }
    }
}

/// The contenders on one document, and the proof that they do the same work.
package struct Contest<Document: Equatable> {
    package let corpus: String
    package let contenders: [Contender<Document>]

    package init(corpus: String, contenders: [Contender<Document>]) {
        self.corpus = corpus
        self.contenders = contenders
    }

    /// Runs every contender once and compares the typed results with the reference's.
    ///
    /// - Returns: what was compared.
    /// - Throws: ``ContestError`` for the first path that fails or whose result differs.
    package func verify(against reference: Contender<Document>) throws -> EqualityCheck {
        var equal: [String] = []
        guard let decode = reference.work.value else {
            preconditionFailure("The reference must be a typed path")
        }
        let expected = try attempt(reference.path, decode)
        for contender in contenders {
            switch contender.work {
            case .untyped(let decode):
                try attempt(contender.path, decode)
            case .typed(let decode), .standIn(_, let decode):
                let value = try attempt(contender.path, decode)
                guard value == expected else {
                    let difference = firstDifference(expected, value)
                    throw ContestError.mismatch(
                        corpus: corpus, path: contender.path, reference: reference.path, difference: difference)
                }
                equal.append(contender.path)
            }
        }
        return EqualityCheck(corpus: corpus, reference: reference.path, equal: equal)
    }

    private func attempt<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try pooled(body)
        } catch {
            throw ContestError.failure(corpus: corpus, path: path, underlying: error)
        }
    }
}

/// A record that typed results were compared, for the report.
package struct EqualityCheck: Equatable, Sendable, Encodable {
    package let corpus: String
    /// The path whose result the others were compared with.
    package let reference: String
    /// The paths whose results were equal.
    package let equal: [String]
}

/// Why nothing is timed: a path failed, or the paths do different work.
package enum ContestError: Error, CustomStringConvertible {
    case failure(corpus: String, path: String, underlying: any Error)
    case mismatch(corpus: String, path: String, reference: String, difference: String?)

    package var description: String {
        switch self {
        case .failure(let corpus, let path, let underlying):
            "\(corpus): \(path) failed: \(underlying)"
        case .mismatch(let corpus, let path, let reference, let difference):
            "\(corpus): \(path) does not agree with \(reference)" + (difference.map { ": \($0)" } ?? "")
        }
    }
}
