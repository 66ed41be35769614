/// The encoding of a document's text that is converted to UTF-8 before decoding.
///
/// It is detected from the first four bytes, as in RFC 4627 and in Foundation: by a byte order mark, or by the zero
/// bytes of the first characters, which are ASCII in JSON.
enum TextEncoding {
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)

    /// The encoding of a document, nil for UTF-8, and the length of its byte order mark.
    static func of(_ document: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding?, markLength: Int) {
        // Most documents begin with two characters of ASCII.
        if document.count >= 2, 1..<0x80 ~= document[0], 1..<0x80 ~= document[1] { return (nil, 0) }
        let start = document.prefix(4)
        if start.elementsEqual([0, 0, 0xFE, 0xFF]) { return (.utf32(isBigEndian: true), 4) }
        // The first is the mark; Foundation takes the second for one.
        if start.elementsEqual([0xFF, 0xFE, 0, 0]) || start.elementsEqual([0xFE, 0xFF, 0, 0]) {
            return (.utf32(isBigEndian: false), 4)
        }
        if start.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        if start.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (nil, 3) }
        switch start.map({ $0 == 0 }) {
        case [true, true, true, false]: return (.utf32(isBigEndian: true), 0)
        case [true, false, true, false], [true, false]: return (.utf16(isBigEndian: true), 0)
        case [false, true, true, true]: return (.utf32(isBigEndian: false), 0)
        case [false, true, false, true], [false, true]: return (.utf16(isBigEndian: false), 0)
        default: return (nil, 0)
        }
    }

    /// The bytes in this encoding as UTF-8; nil if they are invalid.
    func transcoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        switch self {
        case .utf16(let isBigEndian):
            Self.units(of: UInt16.self, in: bytes, isBigEndian).flatMap { String(validating: $0, as: UTF16.self) }
        case .utf32(let isBigEndian):
            Self.units(of: UInt32.self, in: bytes, isBigEndian).flatMap { String(validating: $0, as: UTF32.self) }
        }
    }

    /// What an error says of text that is not in this encoding.
    var invalidText: String {
        switch self {
        case .utf16: "invalid UTF-16"
        case .utf32: "invalid UTF-32"
        }
    }

    private static func units<Unit: FixedWidthInteger & BitwiseCopyable>(
        of type: Unit.Type, in bytes: Slice<UnsafeBufferPointer<UInt8>>, _ isBigEndian: Bool
    ) -> [Unit]? {
        let size = MemoryLayout<Unit>.size
        guard bytes.count % size == 0 else { return nil }
        let raw = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes.base)[bytes.indices])
        return stride(from: 0, to: raw.count, by: size).map { offset in
            let unit = raw.loadUnaligned(fromByteOffset: offset, as: type)
            return isBigEndian ? Unit(bigEndian: unit) : Unit(littleEndian: unit)
        }
    }
}
