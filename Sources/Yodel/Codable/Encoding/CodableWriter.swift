#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes `Encodable` values, each as its `encode(to:)` asks for.
///
/// ```
///  YodelJSONEncoder ──value──► CodableWriter ──text──► CodableText ──► OutputBuffer
///                                │       ▲
///                          encode(to:)   │ containers, by their ``CodablePlace``
///                                ▼       │
///                              the value's own code
/// ```
///
/// The text is written in one go: as long as whatever is begun is finished before what comes next, each value goes
/// after the one before. What is written out of turn goes into a text of its own, and is put in its place when the
/// value around it is complete, see ``CodableParts``.
final class CodableWriter {
    /// SAFETY: what holds it alive is this object, or the whole if it is a part, and it is used by one thread at a time;
    /// each access is over before code of a client's can run that leads to another.
    let text: UnsafeMutablePointer<CodableText>
    private(set) var options = CodableOptions()
    private(set) var changesKeys = false
    /// What leads to the text's first value, if that has no destination.
    private let pathAround: [any CodingKey]
    /// The length of the last document.
    var lastCount = 0
    /// Where the text goes when no client can write to it any more.
    var destination: CodableDestination?
    /// What it shares with the writers of parts of its text.
    let memory: CodableMemory
    /// The writer of the text that this one's is a part of, or would be if anybody read it.
    ///
    /// Who has a container in a part has the whole by it, so that the document's memory is not used for the next one,
    /// and the value of a `superEncoder()` not complete, as long as somebody can write there. The whole has the texts of
    /// its parts, and not their writers.
    private let whole: CodableWriter?
    /// The text belongs to the parts of the whole.
    private let isOfPart: Bool

    /// As many calls as may be under way within each other; without it a cycle of objects would exhaust the stack.
    static let deepestCall = 1_024

    init(memory: CodableMemory = CodableMemory(), within whole: CodableWriter? = nil) {
        self.memory = memory
        self.whole = whole
        isOfPart = false
        pathAround = []
        text = memory.take()
    }

    /// A writer of a part.
    ///
    /// There may be several: what they write is the part's, and none is asked what another knows.
    private init(_ text: UnsafeMutablePointer<CodableText>, of whole: CodableWriter, pathAround: [any CodingKey]) {
        memory = whole.memory
        self.whole = whole
        isOfPart = true
        self.text = text
        options = whole.options
        changesKeys = whole.changesKeys
        self.pathAround = pathAround
    }

    deinit {
        if isOfPart { return }
        if let destination {
            text.pointee.complete()
            destination.receive(text.pointee)
        }
        memory.give(text)
    }

    /// The writer of one of the texts that this one's is among.
    func writer(of number: Int) -> CodableWriter? {
        if number == text.pointee.number { return self }
        let whole = isOfPart ? whole! : self
        guard number > 0 else { return whole }
        guard let parts = text.pointee.parts, let part = parts.text(number) else { return nil }
        return CodableWriter(part, of: whole, pathAround: parts.path(around: number))
    }

    /// Begins a new text.
    ///
    /// - Parameter size: How long it may be, as far as one can tell.
    func begin(_ options: CodableOptions, depthAround: Int = 0, size: Int = 0) {
        self.options = options
        changesKeys = options.changesKeys
        text.pointee.reset(options.layout, depthAround: depthAround)
        text.pointee.out.expect(size)
    }

    /// Forgets what is not to be kept until the next text.
    func end() {
        begin(CodableOptions())
        text.pointee.trim()
    }

    // MARK: - Documents

    /// Writes a whole document: `encode` encodes the value.
    func writeDocument<Value>(_ value: Value, _ encode: (CodablePlace) throws -> Void) throws {
        let root = push(.none)
        do {
            try encode(root)
        } catch {
            // Whatever the client's code has made of it.
            if text.pointee.isTooDeep || error is CodableTooDeep { throw tooDeep(value) }
            throw error
        }
        while text.pointee.topIndex > 0 { text.pointee.closeContainer() }
        guard text.pointee.top.pointee.content != .nothing else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
        }
        text.pointee.close()
        if text.pointee.isTooDeep { throw tooDeep(value) }
    }

    private func tooDeep<Value>(_ value: Value) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: [], debugDescription: "Unable to encode the given top-level value to JSON.",
                underlyingError: CodableTooDeep()))
    }

    // MARK: - Paths

    /// The coding path of the value on top.
    var path: [any CodingKey] { path(upTo: text.pointee.topIndex) }

    func path(upTo index: Int) -> [any CodingKey] {
        var path = destination.map { $0.place.codingPath + keys(of: $0.step) } ?? pathAround
        for index in 0..<max(index + 1, 0) {
            path += keys(of: text.pointee.frame(index).pointee.step)
        }
        return path
    }

    /// The coding key of a step, if it has one.
    func keys(of step: CodableStep) -> [any CodingKey] {
        switch step {
        case .none: []
        case .key(let key): [key]
        case .index(let index): [CodablePathKey(index: index)]
        case .name(let name): [changesKeys ? CodablePathKey(stringValue: name) : CodablePathKey(dictionaryKey: name)]
        }
    }
}

/// A value nests too deeply: more than ``CodableText/deepest`` arrays and objects, or calls of `encode(to:)` beyond
/// ``CodableWriter/deepestCall`` or beyond what the thread's stack has room for.
struct CodableTooDeep: Error, CustomStringConvertible {
    var description: String {
        """
        arrays and objects nest more than \(CodableText.deepest) levels deep, or values more than \
        \(CodableWriter.deepestCall) or than the thread's stack has room for: the value may contain itself
        """
    }
}

/// The writer of the document before, with its memory, while it is not in use.
final class CodableWriterPool: Sendable {
    private let spare = Locked(CodableWriter?.none)

    func take() -> CodableWriter { spare.withLock { $0.take() } ?? CodableWriter() }

    /// Keeps a writer for the next document, unless somebody still has a container of this one: who has must not find
    /// the next one's in its place.
    func giveBack(_ writer: inout CodableWriter) {
        guard isKnownUniquelyReferenced(&writer) else { return }
        writer.end()
        let writer = writer
        spare.withLock { $0 = writer }
    }
}

/// What writers of one document have in common: how deep they are in calls, and texts that are empty, which they keep
/// for the next.
final class CodableMemory {
    /// How many calls of `encode(to:)` are under way within each other.
    var callDepth = 0
    private var texts: [UnsafeMutablePointer<CodableText>] = []

    deinit {
        for text in texts { Self.destroy(text) }
    }

    /// A text that is the taker's alone until it is given back.
    func take() -> UnsafeMutablePointer<CodableText> {
        if let text = texts.popLast() { return text }
        let text = UnsafeMutablePointer<CodableText>.allocate(capacity: 1)
        text.initialize(to: CodableText(capacity: 320))
        return text
    }

    func give(_ text: UnsafeMutablePointer<CodableText>) {
        // However many there are: a text and its parts know of each other, and would never go away by themselves.
        text.pointee.reset(CodableLayout(), depthAround: 0)
        guard texts.count < 16 else { return Self.destroy(text) }
        text.pointee.trim()
        texts.append(text)
    }

    private static func destroy(_ text: UnsafeMutablePointer<CodableText>) {
        text.deinitialize(count: 1)
        text.deallocate()
    }
}

/// The options of a ``YodelJSONEncoder``.
struct CodableOptions: Sendable {
    var outputFormatting: JSONEncoder.OutputFormatting = []
    var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var data = JSONEncoder.DataEncodingStrategy.base64
    var nonConformingFloats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
    var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// What encodes the dates and data in a part of a document that is encoded by tables; nil for a document of its own.
    var around: EncoderAround?

    var layout: CodableLayout {
        CodableLayout(
            isPretty: outputFormatting.contains(.prettyPrinted), sortsKeys: outputFormatting.contains(.sortedKeys),
            alsoEscaped: UInt8(ascii: outputFormatting.contains(.withoutEscapingSlashes) ? "\"" : "/"))
    }

    var changesKeys: Bool {
        if case .useDefaultKeys = keys { false } else { true }
    }
}

// What a coding key is called in JSON.

extension CodableWriter {
    /// The key of a member of the object on top.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key) -> String { changesKeys ? changedName(of: key) : key.stringValue }

    @inline(never)
    private func changedName<Key: CodingKey>(of key: Key) -> String {
        switch options.keys {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.snakeCase(of: key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        #if !canImport(FoundationEssentials)
        @unknown default: key.stringValue
        #endif
        }
    }
}
