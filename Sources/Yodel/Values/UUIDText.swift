#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads and writes the text of a UUID, `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, without making a `String`.
enum UUIDText {
    static let length = 36

    /// The UUID of a text; nil unless digits, in either case, and hyphens are in their places.
    ///
    /// `UUID(uuidString:)` may accept white space and signs in place of a digit.
    static func read(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard text.count == length else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isUUID = withUnsafeMutableBytes(of: &uuid) { bytes in
            var index = 0
            for byte in bytes.indices {
                if isBeforeHyphen(byte) {
                    guard text[index] == UInt8(ascii: "-") else { return false }
                    index += 1
                }
                guard let high = text[index].hexDigit, let low = text[index + 1].hexDigit else { return false }
                bytes[byte] = high << 4 | low
                index += 2
            }
            return true
        }
        return isUUID ? UUID(uuid: uuid) : nil
    }

    /// Calls `body` with the text of `uuidString`.
    static func withText<Result>(of uuid: UUID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { text in
            var index = 0
            func put(_ byte: UInt8) {
                // SAFETY: 16 bytes have two digits each, and four of them have a hyphen before them: 36.
                text.initializeElement(at: index, to: byte)
                index += 1
            }
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for (place, byte) in bytes.enumerated() {
                    if isBeforeHyphen(place) { put(UInt8(ascii: "-")) }
                    put(letter(byte >> 4))
                    put(letter(byte & 15))
                }
            }
            return body(UnsafeBufferPointer(text))
        }
    }

    private static func letter(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x37 + digit }

    private static func isBeforeHyphen(_ byte: Int) -> Bool { byte == 4 || byte == 6 || byte == 8 || byte == 10 }
}
