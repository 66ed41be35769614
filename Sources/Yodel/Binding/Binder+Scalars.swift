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
        case .decimal:
            // A Decimal has 38 digits and exponents up to 127.
            let isLarge = text.double().map { abs($0) >= 1e128 } ?? true
            return storeIfAny(text.decimal(), slot, otherwise: isLarge ? .outOfRange : .inexact)
        case .jsonNumber: slot.initializeMemory(as: JSONNumber.self, to: JSONNumber(text))
        case .dynamic: slot.initializeMemory(as: JSONValue.self, to: .number(JSONNumber(text)))
        case let kind: return kind.useNumber(NumberInput(text: text, slot: slot)) ?? .mismatch
        }
        return .stored
    }

    func storeString(
        _ bytes: UnsafeBufferPointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        let kind = shape.pointee.kind
        if kind.isFloatingPoint {
            guard let value = options.nonConformingFloats.double(fromString: bytes) else { return .mismatch }
            func store<Number: BinaryFloat>(_ type: Number.Type) {
                slot.initializeMemory(as: type, to: Number(value))
            }
            store(kind.floatType!)
            return .stored
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

    func storeIfAny<Value>(
        _ value: Value?, _ slot: UnsafeMutableRawPointer, otherwise outcome: StoreOutcome
    ) -> StoreOutcome {
        guard let value else { return outcome }
        slot.initializeMemory(as: Value.self, to: value)
        return .stored
    }
}

/// Stores the number that a text means.
private struct NumberInput: NumberUse {
    let text: NumberText
    /// SAFETY: it has room for a number of the type that the kind stores.
    let slot: UnsafeMutableRawPointer

    @inline(__always)
    func use<Number: BinaryNumber>(_ type: Number.Type) -> StoreOutcome {
        do {
            slot.initializeMemory(as: type, to: try Number.read(text))
            return .stored
        } catch .outOfRange {
            return .outOfRange
        } catch {
            return .inexact
        }
    }
}
