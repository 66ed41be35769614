#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A scalar of the standard library that can be read from an entry of a tape.
protocol TapeScalar: Decodable, TapeReadable {
    /// - Parameter step: The step from the decoder's value to this one; for errors.
    static func read(_ decoder: TapeDecoder, at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Self
    /// The reader of arrays of the type.
    static func makeListReader() -> AnyTapeReader
}

extension Bool {
    @inline(__always)
    static func read(_ decoder: TapeDecoder, at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Self {
        switch decoder.session.entries[index].kind {
        case .true: return true
        case .false: return false
        default: throw decoder.mismatch(Bool.self, at: index, step())
        }
    }
}

extension String {
    @inline(__always)
    static func read(_ decoder: TapeDecoder, at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Self {
        let entry = decoder.session.entries[index]
        guard entry.kind == .string else {
            throw decoder.mismatch(String.self, at: index, step(), isNullSpecial: true)
        }
        return decoder.session.countedString(entry)
    }
}

extension TapeScalar where Self: FixedWidthInteger {
    /// An integer in any spelling: `1.0` and `1e2` are accepted like `1` and `100`.
    @inline(__always)
    static func read(_ decoder: TapeDecoder, at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Self {
        let entry = decoder.session.entries[index]
        guard entry.kind == .number else {
            throw decoder.mismatch(Self.self, at: index, step(), isNullSpecial: true)
        }
        do throws(NumberProblem) {
            return try NumberText(decoder.session.bytes(of: entry)).integer(Self.self)
        } catch {
            throw decoder.unfit(Self.self, at: index, step(), error == .outOfRange ? .numberOutOfRange : .inexactNumber)
        }
    }
}

extension TapeScalar where Self: BinaryFloat {
    @inline(__always)
    static func read(_ decoder: TapeDecoder, at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Self {
        let entry = decoder.session.entries[index]
        guard entry.kind == .number else { return try decoder.floatOfString(Self.self, at: index, step()) }
        let number = NumberText(decoder.session.bytes(of: entry))
        guard let value = nearest(to: number), value != 0 || number.isZero else {
            throw decoder.unfit(Self.self, at: index, step(), .numberOutOfRange)
        }
        return value
    }
}

extension TapeDecoder {
    /// The number that a string means if the strategy reads it as infinity or NaN.
    @inline(never)
    fileprivate func floatOfString<Value: BinaryFloatingPoint>(
        _ type: Value.Type, at index: Int, _ step: CodablePathStep
    ) throws -> Value {
        let entry = session.entries[index]
        // Foundation takes no text with escapes; a document that is decoded by tables does, so its parts do too.
        if entry.kind == .string, session.around != nil || !entry.has(TapeEntry.Flags.isEscaped),
            case .convertFromString(let positive, let negative, let nan) = session.options.floats
        {
            let text = session.string(entry).utf8
            if text.elementsEqual(positive.utf8) { return .infinity }
            if text.elementsEqual(negative.utf8) { return -.infinity }
            if text.elementsEqual(nan.utf8) { return .nan }
        }
        throw mismatch(type, at: index, step, isNullSpecial: true)
    }
}

extension TapeSession {
    /// The text of a string or key.
    @inline(__always)
    func string(_ entry: TapeEntry) -> String {
        if entry.has(TapeEntry.Flags.isEscaped) { return unescapedString(entry) }
        let bytes = bytes(of: entry)
        return makeString(bytes.start, bytes.count, entry.has(TapeEntry.Flags.isASCII) ? true : nil)
    }

    /// The same, for a value or key that is made: its length counts as work.
    @inline(__always)
    func countedString(_ entry: TapeEntry) -> String {
        countText(of: entry)
        return string(entry)
    }

    @inline(never)
    private func unescapedString(_ entry: TapeEntry) -> String {
        let (text, isASCII) = unescaped.text(of: base + entry.offset, end: end)
        return makeString(text.start, text.count, isASCII)
    }
}
