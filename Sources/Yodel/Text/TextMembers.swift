private import CYodelKernels

/// Finds the members of an object, or the elements of an array, in valid JSON, which may end after any of them.
struct TextMembers {
    private let text: UnsafeBufferPointer<UInt8>
    private let isObject: Bool
    private var position: Int

    /// A member or element.
    struct Member {
        var start: Int
        /// The position of its value; for an element, its start.
        var value: Int
        var end: Int
        /// The key as in the text, between its quotes; empty for an element.
        var key: UnsafeBufferPointer<UInt8>
    }

    /// - Parameter bracket: The position of the opening bracket.
    init(of text: UnsafeBufferPointer<UInt8>, afterBracket bracket: Int, isObject: Bool) {
        self.text = text
        self.isObject = isObject
        position = bracket + 1
    }

    /// The next member or element; nil at the end.
    mutating func next() -> Member? {
        skip { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") }
        guard position < text.count, text[position] != UInt8(ascii: "}"), text[position] != UInt8(ascii: "]") else {
            return nil
        }
        let start = position
        var key = start..<start
        if isObject {
            skipString()
            key = start + 1..<max(position - 1, start + 1)
            skip { $0 == UInt8(ascii: ":") || $0 <= UInt8(ascii: " ") }
        }
        let value = position
        skipValue()
        return Member(start: start, value: value, end: position, key: UnsafeBufferPointer(rebasing: text[key]))
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < text.count, condition(text[position]) { position += 1 }
    }

    private mutating func skipString() {
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, text.count)
    }

    private mutating func skipValue() {
        guard position < text.count else { return }
        switch text[position] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // SAFETY: the kernel reads from the position up to the end of the text, both within the buffer.
            var state = yodel_container_state(depth: 0, is_in_string: false, is_escaped: false)
            let end = yodel_find_container_end(text.baseAddress!, position, text.count, &state)
            position = end < 0 ? text.count : end
        default:
            skip { $0 > UInt8(ascii: " ") && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains($0) }
        }
    }
}
