/// A feed under way: what reads it, and what has come out and not been taken.
final class FeedCore<Item> {
    private let queue = FeedQueue<Item>()
    private let run: FeedRun?
    private let driver: FeedDriver?
    private var error: ModelError?
    private(set) var ending: FeedEnding?

    init(_ feed: Feed<Item>) {
        do throws(ModelError) {
            let made = try feed.makeDriver(queue)
            (run, driver) = (made.run, made.driver)
        } catch {
            (run, driver) = (nil, nil)
            self.error = error
            ending = .failed
        }
    }

    func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        advance { driver throws(ModelError) in try driver.feed(bytes) }
    }

    func finish() {
        advance { driver throws(ModelError) in try driver.finish() }
        if ending == nil { ending = driver?.isCutOff == true ? .truncated : .complete }
    }

    private func advance(_ step: (FeedDriver) throws(ModelError) -> Void) {
        guard ending == nil, let driver else { return }
        do throws(ModelError) {
            try step(driver)
        } catch {
            self.error = error
            ending =
                switch error.code {
                case .unexpectedEnd: .truncated
                case .trailingContent: .trailingContent
                default: .failed
                }
        }
    }

    /// Nobody wants the rest.
    func stop() {
        if ending == nil { ending = .stopped }
    }

    func nextResult() throws(ModelError) -> Result<FeedEntry<Item>, FeedFailure>? {
        switch run?.takeOutput() {
        case .item(let mark)?: return .success(FeedEntry(queue.takeFirst(), mark))
        case .failure(let failure)?: return .failure(failure)
        case nil:
            if let error { throw error }
            return nil
        }
    }

    var progress: FeedProgress { run?.totals ?? FeedProgress() }
}

/// What turns the bytes of a feed into items.
class FeedDriver {
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) { preconditionFailure("overridden") }
    func finish() throws(ModelError) { preconditionFailure("overridden") }
    /// What came last has been cut off, though that cost no more than itself.
    var isCutOff: Bool { false }
}

extension Feed {
    fileprivate struct Parts {
        let run: FeedRun
        let driver: FeedDriver
    }

    /// What reads the feed and puts its items into a queue.
    fileprivate func makeDriver(_ queue: FeedQueue<Item>) throws(ModelError) -> Parts {
        let found = parts.filter { $0.envelope == nil }
        guard !found.isEmpty else {
            throw ModelError(.invalidMapping, reason: "a feed has nothing to look for: decode the document as a whole")
        }
        var ends: [FeedRouteTree.End] = []
        for part in found {
            let mayBeMissing = part.isOptional || decoder.missingCollections == .empty && part.kind != .value
            ends.append(
                FeedRouteTree.End(
                    path: part.path!, kind: part.kind, item: try part.shape(decoder), mayBeMissing: mayBeMissing))
        }
        let routes = try FeedRouteTree(ends)
        let envelopes = parts.filter { $0.envelope != nil }
        guard envelopes.count <= 1 else {
            throw ModelError(.invalidMapping, reason: "a feed has one envelope: what stands around all of its items")
        }
        let surroundings = try envelopes.first.map { part throws(ModelError) in
            FeedSurroundings(shape: try part.shape(decoder))
        }
        let run = FeedRun(
            routes, options, outlets: found.map { $0.outlet(queue) }, surroundings: surroundings,
            isOneByOne: format == .lines || format == .textSequence)
        if let format, format != .concatenated {
            let reader =
                decoder.parser == .yajl
                ? YajlRecordReader(run, decoder.options) : ScannerRecordReader(run, decoder.options)
            return Parts(run: run, driver: RecordDriver(run, reader, format))
        }
        let driver = DocumentDriver(run, isStream: format == .concatenated, decoder: decoder) {
            () throws(ModelError) in
            guard let surroundings, let envelope = envelopes.first?.envelope else { return }
            try run.deliverEnvelope { () throws(ModelError) in queue.append(try envelope(surroundings, decoder)) }
        }
        return Parts(run: run, driver: driver)
    }
}
