/// Text as it stands in XML and HTML, within elements and within quoted attributes.
///
/// Control characters, which XML cannot hold in any form, become U+FFFD.
package func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
        case "\0"..." ", "\u{FFFE}", "\u{FFFF}": result += scalar == " " ? " " : "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// Text as a part of a file's name or an identifier: letters, digits, dots, underscores and hyphens.
package func identifier(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": Character(scalar)
        default: "-"
        }
    }
    return String(kept)
}

/// An element; the attributes' values are escaped, the content is markup already.
func element(_ name: String, _ attributes: [(String, String)] = [], content: String? = nil) -> String {
    let list = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
    guard let content else { return "<\(name)\(list)/>" }
    return "<\(name)\(list)>\(content)</\(name)>"
}

/// An element that holds nothing but text.
func element(_ name: String, _ attributes: [(String, String)] = [], text: String) -> String {
    element(name, attributes, content: escaped(text))
}
