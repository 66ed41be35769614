import BenchmarkModels

extension RandomJSON {
    /// A document of any kind: usually valid, sometimes pieces of tokens.
    package mutating func anyDocument() -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(count(0...Int.max)))
        return chance(8)
            ? RandomTokens.pieces(1...12, using: &generator) : RandomTokens.value(depth: 4, using: &generator)
    }

    /// A valid document of any kind, as text.
    package mutating func anyText() -> String {
        var generator = SeededGenerator(seed: UInt64(count(0...Int.max)))
        return String(decoding: RandomTokens.value(depth: 4, using: &generator), as: UTF8.self)
    }

    /// The document with indented lines, as far as it is valid.
    package mutating func indented(_ document: [UInt8]) -> [UInt8] {
        let width = count(1...4)
        var output: [UInt8] = []
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in document {
            let isClosing = !isInString && "]}".utf8.contains(byte)
            if isClosing { depth = max(depth - 1, 0) }
            let line = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: min(depth * width, 100))
            if isClosing { output += line }
            output.append(byte)
            if isInString {
                if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if "[{".utf8.contains(byte) {
                depth += 1
                output += line + [UInt8](repeating: UInt8(ascii: " "), count: width)
            } else if byte == UInt8(ascii: ",") {
                output += line
            }
        }
        return output
    }
}
