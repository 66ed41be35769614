extension JSONValue {
    /// The value as JSON text.
    ///
    /// Numbers are written as their literals stand, strings with no more escapes than JSON demands. The text is
    /// written without recursion, so a value may be of any depth.
    ///
    /// - Parameters:
    ///   - pretty: Whether to give every member and element a line of its own, indented by two spaces for each
    ///     level. By default the text has no white space.
    ///   - sortedKeys: Whether to sort the keys of every object by code point. By default they keep their order.
    public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
        var writer = TextWriter(pretty: pretty, sortedKeys: sortedKeys)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }

    /// The value as compact JSON text, with the name of its type.
    public var debugDescription: String { "JSONValue(\(text()))" }
}

/// Writes a value with a stack of its own: the open arrays and objects.
private struct TextWriter {
    let pretty: Bool
    let sortedKeys: Bool
    var bytes: [UInt8] = []
    private var open: [Container] = []

    private struct Container {
        enum Content {
            case array([JSONValue])
            case object([JSONObject.Element])
        }
        let content: Content
        var next = 0
    }

    init(pretty: Bool, sortedKeys: Bool) {
        self.pretty = pretty
        self.sortedKeys = sortedKeys
    }

    mutating func write(_ value: JSONValue) {
        begin(value)
        while let container = open.last {
            let next = container.next
            switch container.content {
            case .array(let elements):
                guard next < elements.count else {
                    end("]", isEmpty: elements.isEmpty)
                    continue
                }
                separate(at: next)
                begin(elements[next])
            case .object(let members):
                guard next < members.count else {
                    end("}", isEmpty: members.isEmpty)
                    continue
                }
                separate(at: next)
                bytes.append(quoted: members[next].key)
                bytes.append(pretty ? ": " : ":")
                begin(members[next].value)
            }
        }
    }

    /// Writes a scalar, or opens an array or object.
    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: bytes.append("null")
        case .bool(let value): bytes.append(value ? "true" : "false")
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): bytes.append(quoted: string)
        case .array(let elements):
            bytes.append("[")
            open.append(Container(content: .array(elements)))
        case .object(let object):
            bytes.append("{")
            let members =
                sortedKeys
                ? object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                : object.members
            open.append(Container(content: .object(members)))
        }
    }

    private mutating func separate(at position: Int) {
        open[open.count - 1].next = position + 1
        if position > 0 { bytes.append(",") }
        breakLine()
    }

    private mutating func end(_ bracket: StaticString, isEmpty: Bool) {
        open.removeLast()
        if !isEmpty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func breakLine() {
        guard pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
    }
}

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a string literal, escaping quotes, backslashes and control characters.
    mutating func append(quoted string: String) {
        var string = string
        append(UInt8(ascii: "\""))
        string.withUTF8 { content in
            var start = 0
            for (position, byte) in content.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: content[start..<position]))
                append(escaped: byte)
                start = position + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: content[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append("b")
        case 0x09: append("t")
        case 0x0A: append("n")
        case 0x0C: append("f")
        case 0x0D: append("r")
        case 0..<0x20:
            append("u00")
            append(UInt8(ascii: "0") + byte >> 4)
            append(contentsOf: String(byte & 15, radix: 16).utf8)
        default: append(byte)
        }
    }
}
