import Foundation
import Yodel

// As much of HTTP/1.1 as the example needs, one request a connection. A server has a library for this.

/// How a request has ended.
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

/// A request that is none, or a connection that has come to nothing.
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

    /// - Parameter model: What is written as JSON.
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
    /// By their names in lower case.
    var headers: [String: String] = [:]

    /// Whether the sender waits to be told that its body is wanted.
    var expectsContinue: Bool { headers["expect"]?.lowercased() == "100-continue" }

    /// - Parameter head: Up to the empty line, without it.
    init(head: some Collection<UInt8>) throws(HTTPError) {
        let lines = String(decoding: head, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words.allSatisfy({ !$0.isEmpty }), words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
        else { throw HTTPError(.badRequest, "the first line is no request") }
        method = String(words[0])
        target = String(words[1].prefix { $0 != "?" })
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy({ $0.isASCII && !$0.isWhitespace })
            else { throw HTTPError(.badRequest, "a line of the head is no header") }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            // Two lengths are how requests are smuggled; two of anything else are of no use here.
            guard
                headers.updateValue(value, forKey: name) == nil
                    || !["content-length", "transfer-encoding"].contains(name)
            else { throw HTTPError(.badRequest, "\(name) occurs twice") }
        }
    }

    /// How the body ends.
    ///
    /// - Throws: Where that is not clear, or the body too long to begin with.
    func framing(maxBytes: Int) throws(HTTPError) -> BodyFraming {
        switch (headers["transfer-encoding"], headers["content-length"]) {
        case (nil, nil): return BodyFraming(.length(0), maxBytes: maxBytes)
        case (nil, let length?):
            guard !length.isEmpty, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(length) else {
                throw HTTPError(.badRequest, "content-length is no number")
            }
            guard count <= maxBytes else {
                throw HTTPError(.contentTooLarge, "the body has more than \(maxBytes) bytes")
            }
            return BodyFraming(.length(count), maxBytes: maxBytes)
        case (let coding?, nil):
            guard coding.lowercased() == "chunked" else {
                throw HTTPError(.notImplemented, "of transfer codings only chunked is known")
            }
            return BodyFraming(.chunkSize, maxBytes: maxBytes)
        default: throw HTTPError(.badRequest, "both content-length and transfer-encoding")
        }
    }
}
