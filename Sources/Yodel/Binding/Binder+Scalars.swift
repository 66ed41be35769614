#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The outcome of storing a scalar.
enum StoreOutcome: Equatable {
    case stored
    /// Of another JSON type than the slot's.
    case mismatch
    case outOfRange
    case inexact
    /// Of the right JSON type, but with a content that the slot's type does not allow.
    case invalid
    /// A string with more combining marks in a row than the limit allows.
    case tooManyMarks
}

// Stores scalars into slots of every kind. A slot is uninitialised memory with room for the kind's type, which each
// function initialises.

extension Binder {
    func storeBool(_ value: Bool, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer) -> StoreOutcome {
        switch shape.pointee.kind {
        case .bool: slot.initializeMemory(as: Bool.self, to: value)
        case .dynamic: slot.initializeMemory(as: JSONValue.self, to: .bool(value))
        default: return .mismatch
        }
        return .stored
    }

    func storeNumber(_ text: NumberText, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer) -> StoreOutcome {
        switch shape.pointee.kind {
        case .int64: return storeInteger(Int64.self, text, slot)
        case .int32: return storeInteger(Int32.self, text, slot)
        case .int16: return storeInteger(Int16.self, text, slot)
        case .int8: return storeInteger(Int8.self, text, slot)
        case .int128: return storeInteger(Int128.self, text, slot)
        case .uint64: return storeInteger(UInt64.self, text, slot)
        case .uint32: return storeInteger(UInt32.self, text, slot)
        case .uint16: return storeInteger(UInt16.self, text, slot)
        case .uint8: return storeInteger(UInt8.self, text, slot)
        case .uint128: return storeInteger(UInt128.self, text, slot)
        case .double: return storeIfAny(text.double(), slot, otherwise: .outOfRange)
        case .float: return storeIfAny(text.float(), slot, otherwise: .outOfRange)
        case .float16:
            #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
            return storeIfAny(text.float16(), slot, otherwise: .outOfRange)
            #else
            return .mismatch
            #endif
        case .decimal:
            // A Decimal has 38 digits and exponents up to 127.
            let isLarge = text.double().map { abs($0) >= 1e128 } ?? true
            return storeIfAny(text.decimal(), slot, otherwise: isLarge ? .outOfRange : .inexact)
        case .jsonNumber: slot.initializeMemory(as: JSONNumber.self, to: JSONNumber(text))
        case .dynamic: slot.initializeMemory(as: JSONValue.self, to: .number(JSONNumber(text)))
        default: return .mismatch
        }
        return .stored
    }

    func storeString(
        _ bytes: UnsafeBufferPointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        let kind = shape.pointee.kind
        if kind.isFloatingPoint {
            guard let value = options.nonConformingFloats.double(fromString: bytes) else { return .mismatch }
            return storeFloat(value, kind, slot)
        }
        let text = { makeString(bytes.start, bytes.count, nil) }
        switch kind {
        case .string: slot.initializeMemory(as: String.self, to: text())
        case .substring: slot.initializeMemory(as: Substring.self, to: Substring(text()))
        case .dynamic: slot.initializeMemory(as: JSONValue.self, to: .string(text()))
        case .character:
            let text = text()
            guard let character = text.first, text.count == 1 else { return .invalid }
            slot.initializeMemory(as: Character.self, to: character)
        case .url:
            // Foundation percent-encodes characters that URLs do not allow; an empty text is not a URL.
            return storeIfAny(bytes.isEmpty ? nil : URL(string: text()), slot, otherwise: .invalid)
        case .uuid: return storeIfAny(UUIDText.read(bytes), slot, otherwise: .invalid)
        default: return .mismatch
        }
        return .stored
    }

    private func storeFloat(_ value: Double, _ kind: ValueKind, _ slot: UnsafeMutableRawPointer) -> StoreOutcome {
        switch kind {
        case .double: slot.initializeMemory(as: Double.self, to: value)
        case .float: slot.initializeMemory(as: Float.self, to: Float(value))
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        case .float16: slot.initializeMemory(as: Float16.self, to: Float16(value))
        #endif
        default: return .mismatch
        }
        return .stored
    }

    private func storeInteger<Value: FixedWidthInteger>(
        _ type: Value.Type, _ text: NumberText, _ slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        do {
            slot.initializeMemory(as: Value.self, to: try text.integer(type))
            return .stored
        } catch .outOfRange {
            return .outOfRange
        } catch {
            return .inexact
        }
    }

    func storeIfAny<Value>(
        _ value: Value?, _ slot: UnsafeMutableRawPointer, otherwise outcome: StoreOutcome
    ) -> StoreOutcome {
        guard let value else { return outcome }
        slot.initializeMemory(as: Value.self, to: value)
        return .stored
    }
}

extension ValueKind {
    fileprivate var isFloatingPoint: Bool { self == .double || self == .float || self == .float16 }
}

extension NumberText {
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
