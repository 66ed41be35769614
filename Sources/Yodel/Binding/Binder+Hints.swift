#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Hints: the option that would have let a value pass, and only where it would. They are worked out when an error is.

extension DecodingOptions {
    /// About a key that occurs twice.
    var duplicateKeyHint: String? {
        duplicateKeys == .error ? "duplicateKeys = .last takes the last" : nil
    }

    /// About what follows the document.
    ///
    /// - Parameter byte: What it begins with.
    func trailingContentHint(_ byte: UInt8) -> String? {
        "allowsTrailingContent = true passes over it"
            + (commentHint(byte) == nil ? "" : ", allowsComments = true over a comment")
    }

    /// About a slash where a value, a comma or an end is expected.
    func commentHint(_ byte: UInt8) -> String? {
        byte == UInt8(ascii: "/") && !allowsComments ? "allowsComments = true allows a comment" : nil
    }
}

extension Binder {
    /// About a scalar of another type than its field's, or of other content.
    @inline(never)
    func hint(for event: ScalarEvent, _ shape: ShapePointer) -> String? {
        switch shape.pointee.kind {
        case .date:
            if mayConvert(shape), shape.pointee.isNullable, isWordForNull(event, shape) { return Self.conversionHint }
            let isConvertible = mayConvert(shape) && LenientConversions.readsDate(event)
            return options.dates.reading.map { "dates = \($0)" + (isConvertible ? ", \(Self.leniency) this too" : "") }
        case .data: return options.data.reading.map { "data = \($0)" }
        case .rawValue where mayConvert(shape) && convertsRawValue(event, shape): return Self.conversionHint
        case .double, .float, .float16:
            guard case .string(let bytes) = event, options.nonConformingFloats == .error,
                ["nan", "inf", "infinity"].contains(Self.word(bytes))
            else { break }
            return "nonConformingFloats = .convert(…) takes it"
        default: break
        }
        guard mayConvert(shape) else { return nil }
        let isNil = shape.pointee.isNullable && !shape.pointee.kind.holdsText && isWordForNull(event, shape)
        return isNil || converts(event, shape) ? Self.conversionHint : nil
    }

    /// Whether it is the decoder's options that keep values from being converted for a shape, and not the mapping.
    private func mayConvert(_ shape: ShapePointer) -> Bool {
        shape.pointee.conversions == nil && options.conversions == .strict && !isTransformed
    }

    /// Whether a transform makes something of the value that comes next: what it would take is not known.
    private var isTransformed: Bool {
        let payload = top.pointee.kind == .wrapper ? top.pointee.shape.pointee.payload : nil
        return payload?._withUnsafeGuaranteedRef(\.isTransform) ?? false
    }

    /// About an object or array in place of a scalar.
    func hint(forContainerAt shape: ShapePointer) -> String? {
        switch shape.pointee.kind {
        case .date: options.dates.reading.map { "dates = \($0)" }
        case .data: options.data.reading.map { "data = \($0)" }
        default: nil
        }
    }

    /// About a null for what takes none.
    ///
    /// - Parameter field: The field that it is the value of, if it is that of one.
    func hint(forNullAt shape: ShapePointer, of field: UnsafePointer<FieldMeta>?) -> String? {
        if let field, field.pointee.tolerance.nulls == .error { return nil }
        if let field, field.pointee.whenAbsent != .required, field.pointee.whenAbsent != .part {
            return field.pointee.tolerance.nulls == nil && options.nulls == .error
                ? "nulls = .useDefault takes the default" : nil
        }
        return shape.pointee.isCollection && options.missingCollections == .error ? Self.collectionHint : nil
    }

    /// About keys that an object lacks.
    ///
    /// - Parameter isAboutCollections: Whether all of them are those of collections.
    func hint(forMissing isAboutCollections: Bool) -> String? {
        isAboutCollections && options.missingCollections == .error ? Self.collectionHint : nil
    }

    private static var conversionHint: String { "\(leniency) converts it" }
    private static var leniency: String { "conversions = .lenient" }
    private static var collectionHint: String { "missingCollections = .empty allows it" }

    /// A text in lower case and without its sign, as far as it is a short one.
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(12), as: UTF8.self).lowercased()
        return text.first == "-" || text.first == "+" ? String(text.dropFirst()) : text
    }

    /// Whether lenient decoding would take a value.
    private func converts(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        switch shape.pointee.kind {
        case .string, .substring:
            if case .string = event { return false }
            return !event.isNull
        case .url:
            guard case .string(let bytes) = event, let text = LenientConversions.urlText(bytes) else { return false }
            return text.count < bytes.count && URL(string: String(decoding: text, as: UTF8.self)) != nil
        case .jsonNumber:
            guard case .string(let bytes) = event else { return event.isBool }
            return LenientConversions.number(inString: bytes) != nil
        case .bool, .int64, .int32, .int16, .int8, .int128, .uint64, .uint32, .uint16, .uint8, .uint128, .double,
            .float, .float16, .decimal:
            return withUnsafeTemporaryAllocation(
                byteCount: shape.pointee.size, alignment: Shape.greatestAlignment
            ) { buffer in
                // SAFETY: the buffer has room for a value of the shape's kind; what is stored is a number or truth value
                // and need not be destroyed.
                convert(event, shape, into: buffer.baseAddress!) == .stored
            }
        default: return false
        }
    }

    /// Whether lenient decoding would take a value for one of those that an enum accepts.
    private func convertsRawValue(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        guard converts(event, shape.pointee.element!),
            let accepted = shape.pointee.payload?._withUnsafeGuaranteedRef({ $0.acceptedRawValues }) ?? nil
        else { return false }
        return switch event {
        case .string(let bytes): accepted.contains(String(decoding: TextCursor.trimming(bytes), as: UTF8.self))
        case .number(let text):
            accepted.contains(JSONValue.string(String(decoding: text.bytes, as: UTF8.self)).description)
        default: false
        }
    }
}

extension DateStrategy {
    /// What is a date to the decoder; nil where a closure of the client's knows.
    var reading: String? {
        switch kind {
        case .iso8601: #".iso8601 reads "2024-02-29T23:59:59Z""#
        case .secondsSince1970: ".secondsSince1970 reads 1709251199"
        case .millisecondsSince1970: ".millisecondsSince1970 reads 1709251199000"
        case .secondsSince2001: ".deferredToDate reads 730943999"
        case .anyKnownFormat: ".anyKnownFormat reads ISO 8601, RFC 2822 and ctime"
        case .formats(let formats):
            formats.isEmpty
                ? ".formats([]) reads none"
                : ".format reads "
                    + formats.map { JSONValue.string($0.pattern).description }.joined(separator: " or ")
        case .custom: nil
        }
    }
}

extension DataStrategy {
    /// What is data to the decoder; nil where a closure of the client's knows.
    var reading: String? {
        switch kind {
        case .base64: ".base64 reads padded Base64"
        case .base64URL: ".base64URL reads Base64 in the alphabet of URLs"
        case .utf8: ".utf8 reads any string"
        case .bytes: ".bytes reads arrays of integers from 0 to 255"
        case .custom: nil
        }
    }
}
