/// What a decoder notes besides its result, apart from what it notes of the document around: what a part is found to
/// have has another path there, and another place.
struct PartNotes {
    /// The options for the part.
    private(set) var options: ModelDecoder
    private let around: ModelDecoder

    init(_ around: ModelDecoder) {
        self.around = around
        options = around
        options.keepClientNotes()
        options.report = around.report.map { DecodingReport(limit: $0.limit) }
        options.drift = around.drift.map { DriftReport(limit: $0.limit) }
        if case .collect(let collector) = around.unknownKeys {
            options.unknownKeys = .collect(UnknownKeyCollector(limit: collector.limit))
        }
    }

    /// Whether anything is noted at all.
    static func isNeeded(_ options: ModelDecoder) -> Bool {
        if case .collect = options.unknownKeys { return true }
        return options.report != nil || options.drift != nil
    }

    /// Notes for the document around what was noted of a part that begins at a place.
    func handOn(at path: JSONPath, _ start: ModelError.Place) {
        handOn(at: path) { offset in
            start.offset + offset
        } placed: { error in
            error.moved(to: ModelError.PartPlace(start: start))
        }
    }

    /// Notes for the document around what was noted of a part.
    ///
    /// - Parameters:
    ///   - path: Where the part is.
    ///   - offset: Gives the document's offset for one of the part.
    ///   - placed: Gives an error of the part its place in the document.
    func handOn(at path: JSONPath, offset: (Int) -> Int, placed: (ModelError) -> ModelError) {
        if let report = around.report, let own = options.report {
            let errors = own.errors
            for error in errors { report.record(placed(error).at(path.appending(error.path))) }
            report.count(own.count - errors.count)
        }
        if let drift = around.drift, let own = options.drift {
            var contents = own.contents
            for index in contents.findings.indices {
                if let found = contents.findings[index].offset { contents.findings[index].offset = offset(found) }
            }
            drift.add(contents)
        }
        if case .collect(let collector) = around.unknownKeys, case .collect(let own) = options.unknownKeys {
            let keys = own.keys
            for key in keys { collector.record(.init(path: path.appending(key.path), offset: offset(key.offset))) }
            collector.count(own.count - keys.count)
        }
    }
}
