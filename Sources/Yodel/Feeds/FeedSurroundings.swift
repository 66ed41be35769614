/// The document around the items of a feed, without the items and their containers.
///
/// It is assembled as text in which each token has its place in the feed's document, and decoded at the end of that
/// document.
///
/// ```
/// {"total": 2, "data": {"items": [{…}, {…}], "next": "p2"}}   ──►   {"total":2,"data":{"next":"p2"}}
/// ```
final class FeedSurroundings {
    /// The keys that the decoded type asks for; nil if it may ask for any.
    private let keys: UnsafePointer<KeyTable>?
    /// Whether other keys are skipped without a note.
    private let ignoresUnknown: Bool
    /// The paths to the items in it: the feed knows the keys on them.
    private let paths: [FeedPath]
    /// The same paths in the feed's document, whose arrays have more elements.
    private let pathsInDocument: [FeedPath]
    /// The notes of the feed; nil if none are wanted.
    private let notes: DecodingNotes?
    private var text = OutputBuffer(capacity: 1_024, maximumBytes: .max)
    /// The places of tokens, in the text and in the feed's document.
    private var marks: [Mark] = []
    /// How many tokens there are, including those before a checkpoint, which have no marks.
    private var tokenCount = 0
    /// The key of the member that is being added; nil if it is outlined, as the paths of errors have no unknown keys.
    private(set) var memberKey: String?
    /// Whether only the member's key and a sample of its value are needed: an array or object becomes an empty one, and
    /// a long string its beginning.
    private(set) var isOutlined = false
    /// Whether a value was written last: a comma separates it from the next value or key.
    private var isAfterValue = false

    private struct Mark {
        var offset: Int
        var place: ModelError.Place
    }

    /// - Parameters:
    ///   - shape: The shape of the type that will be decoded.
    ///   - paths: Where the items are in the feed's document.
    ///   - ignoresUnknown: Whether unknown keys are skipped without a note.
    init(shape: ShapePointer, paths: [FeedPath], ignoresUnknown: Bool, notes: DecodingNotes?) {
        pathsInDocument = paths
        self.paths = paths.map { $0.inSurroundings(of: paths) }
        self.notes = notes
        let meta = shape.pointee.kind == .structure || shape.pointee.kind == .instance ? shape.pointee.model : nil
        let isSelective = meta.map { $0.pointee.unknownMembers == nil && $0.pointee.preparation == nil } ?? false
        keys = isSelective ? meta!.pointee.keys : nil
        self.ignoresUnknown = ignoresUnknown
    }

    /// About how much memory it takes; after a checkpoint, how much it would have taken without one.
    var byteCount: Int { text.bytes.count + tokenCount * MemoryLayout<Mark>.stride }

    // MARK: - Assembling

    /// Begins a member that is not on the path to items; false if the type does not ask for it.
    func begin(member key: UnsafeBufferPointer<UInt8>, isOfRoot: Bool, at source: EventSource) -> Bool {
        isOutlined = isOfRoot && keys.map { $0.find(key.start, key.count) == nil } ?? false
        if isOutlined, ignoresUnknown { return false }
        memberKey = isOutlined ? nil : String(decoding: key, as: UTF8.self)
        self.key(key, at: source)
        return true
    }

    /// Ends the member.
    func forgetMember() { memberKey = nil }

    func key(_ key: UnsafeBufferPointer<UInt8>, at source: EventSource) {
        separate()
        mark(source)
        _ = text.writeString(key)
        write(":")
        isAfterValue = false
    }

    func start(isObject: Bool, at source: EventSource) {
        separate()
        mark(source)
        write(isObject ? "{" : "[")
        isAfterValue = false
    }

    func end(isObject: Bool, at source: EventSource) {
        mark(source)
        write(isObject ? "}" : "]")
        isAfterValue = true
    }

    /// How much of the string under an outlined key is kept: more than samples show.
    private static let sampleBytes = 500

    func scalar(_ event: ScalarEvent, at source: EventSource) {
        separate()
        mark(source)
        switch event {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .number(let number): _ = text.write(number.bytes)
        case .string(let bytes):
            _ = text.writeString(isOutlined ? beginning(of: bytes, atMost: Self.sampleBytes) : bytes)
        case .date, .data, .unusable: preconditionFailure("a feed is read from text")
        }
        isAfterValue = true
    }

    private func separate() {
        if isAfterValue { write(",") }
    }

    private func mark(_ source: EventSource) {
        marks.append(Mark(offset: text.bytes.count, place: source.place(at: source.tokenStart)))
        tokenCount += 1
    }

    // A buffer without a bound always has room.
    private func write(_ token: StaticString) { _ = text.write(token) }

    // MARK: - Resuming

    /// How much has been assembled.
    struct Extent {
        fileprivate var count: Int
        fileprivate var tokenCount: Int
        fileprivate var isAfterValue: Bool
    }

    /// The beginning of the text, to resume from.
    struct Snapshot: Codable, Hashable, Sendable {
        /// The offset of the feed's document.
        var start: Int
        fileprivate var text: String
        fileprivate var tokenCount: Int
        fileprivate var isAfterValue: Bool

        /// The keys of saved checkpoints, which have an older name for one property.
        private enum CodingKeys: String, CodingKey {
            case start, text, tokenCount
            case isAfterValue = "isBehindValue"
        }

        /// Whether there are no more tokens than bytes.
        var isSound: Bool { (0...text.utf8.count).contains(tokenCount) }
    }

    var extent: Extent { Extent(count: text.bytes.count, tokenCount: tokenCount, isAfterValue: isAfterValue) }

    func snapshot(_ extent: Extent, ofDocumentAt start: Int) -> Snapshot {
        Snapshot(
            start: start, text: String(decoding: text.bytes.prefix(extent.count), as: UTF8.self),
            tokenCount: extent.tokenCount, isAfterValue: extent.isAfterValue)
    }

    /// Continues from a beginning whose places are no longer known.
    func resume(_ snapshot: Snapshot) {
        withBytes(of: snapshot.text) { _ = text.write($0) }
        tokenCount = snapshot.tokenCount
        isAfterValue = snapshot.isAfterValue
        marks = [Mark(offset: 0, place: .nowhere)]
    }

    // MARK: - Decoding

    /// Decodes the assembled text; errors have their paths and places in the feed's document.
    func decode<Value>(_ type: Value.Type, with decoder: ModelDecoder) throws(ModelError) -> Value {
        var context = decoder.context
        let found = DecodingNotes.ofPart(in: notes)
        context.call.notes = found
        context.call.feedPaths = paths
        let (marks, paths, pathsInDocument) = (marks, paths, pathsInDocument)
        @Sendable func inDocument(_ path: JSONPath) -> JSONPath { path.following(paths, as: pathsInDocument) }
        context.call.part = PartOrigin { part in
            ModelError.PartPlace(
                path: PartPath(inDocument(JSONPath(part.path.steps))),
                start: Self.place(of: part.start.offset, among: marks), isExact: false)
        }
        defer {
            if let found {
                notes!.takeOver(
                    found, path: inDocument,
                    offset: {
                        let place = place(of: $0)
                        return place == .nowhere ? nil : place.offset
                    },
                    placed: { placed($0) })
            }
        }
        do {
            return try context.decode(type, from: text.bytes)
        } catch {
            throw placed(error).at(inDocument(error.path))
        }
    }

    /// The error with its place in the feed's document.
    private func placed(_ error: ModelError) -> ModelError {
        error.offset.map { error.placed(at: place(of: $0)) } ?? error
    }

    /// The place of the last token at or before an offset of the text.
    private func place(of offset: Int) -> ModelError.Place { Self.place(of: offset, among: marks) }

    private static func place(of offset: Int, among marks: [Mark]) -> ModelError.Place {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? .beginning : marks[low - 1].place
    }
}

extension JSONPath {
    /// The path with the indices of `others` where it follows one of `paths`.
    ///
    /// - Parameter others: For each of the paths, one with the same keys.
    fileprivate func following(_ paths: [FeedPath], as others: [FeedPath]) -> JSONPath {
        var result = self
        for depth in steps.indices {
            let place = JSONPath(Array(steps[...depth]))
            guard let number = paths.firstIndex(where: { $0.leads(through: place) }) else { break }
            if case .index(let index) = others[number].steps[depth] { result.steps[depth] = .index(index) }
        }
        return result
    }
}
