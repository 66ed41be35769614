/// A format of compressed input.
///
/// Every build recognises all of them, and reads those whose traits it has.
enum CompressionFormat: String, Sendable, CaseIterable {
    case gzip
    case zlib
    case zstd

    /// The package trait that links a library for this format.
    var trait: String {
        switch self {
        case .gzip, .zlib: "Gzip"
        case .zstd: "Zstd"
        }
    }

    /// Whether input with these first bytes has this format; nil if that takes more bytes.
    ///
    /// No JSON begins with the bytes that are accepted.
    func begins(with bytes: some Collection<UInt8>) -> Bool? {
        switch self {
        case .gzip: Self.compare(bytes, [0x1F, 0x8B])
        case .zlib: Self.beginsZlib(bytes)
        case .zstd:
            // A frame, or a frame to skip, whose first byte has 16 values.
            if let first = bytes.first, first & 0xF0 == 0x50 {
                Self.compare(bytes, [first, 0x2A, 0x4D, 0x18])
            } else {
                Self.compare(bytes, [0x28, 0xB5, 0x2F, 0xFD])
            }
        }
    }

    private static func compare(_ bytes: some Collection<UInt8>, _ signature: [UInt8]) -> Bool? {
        guard zip(bytes, signature).allSatisfy(==) else { return false }
        return bytes.count < signature.count ? nil : true
    }

    /// The method is 8, the window has at most 32 KiB, both bytes are a multiple of 31, and there is no preset
    /// dictionary.
    private static func beginsZlib(_ bytes: some Collection<UInt8>) -> Bool? {
        guard let first = bytes.first else { return nil }
        guard first & 0x0F == 8, first < 0x80 else { return false }
        guard let second = bytes.dropFirst().first else { return nil }
        return second & 0x20 == 0 && (Int(first) << 8 + Int(second)).isMultiple(of: 31)
    }
}
