// Hints: the option that would accept a value, given only if there is one. They are made together with the error.

extension DecodingOptions {
    /// The hint for a repeated key.
    var duplicateKeyHint: String? {
        duplicateKeys == .error ? "duplicateKeys = .last takes the last value" : nil
    }

    /// The hint for content after the document.
    ///
    /// - Parameter byte: Its first byte.
    func trailingContentHint(_ byte: UInt8) -> String? {
        "allowsTrailingContent = true skips it"
            + (commentHint(byte) == nil ? "" : ", allowsComments = true skips a comment")
    }

    /// The hint for a slash in place of a value, a comma or an end.
    func commentHint(_ byte: UInt8) -> String? {
        byte == UInt8(ascii: "/") && !allowsComments ? "allowsComments = true allows a comment" : nil
    }
}

extension Binder {
    /// The hint for a scalar of another type than its field's, or with an unfit content.
    @inline(never)
    func hint(for event: ScalarEvent, _ shape: ShapePointer) -> String? {
        switch shape.pointee.kind {
        case .date:
            if mayConvert(shape), convertsToNull(event, shape) { return Self.conversionHint }
            let isConvertible = mayConvert(shape) && LenientConversions.readsDate(event)
            let addition = isConvertible ? ", \(Self.leniency) reads this too" : ""
            return options.dates.reading.map { "dates = \($0)\(addition)" }
        case .data: return options.data.reading.map { "data = \($0)" }
        case .double, .float, .float16:
            guard case .string(let bytes) = event, options.nonConformingFloats == .error,
                ["nan", "inf", "infinity"].contains(Self.word(bytes))
            else { break }
            return "nonConformingFloats = .convert(…) allows it"
        default: break
        }
        guard mayConvert(shape) else { return nil }
        return convertsToNull(event, shape) || converts(event, shape) ? Self.conversionHint : nil
    }

    /// Whether lenient decoding would treat a value as null, and null is a value here or means the default.
    private func convertsToNull(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        guard !shape.pointee.kind.holdsText || shape.pointee.kind == .rawValue, isWordForNull(event, shape) else {
            return false
        }
        let holder = frameAroundWrappers
        let isNullable = holder.pointee.slotShape.insideWrappers.contains(where: \.pointee.isNullable)
        guard let field = field(of: holder) else { return isNullable }
        let policy = field.pointee.tolerance.nulls
        return policy != .error
            && (isNullable || field.pointee.whenAbsent.hasDefault && (policy ?? options.nulls) == .useDefault)
    }

    /// Whether only the decoder's options, not the mapping, prevent conversions for a shape.
    private func mayConvert(_ shape: ShapePointer) -> Bool {
        shape.pointee.conversions == nil && options.conversions == .strict && !isTransformed
    }

    /// Whether a transform takes the next value, so that the values it accepts are unknown.
    private var isTransformed: Bool {
        let payload = top.pointee.kind == .wrapper ? top.pointee.shape.pointee.payload : nil
        return payload?._withUnsafeGuaranteedRef(\.isTransform) ?? false
    }

    /// The hint for an object or array in place of a scalar.
    func hint(forContainerAt shape: ShapePointer) -> String? {
        switch shape.pointee.kind {
        case .date: options.dates.reading.map { "dates = \($0)" }
        case .data: options.data.reading.map { "data = \($0)" }
        default: nil
        }
    }

    /// The hint for a null that the type does not accept.
    ///
    /// - Parameter field: The field of the value, if it is a field's, directly or in wrappers.
    func hint(forNullAt shape: ShapePointer, of field: UnsafePointer<FieldMeta>?) -> String? {
        if let field, field.pointee.tolerance.nulls == .error { return nil }
        if let field, field.pointee.whenAbsent.hasDefault {
            return field.pointee.tolerance.nulls == nil && options.nulls == .error
                ? "nulls = .useDefault uses the default" : nil
        }
        return hint(forMissing: shape.wrapsCollection)
    }

    /// The hint for missing keys of an object, or for null.
    ///
    /// - Parameter isAboutCollections: Whether all of the values are collections.
    func hint(forMissing isAboutCollections: Bool) -> String? {
        isAboutCollections && options.missingCollections == .error ? Self.collectionHint : nil
    }

    /// The hint for a tag that names no variant, or another one than that which is known.
    func hint(forTag tag: ScalarEvent, _ table: VariantTablePointer, naming known: Int? = nil) -> String? {
        guard let index = withText(of: tag, { table.index(of: $0, isLenient: true) }), index == known ?? index
        else { return nil }
        return Self.conversionHint
    }

    private static var conversionHint: String { "\(leniency) converts it" }
    private static var leniency: String { "conversions = .lenient" }
    private static var collectionHint: String { "missingCollections = .empty allows it" }

    /// The beginning of a text in lower case and without its sign.
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(12), as: UTF8.self).lowercased()
        return text.first == "-" || text.first == "+" ? String(text.dropFirst()) : text
    }

    /// Whether lenient decoding would accept a value.
    private func converts(_ event: ScalarEvent, _ shape: ShapePointer) -> Bool {
        shape.withMemory { value in
            guard storeConverted(event, shape, into: value) == .stored else { return false }
            // SAFETY: the value has been stored, in the place of an Optional if the shape is one.
            shape.pointee.markPresent(at: value)
            shape.destroy(value)
            return true
        }
    }

    /// Stores a value as lenient decoding converts it.
    private func storeConverted(
        _ event: ScalarEvent, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> StoreOutcome {
        switch shape.pointee.kind {
        case .rawValue: return storeRawValue(nil, shape, into: slot) { storeConverted(event, $0, into: $1) }
        case .url:
            guard case .string(let bytes) = event, let text = LenientConversions.urlText(bytes),
                text.count < bytes.count
            else { return .mismatch }
            return storeString(text, shape, into: slot)
        default: return convert(event, shape, into: slot)
        }
    }
}

extension DateStrategy {
    /// The format of dates, for a hint; nil if only a client's closure knows it.
    var reading: String? {
        switch kind {
        case .iso8601: #".iso8601 reads "2024-02-29T23:59:59Z""#
        case .secondsSince1970: ".secondsSince1970 reads 1709251199"
        case .millisecondsSince1970: ".millisecondsSince1970 reads 1709251199000"
        case .secondsSince2001: ".deferredToDate reads 730943999"
        case .anyKnownFormat: ".anyKnownFormat reads ISO 8601, RFC 2822 and ctime"
        case .formats(let formats):
            formats.isEmpty
                ? ".formats([]) reads no date"
                : ".format reads "
                    + formats.map { JSONValue.string($0.pattern).description }.joined(separator: " or ")
        case .custom: nil
        }
    }
}

extension DataStrategy {
    /// The format of data, for a hint; nil if only a client's closure knows it.
    var reading: String? {
        switch kind {
        case .base64: ".base64 reads padded Base64"
        case .base64URL: ".base64URL reads Base64 with the alphabet for URLs"
        case .utf8: ".utf8 reads any string"
        case .bytes: ".bytes reads arrays of integers from 0 to 255"
        case .custom: nil
        }
    }
}
