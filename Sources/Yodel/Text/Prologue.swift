/// Detects the encoding of a document from its first bytes, as in RFC 8259 and its predecessors.
///
/// A UTF-8 byte order mark is skipped; UTF-16 and UTF-32 are recognised by their marks, or by the zero bytes of their
/// first characters. A document of zero bytes, as crashes leave files, is none of these.
struct Prologue {
    private(set) var isOver = false
    private(set) var byteOrderMarkLength = 0
    /// The bytes that have been kept.
    private(set) var held: [UInt8] = []

    enum Finding {
        /// More bytes are needed; these have been kept.
        case undecided
        /// UTF-8: the kept bytes that belong to the text, and the number of new bytes that do not.
        case text(held: [UInt8], skipped: Int)
        case unsupported(String)
    }

    /// Whether a document begins with its text, without a prologue, as nearly all do.
    @inline(__always)
    mutating func isOver(at bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if !isOver, held.isEmpty, bytes.count > 1, 1...0x7F ~= bytes[0], bytes[1] > 0 { isOver = true }
        return isOver
    }

    mutating func inspect(_ bytes: UnsafeBufferPointer<UInt8>) -> Finding {
        let start = held + bytes.prefix(4 - held.count)
        if let encoding = Self.foreignEncoding(start) { return .unsupported(encoding) }
        // A zero byte after a single byte would make it UTF-16.
        if start.count < 2 || Self.beginnings.contains(start) {
            held = start
            return .undecided
        }
        isOver = true
        guard start.starts(with: Self.byteOrderMark) else { return .text(held: held, skipped: 0) }
        byteOrderMarkLength = 3
        return .text(held: [], skipped: 3 - held.count)
    }

    /// Skips detection, for a text that is not the beginning of a document.
    mutating func skip() { isOver = true }

    /// Ends detection at the end of the document.
    ///
    /// - Returns: The kept bytes as text; nil if they are an incomplete byte order mark.
    mutating func finish() -> [UInt8]? {
        isOver = true
        return held.first == Self.byteOrderMark[0] ? nil : held
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Two or three bytes that may begin a byte order mark, or a character of UTF-32.
    private static let beginnings: [[UInt8]] = [[0xEF, 0xBB], [0, 0], [0, 0, 0]]

    private static func foreignEncoding(_ start: [UInt8]) -> String? {
        if start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        let isWide = start.prefix(2).contains(0) && start.contains { $0 > 0 }
        return start.starts(with: [0xFF, 0xFE]) || isWide ? "UTF-16 or UTF-32" : nil
    }
}
