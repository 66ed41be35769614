import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads XML and keeps the names of its elements and their identifiers.
final class ElementReader: NSObject, XMLParserDelegate {
    private(set) var elements: [String] = []
    private(set) var identifiers: [String] = []

    private var failed = false

    /// Whether the text is well-formed.
    ///
    /// What `parse` returns is not enough: on Linux it is true for some texts that ended with an error.
    func read(_ text: String) -> Bool {
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        return parser.parse() && parser.parserError == nil && !failed
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        failed = true
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(element)
        if let identifier = attributes["id"] { identifiers.append(identifier) }
    }
}
