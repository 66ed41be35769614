internal import CYodelKernels

/// Tells the items of an array apart without reading them: where each begins and ends, by counting brackets.
///
/// It is right about text that is right. Where text may not be, it gives up, and the array is read on by yajl.
struct ItemSplitter {
    /// What comes next.
    private enum Step {
        /// An item, or the end of an array that has none.
        case first
        case item
        /// A comma, or the end.
        case separator
    }

    enum Outcome {
        /// The text ends within an item or between two.
        case needsMore
        /// The array's bracket is next.
        case end
        /// Something else is.
        case doubt
    }

    private var step: Step
    /// Of the item that is open at the end of a text.
    private var state: State?

    private enum State {
        case container(yodel_container_state)
        case string(isEscaped: Bool)
        case word
    }

    /// - Parameter isBehindItem: The text goes on behind an item, not behind the array's opening bracket.
    init(isBehindItem: Bool) {
        step = isBehindItem ? .separator : .first
    }

    /// Goes through text from `position` on, up to the end of an item; nil where it does not end, or none begins.
    ///
    /// - Parameter start: Set to where the item begins, if it does so here.
    mutating func passItem(
        _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, start: inout Int?
    ) -> (end: Int?, outcome: Outcome) {
        if state == nil {
            while true {
                while position < text.count, text[position].isWhiteSpace { position += 1 }
                guard position < text.count else { return (nil, .needsMore) }
                let byte = text[position]
                if byte == UInt8(ascii: "]"), step != .item { return (nil, .end) }
                guard step == .separator else { break }
                guard byte == UInt8(ascii: ",") else { return (nil, .doubt) }
                position += 1
                step = .item
            }
            start = position
            switch text[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): state = .container(yodel_container_state())
            case UInt8(ascii: "\""):
                state = .string(isEscaped: false)
                position += 1
            case let byte where byte.isTokenByte: state = .word
            default: return (nil, .doubt)
            }
        }
        guard let end = endOfItem(text, position) else {
            position = text.count
            return (nil, .needsMore)
        }
        position = end
        state = nil
        step = .separator
        return (end, .needsMore)
    }

    private mutating func endOfItem(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
        switch state! {
        case .container(var inner):
            let end = yodel_find_container_end(text.start, position, text.count, &inner)
            state = .container(inner)
            return end < 0 ? nil : end
        case .string(var isEscaped):
            var index = position
            while index < text.count {
                let byte = text[index]
                index += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\"") {
                    return index
                } else {
                    isEscaped = byte == UInt8(ascii: "\\")
                }
            }
            state = .string(isEscaped: isEscaped)
            return nil
        case .word:
            // What is behind it says that it is whole.
            return text[position...].firstIndex { !$0.isTokenByte }
        }
    }
}
