extension Trial {
    /// The smallest trial that can be made from this one by removals and still shows a difference.
    package func minimised(_ ways: [Way]) -> Trial {
        var smallest = self
        var size = max(document.count / 2, 1)
        while true {
            let count = smallest.document.count
            smallest.leaveOut(size, ways)
            if size > 1 { size /= 2 } else if smallest.document.count == count { break }
        }
        for index in 1..<Recipe.length {
            var simpler = smallest
            simpler.recipe.bytes[index] = 0
            if simpler.difference(ways) != nil { smallest = simpler }
        }
        return smallest
    }

    private mutating func leaveOut(_ size: Int, _ ways: [Way]) {
        var start = 0
        while start < document.count {
            var smaller = self
            smaller.document.removeSubrange(start..<min(start + size, document.count))
            if smaller.difference(ways) != nil { self = smaller } else { start += size }
        }
    }
}

extension Trial: CustomStringConvertible {
    /// The recipe and the document, in hexadecimal except for printable ASCII.
    package var description: String { "\(recipe) `\(printable(document))`" }
}

/// Bytes in hexadecimal except for printable ASCII.
package func printable(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        switch byte {
        case 0x20...0x7E: String(UnicodeScalar(byte))
        default: "‹\(byte < 16 ? "0" : "")\(String(byte, radix: 16))›"
        }
    }.joined()
}
