import Foundation
import Testing
import Yodel

@testable import FeedService

/// The example: Scripts/service posts it feeds of 100 MiB.
@Suite("The example of a service")
struct FeedServiceTests {
    /// One for all tests, which lives as long as they do.
    private static let port: UInt16 = {
        let listener = try! Listener(port: 0)
        Thread.detachNewThread { Server(secondsOfSilence: patience).run(listener) }
        return listener.port
    }()

    /// No limit: both sides take turns with all other tests, and may have to wait for one for long.
    fileprivate static let patience = 0

    private static let lines = """
        {"kind": "view", "user": 1}
        {"kind": "buy", "user": 2}
        {"kind": "purchase", "user": 3, "cents": 250}

        """

    /// Sends a request in pieces, and gives the answer's status line and body.
    private func answer(to pieces: [String]) async throws -> (status: String, body: String) {
        let connection = try Connection.connecting(to: Self.port)
        for piece in pieces { try await connection.send(Array(piece.utf8)) }
        var answer: [UInt8] = []
        while true {
            let bytes = try await connection.receive()
            if bytes.isEmpty { break }
            answer += bytes
        }
        let text = String(decoding: answer, as: UTF8.self)
        let end = try #require(text.range(of: "\r\n\r\n", options: .backwards))
        return (String(text.prefix { $0 != "\r\n" }), String(text[end.upperBound...]))
    }

    private func head(_ headers: String...) -> String {
        "POST /events HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    @Test("A feed is summed up, with what was wrong and where, however it is framed and cut", arguments: [1, 7, 1_000])
    func summary(size: Int) async throws {
        let pieces = stride(from: 0, to: Self.lines.utf8.count, by: size).map {
            String(Self.lines.dropFirst($0).prefix(size))
        }
        let length = [head("Content-Type: application/x-ndjson", "Content-Length: \(Self.lines.utf8.count)")] + pieces
        let chunked =
            [head("Content-Type: application/x-ndjson", "transfer-encoding: chunked")]
            + pieces.map { "\(String($0.utf8.count, radix: 16));x=1\r\n\($0)\r\n" } + ["0\r\nTrailer: 1\r\n\r\n"]
        for request in [length, chunked, [length.joined()], [chunked.joined()]] {
            let (status, body) = try await answer(to: request)
            #expect(status == "HTTP/1.1 200 OK")
            let summary = try ModelDecoder().decode(Summary.self, from: body)
            #expect(summary.accepted == 2 && summary.rejected == 1 && summary.isComplete)
            #expect(summary.cents == 250 && summary.kinds == ["view": 1, "purchase": 1])
            #expect(summary.bytes == Self.lines.utf8.count)
            #expect(summary.problems.map(\.path) == ["$[1].kind"] && summary.problems[0].line == 2)
        }
    }

    @Test(
        "What cannot be read is answered with what is wrong, and where",
        arguments: [
            (#"{"events": [{"kind": "view", "user": 1}, x]}"#, "400 Bad Request", "unexpectedToken", "$.events[1]"),
            (#"{"events": [{"kind": "view", "user": 1},"#, "400 Bad Request", "unexpectedEnd", "$.events[1]"),
            (#"{"event": []}"#, "422 Unprocessable Content", "missingKeys", "$"),
            (#"{"events": {}}"#, "422 Unprocessable Content", "typeMismatch", "$.events"),
            ("{\"a\": " + String(repeating: "[", count: 20), "413 Content Too Large", "depthLimit", "$"),
            (
                #"{"events": ["# + String(repeating: "1,", count: 200) + "1]}", "422 Unprocessable Content",
                "failureLimit", "$.events[99]"
            ),
        ])
    func refusals(body: String, status: String, code: String, path: String) async throws {
        let answer = try await answer(to: [head("Content-Length: \(body.utf8.count)"), body])
        #expect(answer.status == "HTTP/1.1 \(status)")
        let problem = try ModelDecoder().decode([String: JSONValue].self, from: answer.body)
        #expect(problem["code"] == .string(code))
        #expect(problem["path"] == .string(path), "\(answer.body)")
    }

    @Test(
        "A request that is none is refused",
        arguments: [
            ("GET\r\n\r\n", "400"), ("GET / HTTP/2\r\n\r\n", "400"), ("GET / HTTP/1.1\r\n\r\n", "404"),
            ("GET /events HTTP/1.1\r\n\r\n", "405"), ("POST /events HTTP/1.1\r\nx\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length: 5000000000\r\n\r\n", "413"),
            ("POST /events HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", "501"),
            ("POST /events HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "400"),
            ("POST /events HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 4_000) + "\r\n", "431"),
        ])
    func badRequests(text: String, status: String) async throws {
        #expect(try await answer(to: [text]).status.hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test("Who waits to be told to go on is told")
    func expectation() async throws {
        let body = #"{"events": []}"#
        let connection = try Connection.connecting(to: Self.port)
        try await connection.send(Array(head("Expect: 100-continue", "Content-Length: \(body.utf8.count)").utf8))
        #expect(String(decoding: try await connection.receive(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.send(Array(body.utf8))
        #expect(String(decoding: try await connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("A chunked body is the same cut anywhere, and what breaks its frame is an error")
    func framing() throws {
        func body(_ pieces: [[UInt8]], maxBytes: Int = 100) throws(HTTPError) -> (String, isAtEnd: Bool) {
            var framing = BodyFraming(.chunkSize, maxBytes: maxBytes)
            var body: [UInt8] = []
            for piece in pieces { body += try framing.unwrap(piece) }
            return (String(decoding: body, as: UTF8.self), framing.isAtEnd)
        }
        let whole = Array("3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\nA: b\r\n\r\nrest".utf8)
        for cut in whole.indices {
            #expect(try body([Array(whole[..<cut]), Array(whole[cut...])]) == ("abc0123456789", true))
        }
        #expect(try body(whole.map { [$0] }) == ("abc0123456789", true))
        #expect(try body([Array("3\r\nab".utf8)]) == ("ab", false))
        for (text, status) in [
            ("\r\n", Status.badRequest), ("g\r\n", .badRequest), ("-1\r\n", .badRequest), ("3\nabc", .badRequest),
            ("3\r\nabcd\r\n", .badRequest), ("fffffffffffffffff\r\n", .badRequest),
            (String(repeating: "0", count: 2_000), .badRequest),
            ("0\r\n" + String(repeating: "a: b\r\n", count: 2_000), .headersTooLarge),
            ("ffffff\r\n" + String(repeating: "x", count: 101), .contentTooLarge),
        ] {
            let error = #expect(throws: HTTPError.self) { try body([Array(text.utf8)]) }
            #expect(error?.status == status)
        }
    }
}

extension Connection {
    /// A client's.
    fileprivate static func connecting(to port: UInt16) throws -> Connection {
        let socket = openSocket()
        var address = sockaddr_in(portOfThisMachine: port)
        let status = address.withPointer { address, length in connect(socket, address, length) }
        try #require(status == 0)
        return Connection(socket, timeout: FeedServiceTests.patience)
    }
}
