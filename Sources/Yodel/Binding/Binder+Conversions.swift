#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Scalars that the hot path does not store: rarer kinds, conversions, and errors.

extension Binder {
    @inline(never)
    mutating func nullSlow() -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        if shape.pointee.isNullable {
            note(.null, "null")
            return makeNil(frame, shape)
        }
        switch shape.pointee.kind {
        case .gate, .route, .rawJSON: return scalarSlow(.null)
        case .variant where shape.pointee.takesNull, .lazy where shape.pointee.takesNull: return scalarSlow(.null)
        case .dynamic:
            frame.pointee.slot.initializeMemory(as: JSONValue.self, to: .null)
            return complete(frame, shape)
        // Constraints do not change the meaning of null, unless null is a value that they restrict.
        case .wrapper
        where shape.insideChecks.pointee.kind.isMadeOfNull
            && (shape.insideChecks.pointee.takesNull || !nullsUseDefault):
            return sendToWrapper(.null, shape)
        default:
            if shape.pointee.isEmptyForNull { return makeEmpty(frame, shape) }
            if nullsUseDefault {
                note(.null, "null")
                noteMet(top.pointee.field)
                leaveValue()
                return true
            }
            let field = field(of: frameAroundWrappers)
            if takesNull(shape), field?.pointee.tolerance.nulls != .error { return makeEmpty(frame, shape) }
            return fail(
                .nullValue, expected: shape.pointee.typeName, found: "null", hint: hint(forNullAt: shape, of: field))
        }
    }

    private mutating func makeEmpty(_ frame: UnsafeMutablePointer<Frame>, _ shape: ShapePointer) -> Bool {
        note(.null, "null")
        shape.pointee.makeEmpty(at: frame.pointee.slot)
        return complete(frame, shape)
    }

    /// Whether `null` can be stored, as the type's own value for it or as an empty collection, even within wrappers.
    func takesNull(_ shape: ShapePointer) -> Bool {
        shape.pointee.takesNull
            || options.missingCollections == .empty && shape.wrapsCollection
    }

    /// Whether the field of the next value has a default, and uses it for null.
    var nullsUseDefault: Bool {
        guard let field = fieldOfTop else { return false }
        return (field.pointee.tolerance.nulls ?? options.nulls) == .useDefault && field.pointee.whenAbsent != .required
    }

    /// The frame that receives the next value with the wrappers around it, even if the value replaces an earlier one.
    var frameAroundWrappers: UnsafeMutablePointer<Frame> {
        var frame = top
        while [.wrapper, .replacement, .discard].contains(frame.pointee.kind) { frame -= 1 }
        return frame
    }

    /// The field of the next value, if the top frame has fields.
    var fieldOfTop: UnsafePointer<FieldMeta>? { field(of: top) }

    /// The field of a frame's next value, if the frame has fields.
    func field(of frame: UnsafeMutablePointer<Frame>) -> UnsafePointer<FieldMeta>? {
        guard frame.pointee.hasFields else { return nil }
        return owner(of: frame).pointee.meta!.pointee.fieldOrPart(frame.pointee.field)
    }

    @inline(never)
    mutating func scalarSlow(_ event: ScalarEvent) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        switch shape.pointee.kind {
        case .gate: return scalarAtGate(event)
        case .wrapper:
            return isNullWord(event, shape) ? nullCase(event) : sendToWrapper(event, shape)
        case .variant: return scalarAtVariant(event)
        case .lazy: return lazyScalar(event)
        case .route: return scalarAtRoute(event)
        case .rawJSON:
            notePartPlace(shape)
            frame.pointee.slot.initializeMemory(as: RawJSON.self, to: rawJSON(of: event))
            return complete(frame, shape)
        default: break
        }
        if isNullWord(event, shape) { return nullCase(event) }
        do {
            let outcome = try store(event, shape, into: frame.pointee.slot)
            return outcome == .stored ? complete(frame, shape) : refuse(event, shape, outcome)
        } catch {
            return refuse(event, shape, error)
        }
    }

    /// Fails because a scalar could not be stored.
    @inline(never)
    mutating func refuse(_ event: ScalarEvent, _ shape: ShapePointer, _ outcome: StoreOutcome) -> Bool {
        switch outcome {
        case .stored: preconditionFailure("a stored value is not refused")
        case .mismatch:
            if failsUnread(.typeMismatch, .scalar) { return false }
            return fail(
                .typeMismatch, expected: expectation(of: shape), found: event.found, hint: hint(for: event, shape))
        case .tooManyMarks: return fail(.combiningMarkLimit)
        case .outOfRange: return fail(.numberOutOfRange, expected: expectation(of: shape), found: event.found)
        case .inexact: return fail(.inexactNumber, expected: expectation(of: shape), found: event.found)
        case .invalid:
            if shape.pointee.kind == .rawValue { note(.unknownValue, event.found, isDistinct: true) }
            if failsUnread(.invalidValue, .scalar) { return false }
            return fail(
                .invalidValue, expected: expectation(of: shape), found: event.found, hint: hint(for: event, shape))
        }
    }

    /// Fails because a client's code has refused a scalar.
    @inline(never)
    mutating func refuse(_ event: ScalarEvent, _ shape: ShapePointer, _ error: any Error) -> Bool {
        fail(.invalidValue, expected: shape.pointee.typeName, found: event.found, underlying: error)
    }

    /// Binds an event again, after its slot has changed.
    mutating func bind(_ event: ScalarEvent) -> Bool {
        switch event {
        case .null: bindNull()
        case .bool(let value): bindBool(value)
        case .number(let text): bindNumber(text)
        case .string(let bytes): bindString(bytes.start, bytes.count)
        case .date(let date): bindDate(date)
        case .data(let data): bindData(data)
        case .unusable(let expected, let found):
            top.pointee.slotShape.pointee.kind == .gate
                ? scalarAtGate(event) : fail(.invalidValue, expected: expected, found: found)
        }
    }

    /// Whether a value counts as null for the next field: it is `null`, or a word that is treated as null.
    func isNull(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool { event.isNull || isNullWord(event, shape) }

    /// Whether a value is a word that lenient decoding treats as null, because null is a value here or means the default.
    private func isNullWord(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        guard case .string(let bytes) = event, LenientConversions.isNullWord(bytes) || bytes.isBlank else {
            return false
        }
        var (inside, isNullable) = (shape, shape.pointee.isNullable || nullsUseDefault)
        if shape.pointee.kind == .wrapper {
            let shapes = shape.insideWrappers
            inside = shapes.last!
            isNullable = isNullable || shapes.contains(where: \.pointee.isNullable)
        }
        guard isNullable, isLenient(inside), isWordForNull(event, inside) else { return false }
        return inside.pointee.kind == .rawValue ? !isRawValue(event, inside) : !inside.pointee.kind.holdsText
    }

    /// Whether a value is one of an enum, or another type with raw values, rather than a word for null.
    private func isRawValue(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        shape.withMemory { value in
            let outcome = try? store(event, shape, into: value)
            if outcome == .stored {
                // SAFETY: the value has been stored, in the place of an Optional if the shape is one.
                shape.pointee.markPresent(at: value)
                shape.destroy(value)
            }
            // The error of a client's code is reported when the value is stored.
            return outcome != .mismatch && outcome != .invalid
        }
    }

    /// Whether values of other types are converted for a shape.
    func isLenient(_ shape: ShapePointer) -> Bool {
        (shape.pointee.conversions ?? options.conversions) == .lenient
    }

    /// Treats a word for null as null.
    private mutating func nullCase(_ event: ScalarEvent) -> Bool {
        note(.converted, event.found)
        return bindNull()
    }

    /// Whether a value is a text that lenient decoding treats as null.
    func isWordForNull(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        guard case .string(let bytes) = event else { return false }
        return LenientConversions.isNullWord(bytes) || shape.pointee.kind == .url && bytes.isBlank
    }

    func expectation(of shape: ShapePointer) -> String {
        let accepted = shape.pointee.payload?._withUnsafeGuaranteedRef { $0.acceptedRawValues } ?? nil
        guard let accepted else { return shape.pointee.typeName }
        // An error is one line, but there are hundreds of countries or currencies.
        let rest = accepted.count > 20 ? " or \(counted(accepted.count - 20, "other"))" : ""
        return "\(shape.pointee.typeName), one of \(accepted.prefix(20).joined(separator: ", "))\(rest)"
    }

    // MARK: - Storing

    func store(
        _ event: ScalarEvent, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) throws -> StoreOutcome {
        if case .string(let bytes) = event, CombiningMarks.areTooMany(in: bytes, limits) {
            return .tooManyMarks
        }
        switch shape.pointee.kind {
        case .rawValue:
            return try storeRawValue(event.text, shape, into: slot) { try store(event, $0, into: $1) }
        case .scalar:
            let scalar = event.scalar
            return try shape.pointee.payload!._withUnsafeGuaranteedRef {
                try $0.makeFromScalar(scalar, into: slot)
                return .stored
            }
        case .date: return storeIfAny(try date(from: event, shape), slot, otherwise: dateOutcome(event, shape))
        case .data: return try storeData(event, into: slot)
        default: break
        }
        if isLenient(shape), shape.pointee.kind == .url, case .string(let bytes) = event {
            // Trims here, before Foundation percent-encodes the spaces.
            guard let trimmed = LenientConversions.urlText(bytes) else { return .invalid }
            let outcome = storeString(trimmed, shape, into: slot)
            return trimmed.count == bytes.count ? outcome : converted(event, outcome)
        }
        let outcome =
            switch event {
            case .null: StoreOutcome.mismatch
            case .bool(let value): storeBool(value, shape, into: slot)
            case .number(let text): storeNumber(text, shape, into: slot)
            case .string(let bytes): storeString(bytes, shape, into: slot)
            case .date, .data, .unusable:
                preconditionFailure("dates and data are stored directly or sent as text")
            }
        guard outcome != .stored, isLenient(shape) else { return outcome }
        let conversion = converted(event, convert(event, shape, into: slot))
        return conversion == .mismatch ? outcome : conversion
    }

    /// Records a conversion, if the value was stored.
    private func converted(_ event: ScalarEvent, _ outcome: StoreOutcome) -> StoreOutcome {
        if outcome == .stored { note(.converted, event.found) }
        return outcome
    }

    /// Makes an enum's value, or that of another type with raw values.
    ///
    /// - Parameters:
    ///   - text: The raw value if it is a text.
    ///   - store: Stores the raw value as the type it has in Swift.
    func storeRawValue(
        _ text: UnsafeBufferPointer<UInt8>?, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer,
        _ store: (_ raw: ShapePointer, UnsafeMutableRawPointer) throws -> StoreOutcome
    ) rethrows -> StoreOutcome {
        let payload = shape.pointee.payload!
        if let text, payload._withUnsafeGuaranteedRef({ $0.makeFromRawText(text, into: slot) }) { return .stored }
        let element = shape.pointee.element!
        return try element.withMemory { raw in
            let outcome = try store(element, raw)
            guard outcome == .stored else { return outcome }
            return payload._withUnsafeGuaranteedRef { $0.makeFromRawValue(raw, into: slot) } ? .stored : .invalid
        }
    }

    private func date(from event: ScalarEvent, _ shape: ShapePointer) throws -> Date? {
        let isLenient = isLenient(shape)
        switch event {
        case .string(let bytes):
            if let date = try options.dates.date(fromString: bytes) { return date }
            return isLenient ? converted(event, DateText.anyKnown(bytes)) : nil
        case .number(let text):
            if let date = try options.dates.date(fromNumber: text.bytes) { return date }
            return isLenient ? converted(event, LenientConversions.date(fromNumber: text.bytes)) : nil
        case .null, .bool, .date, .data, .unusable: return nil
        }
    }

    private func converted(_ event: ScalarEvent, _ date: Date?) -> Date? {
        if date != nil { note(.converted, event.found) }
        return date
    }

    /// The outcome for an unreadable date: invalid, or a mismatch if its JSON type rules it out.
    private func dateOutcome(_ event: ScalarEvent, _ shape: ShapePointer) -> StoreOutcome {
        let isLenient = isLenient(shape)
        return switch event {
        case .null, .bool, .date, .data, .unusable: .mismatch
        case .number: options.dates.readsNumbers || isLenient ? .invalid : .mismatch
        case .string: options.dates.readsStrings || isLenient ? .invalid : .mismatch
        }
    }

    private func storeData(_ event: ScalarEvent, into slot: UnsafeMutableRawPointer) throws -> StoreOutcome {
        guard case .string(let bytes) = event, !options.data.isArray else { return .mismatch }
        return storeIfAny(try options.data.data(fromString: bytes), slot, otherwise: .invalid)
    }

    // MARK: - Converting

    /// Converts a value as lenient decoding allows, without loss.
    func convert(
        _ event: ScalarEvent, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        switch (event, shape.pointee.kind) {
        case (.string(let bytes), .bool):
            return storeIfAny(LenientConversions.bool(fromString: bytes), slot, otherwise: .mismatch)
        case (.string(let bytes), _):
            guard let number = LenientConversions.number(inString: bytes), shape.pointee.kind != .dynamic,
                number.count <= limits.numberCharacters
            else { return .mismatch }
            return storeNumber(NumberText(number), shape, into: slot)
        case (.number(let text), .bool):
            return storeIfAny(LenientConversions.bool(fromNumber: text.bytes), slot, otherwise: .mismatch)
        case (.number(let text), .string), (.number(let text), .substring):
            return storeString(text.bytes, shape, into: slot)
        case (.bool(let value), .string), (.bool(let value), .substring):
            return ((value ? "true" : "false") as StaticString).withUTF8Buffer { storeString($0, shape, into: slot) }
        case (.bool(let value), _):
            return ((value ? "1" : "0") as StaticString).withUTF8Buffer { digit in
                storeNumber(NumberText(start: digit.baseAddress!, count: 1), shape, into: slot)
            }
        default: return .mismatch
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhiteSpace) }
}

extension ValueKind {
    /// Whether `null` may become a value of the kind.
    fileprivate var isMadeOfNull: Bool {
        switch self {
        case .dynamic, .rawJSON, .variant, .lazy, .wrapper: true
        default: false
        }
    }
}
