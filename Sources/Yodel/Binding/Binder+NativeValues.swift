#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Dates and data in trees that contain such values directly. Fields of those types take them unchanged, whatever the
// decoder's strategies and the field's built-in transform; other fields receive the text that the strategy would have
// written.

extension Binder {
    mutating func date(_ value: Date) -> Bool { bindDate(value) || recovers(after: .scalar) }

    mutating func data(_ value: Data) -> Bool { bindData(value) || recovers(after: .scalar) }

    @inline(never)
    mutating func bindDate(_ value: Date) -> Bool {
        if let goesOn = native(value, .date, .date(value)) { return goesOn }
        do {
            switch try options.dates.readableSource(from: value) {
            case .string(var text)?: return text.withUTF8 { bindString($0.start, $0.count) }
            case .number(var text)?: return text.withUTF8 { bindNumber(NumberText($0)) }
            case nil:
                return fail(
                    .invalidValue, expected: "a date that the decoder's strategy can write", found: value.textForErrors)
            }
        } catch {
            return fail(.invalidValue, expected: "a date that the decoder's strategy can write", underlying: error)
        }
    }

    @inline(never)
    mutating func bindData(_ value: Data) -> Bool {
        if let goesOn = native(value, .data, .data(value)) { return goesOn }
        if options.data.isArray { return sendBytes(of: value) }
        do {
            if var text = try options.data.text(from: value) { return text.withUTF8 { bindString($0.start, $0.count) } }
            return fail(.invalidValue, expected: "data that the decoder's strategy can write", found: "\(value)")
        } catch {
            return fail(.invalidValue, expected: "data that the decoder's strategy can write", underlying: error)
        }
    }

    /// Stores a native value if the slot is of its type, or a gate that will decide; nil for other slots.
    private mutating func native<Value>(_ value: Value, _ kind: ValueKind, _ event: ScalarEvent) -> Bool? {
        let frame = top
        let shape = frame.pointee.slotShape
        switch shape.pointee.kind {
        case .gate: return scalarAtGate(event)
        case .variant: return scalarAtVariant(event)
        case .wrapper:
            let (payload, slot) = (shape.pointee.payload.unsafelyUnwrapped, frame.pointee.slot)
            if payload._withUnsafeGuaranteedRef({ $0.wrapDirectly(event, into: slot) }) {
                return complete(frame, shape)
            }
            pushWrapper(shape)
            return bind(event) || fails(finding: event)
        default: break
        }
        switch storeNative(value, kind, shape, into: frame.pointee.slot) {
        case .mismatch: return nil
        case .stored: return complete(frame, shape)
        case let outcome: return refuse(event, shape, outcome)
        }
    }

    /// Stores a native value, as it is or as a type's raw value; a mismatch if the slot is of another type.
    private func storeNative<Value>(
        _ value: Value, _ kind: ValueKind, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        switch shape.pointee.kind {
        case kind:
            // SAFETY: the slot of a shape of this kind has room for such a value, and is uninitialised.
            slot.initializeMemory(as: Value.self, to: value)
            return .stored
        case .rawValue: return storeRawValue(nil, shape, into: slot) { storeNative(value, kind, $0, into: $1) }
        default: return .mismatch
        }
    }

    /// Sends data as the array that it is in a document, if a path leads into it by an index; nil for other values.
    mutating func sendBytes(of event: ScalarEvent, into nested: UnsafePointer<KeyTable>) -> Bool? {
        guard case .data(let value) = event, options.data.isArray, nested.pointee.indices != nil else { return nil }
        setGate(.nested)
        return sendBytes(of: value)
    }

    private mutating func sendBytes(of value: Data) -> Bool {
        guard startArray() else { return false }
        for byte in value {
            guard withBytes(of: String(byte), { number(NumberText($0)) }) else { return false }
        }
        return endArray()
    }

    /// Passes a tag as a document would have it: dates and data as the text that the strategy writes, if it writes any.
    func withText<Result>(of tag: ScalarEvent, _ body: (ScalarEvent) -> Result) -> Result {
        switch tag {
        case .null, .bool, .number, .string, .unusable: return body(tag)
        case .date(let date):
            switch try? options.dates.readableSource(from: date) {
            case .string(var text)?: return text.withUTF8 { body(.string($0)) }
            case .number(var text)?: return text.withUTF8 { body(.number(NumberText($0))) }
            case nil: return body(tag)
            }
        case .data(let data):
            guard var text = try? options.data.text(from: data) else { return body(tag) }
            return text.withUTF8 { body(.string($0)) }
        }
    }
}
