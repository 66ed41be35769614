import Foundation

/// Decodes the document on every line of a feed; blank lines are skipped.
///
/// All paths that decode line by line use this to find their lines, so that only the decoding differs.
///
/// - Parameter decode: makes a value from the bytes in a range, which is a line without its line feed.
func decodeLines<Value>(of bytes: [UInt8], _ decode: (Range<Int>) throws -> Value) throws -> [Value] {
    try bytes.withUnsafeBufferPointer { buffer in
        var values: [Value] = []
        var start = 0
        while start < buffer.count {
            let end = lineEnd(from: start, in: buffer)
            if !buffer[start..<end].allSatisfy(isBlank) {
                do {
                    values.append(try decode(start..<end))
                } catch {
                    let number = buffer[..<start].count { $0 == lineFeed } + 1
                    throw LineError(line: number, underlying: error)
                }
            }
            start = end + 1
        }
        return values
    }
}

/// Why a line of a feed could not be decoded.
struct LineError: Error, CustomStringConvertible {
    /// The line, counted from 1.
    let line: Int
    let underlying: any Error

    var description: String { "the document on line \(line): \(underlying)" }
}

/// Whether a byte is white space in JSON.
func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private let lineFeed = UInt8(ascii: "\n")

/// The place of the next line feed, or the end.
private func lineEnd(from start: Int, in buffer: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(lineFeed), buffer.count - start) else {
        return buffer.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
}
