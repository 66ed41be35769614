#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Models among `Decodable` types: their tables decode them from their part of the text.

/// The reader of a model that is `Decodable` as well; nil if the type is no model or cannot have a table.
///
/// A model with an invalid mapping has the reader too, which throws the mapping's error: its `init(from:)` would ignore
/// the keys and constraints that the mapping sets.
func modelReader<Value: Decodable>(of type: Value.Type) -> AnyTapeReader? {
    guard type is any Model.Type else { return nil }
    do throws(ModelError) {
        _ = try DecodingOptions().shape(of: type)
    } catch {
        guard error.code == .invalidMapping else { return nil }
    }
    return AnyTapeReader(isModel: true, isTyped: false)
}

/// A model that is being decoded by its table, within a `Decodable` type.
struct OpenModel {
    var index: Int
    var step: UnsafePointer<CodablePathStep>
}

extension TapeDecoder: PartPlaceFinder {
    var placeOfOpenPart: ModelError.PartPlace {
        let (index, step) = (openModel!.index, openModel!.step.pointee)
        var start = session.place(of: session.text(of: index).start)
        // The added opening brace is not in the document.
        if session.lacksBraces(index) { (start.offset, start.column) = (start.offset - 1, start.column - 1) }
        return ModelError.PartPlace(path: partPath(to: index, step), start: start)
    }

    /// Decodes a value by tables.
    ///
    /// - Parameter models: The options that apply to it; nil for a value of any shape, to which none apply.
    @inline(never)
    func decode<Value>(
        _ type: Value.Type, by models: DecodingContext?, at index: Int, _ step: CodablePathStep
    ) throws -> Value {
        try withUnsafePointer(to: step) { place in
            // A hook may decode another model with this decoder.
            let around = openModel
            defer { openModel = around }
            // SAFETY: the step is valid as long as the model is open.
            openModel = OpenModel(index: index, step: place)
            return try decodeOpenModel(type, by: models, at: index, step)
        }
    }

    private func decodeOpenModel<Value>(
        _ type: Value.Type, by options: DecodingContext?, at index: Int, _ step: CodablePathStep
    ) throws -> Value {
        let text = session.text(of: index)
        guard session.countModel(of: text.count) else { throw tooManyVisits(at: index, step) }
        var models = options ?? session.plainModels
        models.call.part = session.takeOrigin(self)
        if !models.feedPaths.isEmpty, !models.mayBeOnFeedPath(atDepth: stepCount(to: step) + 1) {
            models.call.feedPaths = []
        }
        defer { session.giveBack(&models.call.part) }
        do throws(ModelError) {
            guard let notes = models.notes, let found = DecodingNotes.ofPart(in: notes) else {
                return try decode(type, by: models, from: text, lacksBraces: session.lacksBraces(index))
            }
            models.call.notes = found
            let value = try decode(type, by: models, from: text)
            let start = session.place(of: text.start)
            // The path is not counted: a document is not refused for what a client wants to know about it.
            lazy var path = documentPath(to: index, step)
            notes.takeOver(found) {
                path.appending($0)
            } offset: { offset in
                start.offset + offset
            } placed: { error in
                error.moved(to: ModelError.PartPlace(start: start))
            }
            return value
        } catch {
            if error.code == .replayLimit, session.isOutOfReplays { throw tooManyVisits(at: index, step) }
            let place = ModelError.PartPlace(start: session.place(of: text.start))
            let error = options == nil || session.around == nil ? error.withoutHint : error
            // The error has the path as a path, as a coding path and in its text; each of them counts.
            let path = path(to: index, step).appending(error.path)
            session.count(work: path.steps.count * ReplayWork.step)
            let found = DecodingError(
                error.moved(to: place).at(path).of(session.mark), of: type, at: codingPath(step))
            if error.isOfStack { session.ending = found }
            throw found
        }
    }

    /// Decodes a model with the replays that are left, and takes back what it leaves of them.
    ///
    /// - Parameter lacksBraces: Whether the text is the members of an object without its braces.
    private func decode<Value>(
        _ type: Value.Type, by models: DecodingContext, from text: UnsafeBufferPointer<UInt8>,
        lacksBraces: Bool = false
    ) throws(ModelError) -> Value {
        defer { session.takeBackReplays() }
        guard lacksBraces else { return try models.decode(type, from: text) }
        var braced = [UInt8(ascii: "{")]
        braced += text
        braced.append(UInt8(ascii: "}"))
        do throws(ModelError) {
            return try models.decode(type, from: braced)
        } catch {
            guard let place = error.place, place.offset > 0 else { throw error }
            let column = place.line == 1 ? place.column - 1 : place.column
            throw error.placed(at: ModelError.Place(offset: place.offset - 1, line: place.line, column: column))
        }
    }
}

extension DecodingError {
    /// A model's error as its `init(from:)` would throw it, at the coding path of the model.
    init(_ error: ModelError, of type: any Any.Type, at path: [any CodingKey] = []) {
        let isOfType = error.path.steps.count == path.count
        let steps: [any CodingKey] = error.path.steps.dropFirst(path.count).map { step in
            switch step {
            case .key(let key): CodablePathKey(stringValue: key)
            case .index(let index): CodablePathIndex(intValue: index)
            }
        }
        let context = Context(codingPath: path + steps, debugDescription: "\(error)", underlyingError: error)
        switch error.code {
        case .typeMismatch: self = .typeMismatch(isOfType ? type : Any.self, context)
        case .nullValue: self = .valueNotFound(isOfType ? type : Any.self, context)
        case .missingKeys:
            self = .keyNotFound(CodablePathKey(stringValue: error.missingKeys.first ?? ""), context)
        default: self = .dataCorrupted(context)
        }
    }
}

extension TapeOptions {
    /// The settings for parts of a document that is decoded by tables: its decoder's, as far as they have an
    /// equivalent.
    ///
    /// - Parameter changesKeys: Whether the decoder's keys are in snake case.
    init(of context: DecodingContext, changesKeys: Bool) {
        userInfo = context.userInfo
        if changesKeys { keys = .convertFromSnakeCase }
        if case .convert(let positive, let negative, let nan) = context.options.nonConformingFloats {
            floats = .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
    }

    /// For values of any shape, decoded from a part of a document.
    func plainModels(_ limits: ParserLimits) -> DecodingContext {
        var options = DecodingOptions()
        options.limits = limits
        options.limits.documentBytes = .max
        options.duplicateKeys = .first
        var context = DecodingContext(options)
        if !userInfo.isEmpty { context.call.userInfo = userInfo }
        return context
    }

    /// For models, with these settings; nil if one of them is a closure that takes a `Decoder` or coding keys.
    func models(_ limits: ParserLimits) -> DecodingContext? {
        guard decodesModelsByTable else { return nil }
        var context = plainModels(limits)
        var options = context.options
        switch keys {
        case .useDefaultKeys: break
        case .convertFromSnakeCase: options.keys = .snakeCase
        default: return nil
        }
        if case .convertFromString(let positive, let negative, let nan) = floats {
            options.nonConformingFloats = .convert(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
        switch dates {
        case .deferredToDate: options.dates = DateStrategy(kind: .secondsSince2001(options.nonConformingFloats))
        case .secondsSince1970: options.dates = .secondsSince1970
        case .millisecondsSince1970: options.dates = .millisecondsSince1970
        case .iso8601: options.dates = .iso8601
        default: return nil
        }
        switch data {
        case .base64: break
        case .deferredToData: options.data = .bytes
        default: return nil
        }
        context.options = options
        return context
    }
}
