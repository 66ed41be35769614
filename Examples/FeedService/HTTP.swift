import Foundation
import Yodel

// Plumbing: as much of HTTP/1.1 as the example needs, with one request per connection. A server has a library for this.

/// The outcome of a request.
enum Status: Int {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case contentTooLarge = 413
    case unprocessableContent = 422
    case headersTooLarge = 431
    case internalServerError = 500
    case notImplemented = 501

    var reason: String {
        switch self {
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .contentTooLarge: "Content Too Large"
        case .unprocessableContent: "Unprocessable Content"
        case .headersTooLarge: "Request Header Fields Too Large"
        case .internalServerError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        }
    }
}

/// An invalid request, or a connection that failed.
struct HTTPError: Error, Equatable {
    var status: Status
    var reason: String

    init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}

struct Response {
    var status: Status
    var body: [UInt8] = []

    init(_ status: Status) {
        self.status = status
    }

    /// - Parameter model: The body, written as JSON.
    init<Body: Model>(_ status: Status, _ model: Body) {
        self.status = status
        guard let text = try? ModelEncoder().encodeText(model) else {
            self = Response(.internalServerError)
            return
        }
        body = Array("\(text)\n".utf8)
    }

    var bytes: [UInt8] {
        let head = """
            HTTP/1.1 \(status.rawValue) \(status.reason)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        return Array(head.utf8) + body
    }
}

/// The head of a request.
struct Request: Equatable {
    static let maxHeadBytes = 16 << 10

    var method: String
    var target: String
    /// Header values by name, in lower case.
    var headers: [String: String] = [:]

    /// Whether the client waits for a go-ahead before it sends the body.
    var expectsContinue: Bool { headers["expect"].map { isWord($0, "100-continue") } ?? false }

    /// Whether the body has a media type, such as `text/plain`.
    func hasContent(_ type: String) -> Bool {
        isWord(headers["content-type"]?.prefix { $0 != ";" && $0 != " " } ?? "", type)
    }

    /// - Parameter head: The bytes before the empty line.
    init(head: ArraySlice<UInt8>) throws(HTTPError) {
        let lines = head.split(separator: Array("\r\n".utf8), omittingEmptySubsequences: false)
        let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]), !words[1].isEmpty, words[1].allSatisfy({ 0x21...0x7E ~= $0 }),
            ["HTTP/1.1", "HTTP/1.0"].contains(String(decoding: words[2], as: UTF8.self))
        else { throw HTTPError(.badRequest, "the first line is not a request") }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        for line in lines.dropFirst() {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, isToken(parts[0]), isFieldText(parts[1]) else {
                throw HTTPError(.badRequest, "a line of the head is not a header")
            }
            let name = String(decoding: parts[0], as: UTF8.self).lowercased()
            let value = String(decoding: trimmed(parts[1]), as: UTF8.self)
            // Two lengths are a way to smuggle requests; this server has no use for any other duplicate header.
            guard
                headers.updateValue(value, forKey: name) == nil
                    || !["content-length", "transfer-encoding"].contains(name)
            else { throw HTTPError(.badRequest, "\(name) occurs twice") }
        }
    }

    /// How the body ends.
    ///
    /// - Throws: `HTTPError` if the end is ambiguous, or the announced length exceeds the limit.
    func framing(maxBytes: Int) throws(HTTPError) -> BodyFraming {
        switch (headers["transfer-encoding"], headers["content-length"]) {
        case (nil, nil): return BodyFraming(.length(0), maxBytes: maxBytes)
        case (nil, let length?):
            guard !length.isEmpty, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(length) else {
                throw HTTPError(.badRequest, "content-length is not a number")
            }
            guard count <= maxBytes else {
                throw HTTPError(.contentTooLarge, "the body has more than \(maxBytes) bytes")
            }
            return BodyFraming(.length(count), maxBytes: maxBytes)
        case (let coding?, nil):
            guard isWord(coding, "chunked") else {
                throw HTTPError(.notImplemented, "the only known transfer coding is chunked")
            }
            return BodyFraming(.chunkSize, maxBytes: maxBytes)
        default: throw HTTPError(.badRequest, "the head has both content-length and transfer-encoding")
        }
    }
}

// Compares bytes, not characters: in Unicode, `\u{212A}` is an upper-case k, and `\u{A0}` a space.

/// Whether a text is an ASCII word, in any case.
private func isWord(_ text: some StringProtocol, _ word: String) -> Bool {
    text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } == Array(word.utf8)
}

/// Whether bytes can be a method or the name of a header.
private func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
        && bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
}

/// Whether a line has no control characters, such as line feed, return or NUL, other than tabs.
func isFieldText(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
}

/// The bytes without surrounding spaces and tabs.
private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let end = bytes.lastIndex(where: { !isSpace($0) }) else { return [] }
    return bytes[...end].drop(while: isSpace)
}
