#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Dates and data that come as what they are, from trees that hold such values. Fields of those types take them
// whatever the decoder's strategies; any other field gets what the strategy would have written for them.

extension Binder {
    @inline(never)
    mutating func date(_ value: Date) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        switch shape.pointee.kind {
        case .date:
            frame.pointee.slot.initializeMemory(as: Date.self, to: value)
            return complete(frame, shape)
        case .gate: return scalarAtGate(.date(value))
        case .variant: return scalarAtVariant(.date(value))
        case .wrapper:
            pushWrapper(shape)
            return date(value)
        default: break
        }
        do {
            switch try options.dates.readableSource(from: value) {
            case .string(var text)?: return text.withUTF8 { string($0.start, $0.count) }
            case .number(var text)?: return text.withUTF8 { number(NumberText($0)) }
            case nil:
                return fail(
                    .invalidValue, expected: "a date that the decoder's strategy writes", found: value.textForErrors)
            }
        } catch {
            return fail(.invalidValue, expected: "a date that the decoder's strategy writes", underlying: error)
        }
    }

    @inline(never)
    mutating func data(_ value: Data) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        switch shape.pointee.kind {
        case .data:
            frame.pointee.slot.initializeMemory(as: Data.self, to: value)
            return complete(frame, shape)
        case .gate: return scalarAtGate(.data(value))
        case .variant: return scalarAtVariant(.data(value))
        case .wrapper:
            pushWrapper(shape)
            return data(value)
        default: break
        }
        if options.data.isArray { return sendBytes(of: value) }
        do {
            if var text = try options.data.text(from: value) { return text.withUTF8 { string($0.start, $0.count) } }
            return fail(.invalidValue, expected: "data that the decoder's strategy writes", found: "\(value)")
        } catch {
            return fail(.invalidValue, expected: "data that the decoder's strategy writes", underlying: error)
        }
    }

    private mutating func sendBytes(of value: Data) -> Bool {
        guard startArray() || recovers(after: .start) else { return false }
        for byte in value {
            var text = String(byte)
            guard text.withUTF8({ number(NumberText($0)) }) || recovers(after: .scalar) else { return false }
        }
        return endArray() || recovers(after: .end)
    }
}
