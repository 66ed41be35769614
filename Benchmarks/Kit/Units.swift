/// Writes a number with that many digits after the point: `fixed(2.346, 2)` is `2.35`.
package func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    var scale: Int64 = 1
    for _ in 0..<max(0, min(digits, 3)) {
        scale *= 10
    }
    let scaled = Int64((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard scale > 1 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: String(scale).count - 1 - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
}

/// Writes a number with at least three significant digits: `0.714`, `7.14`, `71.4`, `714`.
package func significant(_ value: Double) -> String {
    switch value.magnitude {
    case ..<0.9995: fixed(value, 3)
    case ..<9.995: fixed(value, 2)
    case ..<99.95: fixed(value, 1)
    default: fixed(value, 0)
    }
}

/// Writes a size in decimal units: `631.5 kB`, `2.3 MB`.
package func readableSize(_ bytes: Int) -> String {
    let size = Double(bytes)
    switch size {
    case ..<1e3: return "\(bytes) B"
    case ..<1e6: return "\(fixed(size / 1e3, 1)) kB"
    case ..<1e9: return "\(fixed(size / 1e6, 1)) MB"
    default: return "\(fixed(size / 1e9, 1)) GB"
    }
}

/// Writes a duration: `840 µs`, `7.2 ms`, `1.3 s`.
package func readableTime(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-3: "\(fixed(seconds * 1e6, 0)) µs"
    case ..<1: "\(fixed(seconds * 1e3, 1)) ms"
    default: "\(fixed(seconds, 1)) s"
    }
}

/// Writes a count: exact up to `9 999`, with a thin space, then `12.3k` and `4.56M`.
package func readableCount(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count)"
    case ..<10_000: "\(count / 1000)\u{2009}\(String("\(1000 + count % 1000)".dropFirst()))"
    case ..<999_500: "\(significant(Double(count) / 1e3))k"
    default: "\(significant(Double(count) / 1e6))M"
    }
}

/// Reads a size: `1000000`, `64MiB`, `1.5 GB`; nil for anything else, and for a size that no memory has.
package func byteCount(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = [
        "": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9,
        "KiB": Double(1 << 10), "MiB": Double(1 << 20), "GiB": Double(1 << 30),
    ]
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), let factor = units[String(unit)] else { return nil }
    return number > 0 && number * factor < 1e15 ? Int(number * factor) : nil
}
