#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes `Encodable` values as their `encode(to:)` requests.
///
/// ```
///  YodelJSONEncoder ──value──► CodableWriter ──text──► CodableText ──► OutputBuffer
///                                │       ▲
///                          encode(to:)   │ containers, by their ``CodablePlace``
///                                ▼       │
///                              the value's own code
/// ```
///
/// As long as each value is finished before the next is begun, the text is written in order, each value after the one
/// before. A value that is written out of turn gets its own text, which is inserted when the value around it is
/// complete; see ``CodableParts``.
final class CodableWriter {
    /// SAFETY: this object keeps the text alive, or the whole if it is a part, and one thread at a time uses it; each
    /// access ends before a client's code can run that leads to another.
    let text: UnsafeMutablePointer<CodableText>
    private(set) var options = CodableOptions()
    private(set) var changesKeys = false
    /// The path to the text's first value, if that has no destination.
    private let pathAround: [any CodingKey]
    /// The length of the last document.
    var lastCount = 0
    /// The destination of the text when no client can write to it any more.
    var destination: CodableDestination?
    /// The memory that it shares with the writers of parts of its text.
    let memory: CodableMemory
    /// The writer of the whole document, if this writer's text is a part of it, or one that is never read.
    ///
    /// A container in a part keeps the whole alive. So as long as a client can write there, the document's memory is
    /// not reused, and the value of a `superEncoder()` is not complete. The whole has the texts of its parts, but not
    /// their writers.
    private let whole: CodableWriter?
    /// Whether the text belongs to the parts of the whole.
    private let isOfPart: Bool

    /// The maximum number of nested calls; without it a cycle of objects would exhaust the stack.
    static let deepestCall = 1_024

    init(memory: CodableMemory = CodableMemory(), within whole: CodableWriter? = nil) {
        self.memory = memory
        self.whole = whole
        isOfPart = false
        pathAround = []
        text = memory.take()
    }

    /// Creates a writer of a part.
    ///
    /// A part may have several writers: they all write to its text, and keep no state that another needs.
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

    /// The writer of another text of the document, which exists.
    func writer(of number: Int) -> CodableWriter {
        let whole = isOfPart ? whole! : self
        guard number > 0 else { return whole }
        let parts = text.pointee.parts!
        return CodableWriter(parts.text(number)!, of: whole, pathAround: parts.path(around: number))
    }

    /// Begins a new text, of about the given size.
    func begin(_ options: CodableOptions, depthAround: Int = 0, size: Int = 0) {
        self.options = options
        changesKeys = options.changesKeys
        text.pointee.reset(options.layout, depthAround: depthAround)
        text.pointee.out.expect(size)
    }

    /// Releases what the next text does not reuse.
    func end() {
        begin(CodableOptions())
        text.pointee.trim()
    }

    // MARK: - Documents

    func writeDocument<Value>(_ value: Value, _ encode: (CodablePlace) throws -> Void) throws {
        memory.lacksStack = false
        let root = push(.root)
        do {
            try encode(root)
        } catch {
            // The client's code may have caught the error.
            if text.pointee.isTooDeep || memory.lacksStack || error is CodableTooDeep { throw tooDeep(value) }
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
                underlyingError: memory.lacksStack ? ModelError.endOfStack() : CodableTooDeep()))
    }

    // MARK: - Paths

    /// The coding path of the value on top.
    var path: [any CodingKey] { path(upTo: text.pointee.topIndex) }

    func path(upTo index: Int) -> [any CodingKey] {
        var path = destination.map { $0.place.codingPath + [$0.step.key].compactMap(\.self) } ?? pathAround
        for index in 0..<max(index + 1, 0) {
            if let key = text.pointee.frame(index).pointee.step.key { path.append(key) }
        }
        return path
    }
}

/// A value nests too deeply: more than ``CodableText/deepest`` arrays and objects, or more than
/// ``CodableWriter/deepestCall`` nested calls of `encode(to:)`.
struct CodableTooDeep: YodelError {
    var description: String {
        """
        arrays and objects nest more than \(CodableText.deepest) levels deep, or calls of encode(to:) more than \
        \(CodableWriter.deepestCall): the value may contain itself
        """
    }
}

/// The unused writer of the previous document, with its memory.
final class CodableWriterPool: Sendable {
    private let spare = Locked(CodableWriter?.none)

    func take() -> CodableWriter { spare.withLock { $0.take() } ?? CodableWriter() }

    /// Keeps a writer for the next document, unless a client still has a container of this one, which would then write
    /// to the next document.
    func giveBack(_ writer: inout CodableWriter) {
        guard isKnownUniquelyReferenced(&writer) else { return }
        writer.end()
        let writer = writer
        spare.withLock { $0 = writer }
    }
}

/// The state that the writers of one document share: that of calls, and empty texts to reuse.
final class CodableMemory {
    /// The number of nested calls of `encode(to:)` under way.
    var callDepth = 0
    /// Whether the thread had no stack for one of them.
    var lacksStack = false
    private var texts: [UnsafeMutablePointer<CodableText>] = []

    deinit {
        for text in texts { text.deinitialize(count: 1).deallocate() }
    }

    /// Returns a text that only the caller uses until it is given back.
    func take() -> UnsafeMutablePointer<CodableText> {
        if let text = texts.popLast() { return text }
        let text = UnsafeMutablePointer<CodableText>.allocate(capacity: 1)
        text.initialize(to: CodableText(capacity: 320))
        return text
    }

    func give(_ text: UnsafeMutablePointer<CodableText>) {
        // Always, however many texts are kept: it ends the reference cycle of a text and its parts.
        text.pointee.reset(CodableLayout(), depthAround: 0)
        guard texts.count < 16 else { return text.deinitialize(count: 1).deallocate() }
        text.pointee.trim()
        texts.append(text)
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
    /// Encodes the dates and data in a part of a document that is encoded by tables; nil for a document of its own.
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

// The names of coding keys in JSON.

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
