private import CYodelKernels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The settings of a ``YodelJSONDecoder`` while one document is decoded.
struct TapeOptions: Sendable {
    var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
    var data = JSONDecoder.DataDecodingStrategy.base64
    var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var limits = ParserLimits()
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
    var decodesModelsByTable = true

    var keepsKeys: Bool {
        if case .useDefaultKeys = keys { true } else { false }
    }
}

/// The settings of a ``YodelJSONDecoder`` between two changes, with the contexts that are made from them once.
final class TapeSettings: PartSettings {
    let options: TapeOptions
    /// Decodes documents that are models; nil if these settings rule that out.
    let documents: DecodingContext?
    /// Whether these are the settings of a document that is decoded by tables, and apply to models, dates and data in
    /// its parts.
    let isOfDocument: Bool

    init(_ options: TapeOptions, documents: DecodingContext? = nil, isOfDocument: Bool = false) {
        self.options = options
        self.documents = documents
        self.isOfDocument = isOfDocument
    }
}

/// One document while it is decoded: its text, its tape, and cached results about them.
///
/// All decoders of a document keep the session. Its memory is used for the next document if no client has kept one of
/// them, or a container; otherwise they get a copy of the text, which was borrowed.
///
/// Nothing is ever removed from a tape, and no index comes from a client: decoders and containers store their own.
final class TapeSession {
    /// Set while there is a document.
    @exclusivity(unchecked) private var settings: TapeSettings?
    // Properties that are read for each value are not modified meanwhile, so `unchecked` saves the run-time checks.
    @exclusivity(unchecked) private(set) var keepsKeys = true
    /// The length of the document's byte order mark.
    private var textStart = 0
    @exclusivity(unchecked) private(set) var base: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var end: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var entries: UnsafeMutablePointer<TapeEntry>
    private var tape = ValueTape()
    /// Whether the document is the members of an object without its braces.
    private var isBraceless = false
    @exclusivity(unchecked) var unescaped = UnescapedText()
    /// Keys after the key strategy, by the original keys, which are ASCII.
    var changedKeys: [String: String] = [:]
    /// Whether a decoder, or a container of one, has outlived its value.
    @exclusivity(unchecked) var isKept = false
    @exclusivity(unchecked) var mismatchTexts = MismatchTexts()
    private var madeModels: DecodingContext?
    private var madePlainModels: DecodingContext?
    private var madePartValues: DecodingContext?
    /// Decodes the document around a part that is decoded by tables; nil if the options apply.
    @exclusivity(unchecked) private(set) var around: DecodingContext?
    /// The limits that are left for the document.
    @exclusivity(unchecked) private(set) var limits = ParserLimits()
    /// Whether models are decoded by their tables, as far as is known.
    @exclusivity(unchecked) private var mayHaveModels = true
    private var places: PlaceIndex?
    private var madeMark: ModelError.DocumentMark?
    /// The containers on the paths to models with lazy values, by their indices: paths that shared no steps would take
    /// memory for each step of each model.
    var pathNodes: [Int: PartPath.Node] = [:]
    /// The origin of the document, if it is a part.
    private var originAround: PartOrigin?
    /// Reused from model to model until a lazy value keeps it.
    private var origin: PartOrigin?
    /// The work that is left for values to be begun: see ``ReplayWork``.
    @exclusivity(unchecked) private var workLeft = 0
    /// The work that was allowed when the document was begun.
    private var allowance = 0
    /// The work that is left for the enclosing document, if this one is a part.
    @exclusivity(unchecked) private var replaysAround: ReplaysAround?
    /// The share that the models in the document may spend.
    private let lent = ReplaysAround(0)
    /// The error that ends decoding, even if a type has caught it.
    @exclusivity(unchecked) var ending: DecodingError?
    private var ownText: UnsafeMutableBufferPointer<UInt8>?

    var options: TapeOptions {
        @inline(__always) get { settings!.options }
    }

    init() {
        entries = tape.entries
        base = UnsafeBufferPointer(start: nil, count: 0).start
        end = base
    }

    /// Writes the tape of a document; the text is a part of the document, or made from it.
    func begin(
        _ document: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, _ settings: TapeSettings,
        in context: DecodingContext?
    ) throws(ModelError) {
        self.settings = settings
        around = settings.isOfDocument ? context : nil
        originAround = context?.part
        limits = context?.limits ?? options.limits
        replaysAround = context?.replaysAround
        (allowance, workLeft, lent.missingKeys) = (0, 0, replaysAround?.missingKeys ?? 0)
        keepsKeys = options.keepsKeys
        mayHaveModels = around != nil || options.decodesModelsByTable
        textStart = text.start - document.start
        let isCut = document.count > limits.documentBytes
        let room = max(limits.documentBytes - textStart, 0)
        let kept = UnsafeBufferPointer(rebasing: text.prefix(room))
        base = kept.start
        end = base + kept.count
        var builder = TapeBuilder(kept, limits: limits, isObject: options.assumesTopLevelDictionary)
        guard builder.build(into: &tape), !isCut else { throw builder.error(in: document) }
        entries = tape.entries
        isBraceless = builder.isBraceless
        let values = entries[root].isContainer ? entries[root].count : 1
        beginCounting(values: values)
    }

    /// Sets the work allowed: several visits of every value, and a share that grows with the text.
    private func beginCounting(values: Int) {
        let (own, count) = (ReplayWork.visit * 2 * ReplayWork.free * values, end - base)
        let share = ReplayWork.share(of: count + ReplayWork.extraBytes, limits)
        allowance = min(own + share, ReplayWork.unlimited)
        workLeft = allowance
        guard let around = replaysAround else {
            lent.missingKeys = ReplayWork.missingKeys * values
            return
        }
        allowance = min(allowance, around.left)
        workLeft = allowance - ReplayWork.part - ReplayWork.pass(over: count)
    }

    /// Forgets the document; returns whether the session may be used for another one.
    func finish() -> Bool {
        if let around = replaysAround.take() {
            around.left -= allowance - workLeft
            around.missingKeys = min(around.missingKeys, lent.missingKeys)
        }
        places = nil
        guard isKept else {
            // The origin of a part's models belongs to the part.
            if originAround != nil { origin = nil }
            (originAround, settings, around, ending) = (nil, nil, nil, nil)
            // A context keeps its tables alive, and a table may own the pool to which this session returns.
            (madeModels, madePlainModels, madePartValues, madeMark) = (nil, nil, nil, nil)
            if unescaped.capacity > Self.keptUnescapedBytes { unescaped = UnescapedText() }
            changedKeys.removeAll(keepingCapacity: true)
            if !pathNodes.isEmpty { pathNodes = [:] }
            return true
        }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: end - base)
        _ = copy.initialize(from: UnsafeBufferPointer(start: base, count: end - base))
        ownText = copy
        base = UnsafeBufferPointer(copy).start
        end = base + copy.count
        return false
    }

    /// Decodes the models, dates and data in a part of a document that is decoded by tables; nil if the options apply.
    ///
    /// Transforms of the document's set do not apply to them: an `encode(to:)`, which writes the part, does not use the
    /// set.
    var partValues: DecodingContext? {
        guard var context = around, context.options.transforms.storage != nil else { return around }
        if let madePartValues { return madePartValues }
        context.options.transforms = TransformSet()
        madePartValues = context
        return context
    }

    /// Decodes models by their tables; nil if tables cannot apply the decoder's settings.
    var models: DecodingContext? {
        guard mayHaveModels else { return nil }
        if let madeModels { return madeModels }
        var made = partValues ?? options.models(limits)
        made?.call.replaysAround = lent
        madeModels = made
        mayHaveModels = made != nil
        return made
    }

    /// Marks the errors of the document.
    var mark: ModelError.DocumentMark {
        if let madeMark { return madeMark }
        let made = ModelError.DocumentMark()
        madeMark = made
        return made
    }

    /// The origin that places the lazy values of the next model.
    func takeOrigin(_ finder: any PartPlaceFinder) -> PartOrigin {
        let origin = origin.take() ?? PartOrigin(nil, in: originAround)
        origin.begin(finder)
        return origin
    }

    /// Ends the part of an origin, and keeps the origin for the next model if nothing else does.
    func giveBack(_ origin: inout PartOrigin?) {
        let isUnused = isKnownUniquelyReferenced(&origin)
        // A decoder in the model that a client keeps may decode a model with lazy values later.
        if !isUnused { origin!.settle() }
        origin!.end()
        if isUnused { self.origin = origin }
    }

    /// Decodes values of any shape; of the settings only the limits matter.
    var plainModels: DecodingContext {
        if let madePlainModels { return madePlainModels }
        let made = options.plainModels(limits)
        madePlainModels = made
        return made
    }

    /// Counts a value that is begun; false if there have been too many for a document of this size.
    @inline(__always)
    func mayVisit(_ index: Int) -> Bool {
        let entry = entries[index]
        workLeft &-= ReplayWork.visit &+ (entry.isContainer ? Int(truncatingIfNeeded: entry.detail) : 0)
        return workLeft >= 0
    }

    /// Counts other work; the next value that is begun fails if it is too much.
    @inline(__always)
    func count(work: Int) { workLeft &-= work }

    /// Takes back the work of an error about a missing key, if enough is left for such errors.
    ///
    /// A missing key has no bytes that allow for the work, and a type with many keys meets objects with few.
    func takeBackMissingKey(steps: Int) {
        let work = ReplayWork.error + steps * ReplayWork.step
        guard lent.missingKeys >= work else { return }
        lent.missingKeys -= work
        count(work: -work)
    }

    /// Counts a text that is made into a value or a key.
    @inline(__always)
    func countText(of entry: TapeEntry) { count(work: entry.count &>> 4) }

    /// Decodes the whole document, and throws the error that ends decoding even if a type has caught it, whether that
    /// type then returned a value or threw an error of its own.
    @inline(__always)
    func toTheEnd<Value>(_ decode: () throws -> Value) throws -> Value {
        let value: Value
        do { value = try decode() } catch { throw ending ?? error }
        if let ending { throw ending }
        return value
    }

    /// Counts a part of so many bytes that is decoded by tables, and lends it the work that is left; false if none is
    /// left.
    ///
    /// The loan must be taken back.
    func countModel(of bytes: Int) -> Bool {
        // A hook in another model may decode this one, with a decoder that a client has kept.
        takeBackReplays()
        count(work: ReplayWork.part &+ ReplayWork.pass(over: bytes))
        lent.lend(workLeft)
        return workLeft >= 0
    }

    func takeBackReplays() { count(work: lent.countSpent()) }

    var isOutOfReplays: Bool { lent.left < 0 }

    var capacity: Int { tape.capacity }

    /// The memory for strings with escapes that is kept from one document to the next.
    private static let keptUnescapedBytes = 1 << 20

    var root: Int { 1 }

    /// The index of an entry that represents missing values.
    var nothing: Int { 0 }

    /// The text of a missing value, which is not in the document.
    private static let missing: StaticString = "null"

    @inline(__always)
    func bytes(of entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
        // SAFETY: the tape was written for this text, which the caller of `decode` lends or the session owns.
        UnsafeBufferPointer(start: base + entry.offset, count: entry.count)
    }

    /// Whether a value is an object without its braces.
    func lacksBraces(_ index: Int) -> Bool { isBraceless && index == root }

    /// The text of a value, up to the end of the document at most.
    func text(of index: Int) -> UnsafeBufferPointer<UInt8> {
        if index == nothing { return UnsafeBufferPointer(start: Self.missing.utf8Start, count: 4) }
        let entry = entries[index]
        let start = base + entry.offset
        if lacksBraces(index) { return UnsafeBufferPointer(start: start, count: end - start) }
        switch entry.kind {
        case .null, .true: return UnsafeBufferPointer(start: start, count: 4)
        case .false: return UnsafeBufferPointer(start: start, count: 5)
        case .number: return bytes(of: entry)
        case .string: return UnsafeBufferPointer(start: start - 1, count: entry.count + 2)
        case .object, .array, .key, .members:
            var state = yodel_container_state()
            let count = yodel_find_container_end(start, 0, end - start, &state)
            return UnsafeBufferPointer(start: start, count: count < 0 ? end - start : count)
        }
    }

    /// The index after this value: that of the next value, if there is one.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let entry = entries[index]
        return entry.isContainer ? entry.count : index &+ 1
    }

    /// The place of a byte of the text, as an editor shows it; nowhere for a missing value.
    func place(of position: UnsafePointer<UInt8>) -> ModelError.Place {
        guard position >= base, position <= end else { return .nowhere }
        let text = UnsafeBufferPointer(start: base, count: end - base)
        if places == nil { places = PlaceIndex(text, at: ModelError.Place(offset: textStart, line: 1, column: 1)) }
        return places!.place(at: position - base + textStart, in: text)
    }

    deinit {
        ownText?.deallocate()
    }
}
