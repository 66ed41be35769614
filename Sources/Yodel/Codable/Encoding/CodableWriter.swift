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
/// The text is written in one go: each value goes after the one before. Containers within others, and the values of
/// `superEncoder()`, have writers and texts of their own, which are put in their places later, see ``CodableHome``.
final class CodableWriter {
    /// SAFETY: it is this object's, and is used by one thread at a time; each access is over before code of a client's
    /// can run that leads to another.
    let text: UnsafeMutablePointer<CodableText>
    private(set) var changesKeys = false
    /// The length of the last document.
    var lastCount = 0
    /// What it shares with the writers of parts of its text.
    let document: CodableDocument
    /// Where the text goes when no client can write to it any more; nil for the document itself.
    ///
    /// Who has a container has the writers of all that is around it by this, so that the document's memory is not used for
    /// the next one, and the value of a `superEncoder()` not complete, as long as somebody can write there.
    let home: CodableHome?
    /// The text goes on with the value at its home, from which it is taken.
    var isRest = false

    /// As many calls as may be under way within each other; without it a cycle of objects would exhaust the stack.
    static let deepestCall = 1_024

    /// A writer of documents.
    init() {
        document = CodableDocument()
        home = nil
        text = document.take()
        text.pointee.writer = self
    }

    /// A writer of a part of a document.
    ///
    /// - Parameter depthAround: The arrays and objects that are open around it.
    init(in home: CodableHome, _ document: CodableDocument, depthAround: Int) {
        self.document = document
        self.home = home
        changesKeys = document.changesKeys
        text = document.take()
        text.pointee.reset(document.layout, depthAround: depthAround)
        text.pointee.writer = self
    }

    /// A writer of a part whose writer is no more.
    init(in home: CodableHome, _ document: CodableDocument, goingOnWith text: UnsafeMutablePointer<CodableText>) {
        document.pickUp(text)
        self.document = document
        self.home = home
        changesKeys = document.changesKeys
        self.text = text
        text.pointee.writer = self
    }

    deinit {
        text.pointee.writer = nil
        if let home, !home.receive(text) {
            document.leave(text)
        } else {
            document.give(text)
        }
    }

    var options: CodableOptions { document.options }

    /// Begins a new document.
    ///
    /// - Parameter size: How long it may be, as far as one can tell.
    func begin(_ options: CodableOptions, depthAround: Int = 0, size: Int = 0) {
        document.begin(options)
        changesKeys = document.changesKeys
        text.pointee.reset(document.layout, depthAround: depthAround)
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
            if document.isTooDeep || error is CodableTooDeep { throw tooDeep(value) }
            throw error
        }
        guard text.pointee.top.pointee.content != .nothing else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
        }
        text.pointee.close()
        if document.isTooDeep { throw tooDeep(value) }
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
        var steps: [CodableStep] = []
        var (writer, index) = (self, index)
        while true {
            for index in stride(from: index, through: 0, by: -1) {
                steps.append(writer.text.pointee.frame(index).pointee.step)
            }
            guard let home = writer.home else { break }
            steps.append(home.step)
            guard home.place.isOpen else { break }
            (writer, index) = (home.place.writer, home.place.index)
        }
        return steps.reversed().flatMap { keys(of: $0) }
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
