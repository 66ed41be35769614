#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Scalars of the standard library. `step` leads from the decoder's value to the one that is decoded, and is looked at
// only where something is wrong.

extension TapeDecoder {
    @inline(__always)
    func bool(at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Bool {
        switch session.entries[index].kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(Bool.self, at: index, step())
        }
    }

    @inline(__always)
    func string(at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> String {
        let entry = session.entries[index]
        guard entry.kind == .string else { throw mismatch(String.self, at: index, step(), isNullSpecial: true) }
        session.count(work: entry.count &>> 4)
        return session.string(entry)
    }

    /// An integer of any spelling: `1.0` and `1e2` are as good as `1` and `100`.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, at index: Int, _ step: @autoclosure () -> CodablePathStep
    ) throws -> Value {
        let entry = session.entries[index]
        guard entry.kind == .number else { throw mismatch(type, at: index, step(), isNullSpecial: true) }
        do throws(NumberProblem) {
            return try NumberText(session.bytes(of: entry)).integer(type)
        } catch {
            throw unfit(type, at: index, step(), error == .outOfRange ? .numberOutOfRange : .inexactNumber)
        }
    }

    @inline(__always)
    func double(at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Double {
        let entry = session.entries[index]
        guard entry.kind == .number else { return try floatOfString(Double.self, at: index, step()) }
        guard let value = NumberText(session.bytes(of: entry)).doubleInRange() else {
            throw unfit(Double.self, at: index, step(), .numberOutOfRange)
        }
        return value
    }

    func float(at index: Int, _ step: @autoclosure () -> CodablePathStep) throws -> Float {
        let entry = session.entries[index]
        guard entry.kind == .number else { return try floatOfString(Float.self, at: index, step()) }
        let number = NumberText(session.bytes(of: entry))
        guard let value = number.float(), value != 0 || number.isZero else {
            throw unfit(Float.self, at: index, step(), .numberOutOfRange)
        }
        return value
    }

    /// What a string stands for that the strategy takes for infinite or not a number.
    @inline(never)
    private func floatOfString<Value: BinaryFloatingPoint>(
        _ type: Value.Type, at index: Int, _ step: CodablePathStep
    ) throws -> Value {
        let entry = session.entries[index]
        if entry.kind == .string, !entry.has(TapeEntry.Flags.isEscaped),
            case .convertFromString(let positive, let negative, let nan) = session.options.floats
        {
            let text = session.bytes(of: entry)
            if text.elementsEqual(positive.utf8) { return .infinity }
            if text.elementsEqual(negative.utf8) { return -.infinity }
            if text.elementsEqual(nan.utf8) { return .nan }
        }
        throw mismatch(type, at: index, step, isNullSpecial: true)
    }
}

extension NumberText {
    /// The nearest `Double`; nil when that is infinite, or zero although the number is not.
    @inline(__always)
    func doubleInRange() -> Double? {
        guard let value = double(), value != 0 || isZero else { return nil }
        return value
    }

    /// Whether all digits before the exponent are zero; of a literal.
    fileprivate var isZero: Bool {
        for position in 0..<count {
            let byte = start[position]
            if byte | NumberByte.lowerCaseBit == NumberByte.exponent { return true }
            if byte > NumberByte.zero, byte <= UInt8(ascii: "9") { return false }
        }
        return true
    }
}

extension TapeSession {
    /// The text of a string or key.
    @inline(__always)
    func string(_ entry: TapeEntry) -> String {
        if entry.has(TapeEntry.Flags.isEscaped) { return unescapedString(entry) }
        let bytes = bytes(of: entry)
        return makeString(bytes.start, bytes.count, entry.has(TapeEntry.Flags.isASCII))
    }

    @inline(never)
    private func unescapedString(_ entry: TapeEntry) -> String {
        let text = unescaped.text(of: base + entry.offset, end: end)
        return makeString(text.start, text.count, false)
    }
}
