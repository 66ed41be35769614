private import CYodelKernels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a ``YodelJSONDecoder`` is set to while one document is decoded.
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

/// What a ``YodelJSONDecoder`` is set to between two changes, and what is made of that once.
final class TapeSettings: PartSettings {
    let options: TapeOptions
    /// What decodes documents that are models; nil where nothing can by these settings.
    let documents: DecodingContext?
    /// They are those of a document that is decoded by tables: so are models, dates and data in its parts.
    let isOfDocument: Bool

    init(_ options: TapeOptions, documents: DecodingContext? = nil, isOfDocument: Bool = false) {
        self.options = options
        self.documents = documents
        self.isOfDocument = isOfDocument
    }
}

/// One document while it is decoded: its text, its tape, and what has been learned of them.
///
/// All decoders of a document keep it. Its memory is used for the next document when none of them, and no container, has
/// been kept by a client; otherwise the text, which was borrowed, is copied for them.
///
/// Nothing is ever removed from a tape, and no index comes from a client: decoders and containers hold their own.
final class TapeSession {
    /// There while there is a document.
    @exclusivity(unchecked) private var settings: TapeSettings?
    // What is looked at for each value is not modified while it is, so that nothing has to check that at run time.
    @exclusivity(unchecked) private(set) var keepsKeys = true
    /// The document, with whatever mark it begins with.
    private var document = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    @exclusivity(unchecked) private(set) var base: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var end: UnsafePointer<UInt8>
    @exclusivity(unchecked) private(set) var entries: UnsafeMutablePointer<TapeEntry>
    private var tape = ValueTape()
    /// The document is the members of an object, whose braces are left out.
    private var isBraceless = false
    /// Strings without their escapes.
    @exclusivity(unchecked) var unescaped = UnescapedText()
    /// Keys that a strategy has changed, by what they were.
    var changedKeys: [String: String] = [:]
    /// A decoder, or what was made with one, has outlived the value that it was for.
    @exclusivity(unchecked) var isKept = false
    /// What errors have said.
    @exclusivity(unchecked) var mismatchTexts = MismatchTexts()
    private var madeModels: DecodingContext??
    private var madePlainModels: DecodingContext?
    /// What decodes the models, dates and data in a part of a document that is decoded by tables; nil where that is for
    /// the options to say.
    @exclusivity(unchecked) private(set) var around: DecodingContext?
    /// What is left for the document.
    @exclusivity(unchecked) private(set) var limits = ParserLimits()
    @exclusivity(unchecked) private var mayHaveModels = true
    private var places: PlaceIndex?
    /// Kept from model to model until a lazy value has been made that needs it.
    private var origin: PartOrigin?
    /// What may still be spent on values that are begun: see ``ReplayWork``.
    @exclusivity(unchecked) private var workLeft = 0
    /// The same when the document was begun.
    private var allowance = 0
    /// What may still be gone through again of the document that this one is a part of.
    @exclusivity(unchecked) private var replaysAround: ReplaysAround?
    /// What the models in the document may spend of it.
    private let lent = ReplaysAround(0)
    /// Why nothing can come of the document, whatever its types have made of the error.
    @exclusivity(unchecked) var ending: DecodingError?
    private var ownText: UnsafeMutableBufferPointer<UInt8>?

    var options: TapeOptions {
        @inline(__always) get { settings!.options }
    }

    init() {
        entries = tape.entries
        base = document.start
        end = base
    }

    /// Writes the tape of a document, whose text is a part of it, or made of it.
    func begin(
        _ document: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, _ settings: TapeSettings,
        in context: DecodingContext?
    ) throws(ModelError) {
        self.settings = settings
        around = settings.isOfDocument ? context : nil
        limits = context?.limits ?? options.limits
        replaysAround = context?.replaysAround
        (allowance, workLeft) = (0, 0)
        keepsKeys = options.keepsKeys
        mayHaveModels = around != nil || options.decodesModelsByTable
        self.document = document
        let isCut = document.count > limits.documentBytes
        let room = max(limits.documentBytes - (text.start - document.start), 0)
        let kept = UnsafeBufferPointer(rebasing: text.prefix(room))
        base = kept.start
        end = base + kept.count
        var builder = TapeBuilder(kept, limits: limits, isObject: options.assumesTopLevelDictionary)
        builder.build(into: &tape)
        guard builder.problem == nil, !isCut else { throw TapeFailure.error(of: builder, in: document, isCut: isCut) }
        entries = tape.entries
        isBraceless = builder.isBraceless
        let values = entries[root].isContainer ? entries[root].count : 1
        beginCounting(values: values)
    }

    /// Every value may be begun some times; beyond that it depends on how long the text is.
    private func beginCounting(values: Int) {
        let (own, count) = (ReplayWork.visit * 2 * ReplayWork.free * values, end - base)
        let share = ReplayWork.share(of: count + ReplayWork.extraBytes, limits)
        allowance = min(own + share, ReplayWork.unlimited)
        workLeft = allowance
        guard let around = replaysAround else { return }
        allowance = min(allowance, around.left)
        workLeft = allowance - ReplayWork.part - ReplayWork.pass(over: count)
    }

    /// Forgets the document.
    ///
    /// - Returns: Whether the session may be used for another.
    func finish() -> Bool {
        if let around = replaysAround {
            around.left -= allowance - workLeft
            replaysAround = nil
        }
        guard isKept else {
            // That of a part's models is in the origin of the part.
            if around != nil { origin = nil }
            settings = nil
            around = nil
            // A decoder keeps its tables alive, and a table may own the pool that this session goes back to.
            madeModels = nil
            madePlainModels = nil
            ending = nil
            if unescaped.capacity > Self.keptUnescapedBytes { unescaped = UnescapedText() }
            changedKeys.removeAll(keepingCapacity: true)
            places = nil
            base = document.start
            return true
        }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: end - base)
        _ = copy.initialize(from: UnsafeBufferPointer(start: base, count: end - base))
        ownText = copy
        document = UnsafeBufferPointer(copy)
        base = document.start
        end = base + copy.count
        places = nil
        return false
    }

    /// What decodes models by their tables; nil where the decoder's settings are nothing to tables.
    var models: DecodingContext? {
        guard mayHaveModels else { return nil }
        if let madeModels { return madeModels }
        var made = around ?? options.models(limits)
        made?.call.replaysAround = lent
        madeModels = .some(made)
        mayHaveModels = made != nil
        return made
    }

    /// What lazy values of the next model are to be placed by.
    func takeOrigin() -> PartOrigin {
        defer { origin = nil }
        return origin ?? PartOrigin(nil, in: around?.part)
    }

    /// Says where a model is, if a lazy value of it may ask.
    func giveBack(_ origin: inout PartOrigin?, place: () -> ModelError.PartPlace) {
        if isKnownUniquelyReferenced(&origin) {
            self.origin = origin
        } else {
            origin!.settle(place())
        }
    }

    /// What decodes values of any shape, for which no setting matters but the limits.
    var plainModels: DecodingContext {
        if let madePlainModels { return madePlainModels }
        let made = options.plainModels(limits)
        madePlainModels = made
        return made
    }

    /// Counts a value that is begun; false when they have been too many, for a document of this size.
    @inline(__always)
    func mayVisit(_ index: Int) -> Bool {
        let entry = entries[index]
        workLeft &-= ReplayWork.visit &+ (entry.isContainer ? Int(truncatingIfNeeded: entry.detail) : 0)
        return workLeft >= 0
    }

    /// Counts work besides; the next value that is begun shows whether it is too much.
    @inline(__always)
    func count(work: Int) { workLeft &-= work }

    /// Counts a part of so many bytes that is decoded by tables, and lends it what is left; false when that is nothing.
    ///
    /// What is lent has to be taken back.
    func countModel(of bytes: Int) -> Bool {
        workLeft &-= ReplayWork.part &+ ReplayWork.pass(over: bytes)
        lent.left = workLeft
        return workLeft >= 0
    }

    func takeBackReplays() { workLeft = lent.left }

    /// Nothing may be begun any more.
    var isOutOfReplays: Bool { lent.left < 0 }

    /// How many entries there is room for.
    var capacity: Int { tape.capacity }

    /// What is kept from one document to the next of the memory for strings with escapes.
    private static let keptUnescapedBytes = 1 << 20

    /// The root of the document.
    var root: Int { 1 }

    /// Stands for what is not there.
    var nothing: Int { 0 }

    @inline(__always)
    func bytes(of entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
        // SAFETY: the tape was written for this text, which the caller of `decode` lends or the session owns.
        UnsafeBufferPointer(start: base + entry.offset, count: entry.count)
    }

    /// Whether a value is an object whose braces are left out.
    func lacksBraces(_ index: Int) -> Bool { isBraceless && index == root }

    /// The text of a value, as far as it goes in the document.
    func text(of index: Int) -> UnsafeBufferPointer<UInt8> {
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

    /// The index of the value after this one, as far as there is one.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let entry = entries[index]
        return entry.isContainer ? entry.count : index &+ 1
    }

    /// The place of a byte of the text, as an editor would show it.
    func place(of position: UnsafePointer<UInt8>) -> ModelError.Place {
        let isWithin = position >= document.start && position <= document.start + document.count
        let text = isWithin ? document : UnsafeBufferPointer(start: base, count: end - base)
        if places == nil { places = PlaceIndex(text) }
        return places!.place(at: position - text.start, in: text)
    }

    deinit {
        ownText?.deallocate()
    }
}

/// Finds lines and columns in a text that lies in one buffer, in any order and without going through all of it each time.
///
/// A type that tries several ways to decode a value makes an error, and with it a place, for each of its elements.
struct PlaceIndex {
    /// Places of every 4096th byte, the first apart.
    private var known: [ModelError.Place] = [ModelError.Place(offset: 0, line: 1, column: 1)]
    private static var distance: Int { 4096 }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        known.reserveCapacity(text.count / Self.distance + 1)
        var position = 0
        while text.count - position > Self.distance {
            let part = UnsafeBufferPointer(rebasing: text[position..<position + Self.distance])
            known.append(known.last!.advanced(over: part))
            position += Self.distance
        }
    }

    func place(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> ModelError.Place {
        let before = known[min(offset / Self.distance, known.count - 1)]
        return before.advanced(over: UnsafeBufferPointer(rebasing: text[before.offset..<offset]))
    }
}
