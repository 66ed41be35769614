#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that is no container, on its way to a slot.
enum ScalarEvent {
    case null
    case bool(Bool)
    case number(NumberText)
    case string(UnsafeBufferPointer<UInt8>)
    /// From a tree, where dates and data are not text.
    case date(Date)
    case data(Data)
}

extension ScalarEvent {
    /// The value as an error shows it.
    var found: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text):
            "the number \(String(decoding: text.bytes.prefix(40), as: UTF8.self))"
                + (text.count > 40 ? "…" : "")
        case .string(let bytes): "the string \(excerpt(bytes))"
        case .date: "a date"
        case .data: "binary data"
        }
    }

    var isBool: Bool {
        if case .bool = self { true } else { false }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    var scalar: JSONScalar {
        switch self {
        case .null: preconditionFailure("null is no scalar: it does not get here")
        case .bool(let value): .bool(value)
        case .number(let text): .number(JSONNumber(uncheckedText: String(decoding: text.bytes, as: UTF8.self)))
        case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .date, .data: preconditionFailure("dates and data arrive here as text")
        }
    }

    /// The value, unless it is null.
    var knownScalar: JSONScalar? {
        if case .null = self { return nil }
        return scalar
    }
}
