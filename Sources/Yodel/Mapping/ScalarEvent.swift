#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that is not a container, as it is stored into a slot.
enum ScalarEvent {
    case null
    case bool(Bool)
    case number(NumberText)
    case string(UnsafeBufferPointer<UInt8>)
    /// From a tree, which holds dates and data as such, not as text.
    case date(Date)
    case data(Data)
    /// A value of a tree that JSON does not have. It does not fit any field, and may be where no field needs it.
    indirect case unusable(expected: String, found: String)
}

extension ScalarEvent {
    /// The value as an error shows it.
    var found: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text): "the number \(excerpt(token: text.bytes))"
        case .string(let bytes): "the string \(excerpt(bytes))"
        case .date: "a date"
        case .data: "binary data"
        case .unusable(_, let found): found
        }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    var scalar: JSONScalar {
        switch self {
        case .null: preconditionFailure("null is not a scalar, and callers handle it")
        case .bool(let value): .bool(value)
        case .number(let text): .number(JSONNumber(text))
        case .string(let bytes): .string(makeString(bytes.start, bytes.count, nil))
        case .date, .data, .unusable: preconditionFailure("dates and data arrive here as text")
        }
    }

    /// The value as a JSON scalar; nil for null, and for values that JSON does not have.
    var knownScalar: JSONScalar? {
        switch self {
        case .null, .date, .data, .unusable: nil
        case .bool, .number, .string: scalar
        }
    }

    /// The text of a string.
    var text: UnsafeBufferPointer<UInt8>? {
        if case .string(let bytes) = self { bytes } else { nil }
    }

    /// Whether the document has the value between quotes.
    var isText: Bool {
        switch self {
        case .null, .bool, .number, .unusable: false
        case .string, .date, .data: true
        }
    }

    /// The length of the value's text in bytes.
    var byteCount: Int {
        switch self {
        case .null, .bool, .unusable: 0
        case .number(let text): text.count
        case .string(let bytes): bytes.count
        case .date: MemoryLayout<Date>.size
        case .data(let data): data.count
        }
    }
}
