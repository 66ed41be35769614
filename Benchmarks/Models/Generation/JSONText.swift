/// Writes compact JSON text in the order of the calls.
///
/// The generated corpora are written by it and not by an encoder: their bytes must not depend on what is measured.
package struct JSONText {
    /// How strings are written: as UTF-8, or in ASCII as some services do.
    package enum Escaping: Sendable {
        case minimal, ascii
    }

    package private(set) var bytes: [UInt8] = []
    private let escaping: Escaping
    private var wantsComma = false

    package init(escaping: Escaping = .minimal) {
        self.escaping = escaping
    }

    /// Writes an object; the body writes its fields.
    package mutating func object(_ body: (inout JSONText) -> Void) {
        container(0x7B, 0x7D, body)
    }

    /// Writes an array; the body writes its elements.
    package mutating func array(_ body: (inout JSONText) -> Void) {
        container(0x5B, 0x5D, body)
    }

    /// Writes an element of an array.
    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    /// Writes an element of an array.
    package mutating func value(_ number: Int) {
        literal("\(number)")
    }

    /// Writes an element of an array: the shortest text that reads back as this number.
    package mutating func value(_ number: Double) {
        literal("\(number)")
    }

    /// Writes a field; nil becomes null.
    package mutating func field(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { literal("null") }
    }

    /// Writes a field; nil becomes null.
    package mutating func field(_ name: String, _ number: Int?) {
        key(name)
        literal(number.map { "\($0)" } ?? "null")
    }

    /// Writes a field: the shortest text that reads back as this number.
    package mutating func field(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a field.
    package mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        literal(flag ? "true" : "false")
    }

    /// Writes a field that holds an array of integers.
    package mutating func field(_ name: String, _ numbers: [Int]) {
        array(name) { text in numbers.forEach { text.value($0) } }
    }

    /// Writes a field that holds an object; the body writes its fields.
    package mutating func object(_ name: String, _ body: (inout JSONText) -> Void) {
        key(name)
        object(body)
    }

    /// Writes a field that holds an array; the body writes its elements.
    package mutating func array(_ name: String, _ body: (inout JSONText) -> Void) {
        key(name)
        array(body)
    }

    private mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(0x3A)
        wantsComma = false
    }

    private mutating func container(_ opening: UInt8, _ closing: UInt8, _ body: (inout JSONText) -> Void) {
        separate()
        bytes.append(opening)
        wantsComma = false
        body(&self)
        bytes.append(closing)
        wantsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func separate() {
        if wantsComma { bytes.append(0x2C) }
        wantsComma = true
    }

    private mutating func quote(_ text: String) {
        bytes.append(0x22)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: bytes += [0x5C, UInt8(scalar.value)]
            case 0x2F where escaping == .ascii: bytes += [0x5C, 0x2F]
            case 0x0A: bytes += [0x5C, 0x6E]
            case 0x20...0x7E: bytes.append(UInt8(scalar.value))
            case 0x7F... where escaping == .minimal: bytes.append(contentsOf: String(scalar).utf8)
            default: String(scalar).utf16.forEach { escape($0) }
            }
        }
        bytes.append(0x22)
    }

    /// Writes `\u` and four hexadecimal digits.
    private mutating func escape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        bytes += [0x5C, 0x75]
        bytes += Array(repeating: 0x30, count: 4 - digits.count)
        bytes.append(contentsOf: digits.utf8)
    }
}
