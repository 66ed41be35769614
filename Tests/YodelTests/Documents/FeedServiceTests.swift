import Foundation
import Testing
import Yodel

@testable import FeedService

/// The example; Scripts/service posts feeds of 100 MiB to it.
@Suite("The example of a service")
struct FeedServiceTests {
    /// One server for all tests, which lives as long as they do.
    private static let port = try! start(Server(patience: patience))

    /// Without limits: both sides share the processor with all other tests, and may wait long.
    fileprivate static let patience = Patience(
        silence: .seconds(3_600), head: .seconds(3_600), request: .seconds(3_600))

    private static func start(_ server: Server) throws -> UInt16 {
        let listener = try Listener(port: 0)
        Task.detached { await server.run(listener) }
        return listener.port
    }

    private static let lines = """
        {"kind": "view", "user": 1}
        {"kind": "buy", "user": 2}
        {"kind": "purchase", "user": 3, "cents": 250}

        """

    /// Sends a request in pieces, and returns the answer's status line and body.
    private func answer(
        to pieces: [String], port: UInt16 = port
    ) async throws -> (status: String, body: String) {
        let connection = try Connection.connecting(to: port)
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

    @Test("A feed is summed up with its errors and places, however it is framed and cut", arguments: [1, 7, 1_000])
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
        "The answer to a feed that cannot be read is its error, with the place",
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
        "An invalid request is refused",
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
            // HTTP does not treat Unicode's letters and spaces like ASCII ones.
            ("POST /events HTTP/1.1\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n0\r\n\r\n", "501"),
            ("POST /events HTTP/1.1\r\nTransfer-Encoding: \u{A0}chunked\r\n\r\n0\r\n\r\n", "501"),
            ("POST /events HTTP/1.1\r\nContent-Length: 2\u{A0}\r\n\r\n{}", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length: \u{662}\r\n\r\n{}", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length\u{301}: 2\r\n\r\n{}", "400"),
            ("POST /events HTTP/1.1\r\nContent-Length : 2\r\n\r\n{}", "400"),
            ("POST\u{A0}/events HTTP/1.1\r\n\r\n", "400"), ("POST /\u{E9} HTTP/1.1\r\n\r\n", "400"),
            // Characters that other parsers treat as line ends.
            ("POST /events HTTP/1.1\nA: b\r\n\r\n", "400"), ("POST /events HTTP/1.1\r\nA: b\nC: d\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nA: b\rC: d\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nA: b\r\r\n\r\n", "400"), ("POST /events HTTP/1.1\r\nA: b\0\r\n\r\n", "400"),
            ("POST /events HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "400"),
        ])
    func badRequests(text: String, status: String) async throws {
        #expect(try await answer(to: [text]).status.hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test("ASCII letters match in both cases, and spaces and tabs around a value are ignored")
    func words() throws {
        let head =
            "PUT /events?a HTTP/1.1\r\nTRANSFER-encoding:\t ChunKed \t\r\nContent-Type: Text/Plain; a=b\r\nEmpty:"
        let request = try Request(head: Array(head.utf8)[...])
        #expect(request.method == "PUT" && request.target == "/events")
        #expect(request.headers["transfer-encoding"] == "ChunKed" && request.headers["empty"] == "")
        #expect(try request.framing(maxBytes: 1).state == .chunkSize)
        #expect(request.hasContent("text/plain") && !request.hasContent("text/plai"))
        #expect(!request.expectsContinue)
    }

    @Test("A good request is answered while any number of others are silent or slow", .limitsHanging)
    func crowds() async throws {
        let port = try Self.start(Server(patience: Self.patience, maxConnections: 64))
        let good = [head("Content-Type: application/x-ndjson", "Content-Length: \(Self.lines.utf8.count)"), Self.lines]
        // More than it has places.
        var others: [Connection] = []
        for number in 0..<200 {
            let other = try Connection.connecting(to: port)
            // Nothing, a part of a head, and a head with a part of its body.
            let start = ["", "POST /events HTT", head("Content-Length: 1000") + "{\"eve"][number % 3]
            // The server may already have closed this connection, which does not matter here.
            try? await other.send(Array(start.utf8))
            others.append(other)
        }
        #expect(try await answer(to: good, port: port).status == "HTTP/1.1 200 OK")
        // And few connections, which all have a place.
        let quiet = try Self.start(Server(patience: Self.patience, maxConnections: 64))
        let slow = try (0..<40).map { _ in try Connection.connecting(to: quiet) }
        for connection in slow { try await connection.send(Array((head("Content-Length: 1000") + "{").utf8)) }
        #expect(try await answer(to: good, port: quiet).status == "HTTP/1.1 200 OK")
        for connection in slow { try await connection.send(Array("\"".utf8)) }
        #expect(try await answer(to: good, port: quiet).status == "HTTP/1.1 200 OK")
        withExtendedLifetime((others, slow)) {}
    }

    @Test("If all places are taken, the peer with the most connections loses its oldest", .limitsHanging)
    func places() async throws {
        var ends: [(server: Connection, client: Connection)] = []
        func connection(of peer: UInt32) throws -> Connection {
            var sockets: [Int32] = [0, 0]
            #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
            #else
            let stream = SOCK_STREAM
            #endif
            try #require(socketpair(AF_UNIX, stream, 0, &sockets) == 0)
            let server = Connection(sockets[0], peer: peer, patience: Self.patience)
            ends.append((server, Connection(sockets[1], patience: Self.patience)))
            return server
        }
        let connections = Connections(capacity: 4)
        // The fifth takes the place of the second, the sixth that of the third: 1, 3, 2, 2 are left. Then 2 loses one
        // more to 1, and 1 its own oldest.
        for peer: UInt32 in [1, 2, 2, 3, 2, 2, 1, 1] { await connections.add(try connection(of: peer)) }
        await connections.remove(ends[3].server)
        await connections.add(try connection(of: 4))
        var closed: [Int] = []
        for (number, end) in ends.enumerated() {
            // Connections that have ended cannot be written to.
            try? await end.server.send([1])
            if try await end.client.receive().isEmpty { closed.append(number) }
        }
        #expect(closed == [0, 1, 2, 4])
    }

    @Test("A request that takes too long is refused, whether the client is silent or slow", .limitsHanging)
    func deadlines() async throws {
        let hour = Duration.seconds(3_600)
        func port(_ patience: Patience) throws -> UInt16 { try Self.start(Server(patience: patience)) }
        let silent = try port(Patience(silence: .milliseconds(100), head: hour, request: hour))
        let slowHead = try port(Patience(silence: hour, head: .milliseconds(100), request: hour))
        let slow = try port(Patience(silence: hour, head: hour, request: .milliseconds(100)))
        for (port, text, reason) in [
            (silent, "", "nothing was received for too long"), (silent, "POST", "nothing was received for too long"),
            (silent, head("Content-Length: 9"), "nothing was received for too long"),
            (slowHead, "POST", "the request takes too long"), (slow, "POST", "the request takes too long"),
            (slow, head("Content-Length: 9"), "the request takes too long"),
        ] {
            let answer = try await answer(to: [text], port: port)
            #expect(answer.status == "HTTP/1.1 408 Request Timeout")
            #expect(answer.body.contains(reason), "\(answer.body)")
        }
        // Sending a byte now and then makes no difference.
        let connection = try Connection.connecting(to: slow)
        try await connection.send(Array(head("Content-Length: 1000000000").utf8))
        do {
            while true { try await connection.send([UInt8(ascii: " ")]) }
        } catch {
            #expect(error.status == .badRequest, "the service has ended the connection")
        }
    }

    @Test("An invalid port is refused", arguments: ["65536", "-1", "http"])
    func ports(_ text: String) throws {
        let (status, output) = try BuiltProgram("FeedService").run([text])
        #expect(status == 1)
        #expect(output == "\(text) is not a port\n")
    }

    @Test("A client that waits for a go-ahead gets it")
    func expectation() async throws {
        let body = #"{"events": []}"#
        let connection = try Connection.connecting(to: Self.port)
        try await connection.send(Array(head("Expect: 100-continue", "Content-Length: \(body.utf8.count)").utf8))
        #expect(String(decoding: try await connection.receive(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.send(Array(body.utf8))
        #expect(String(decoding: try await connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("A chunked body is the same cut anywhere, and an invalid frame is an error")
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
            ("3 3\r\nabc", .badRequest), ("3;a\rb\r\nabc", .badRequest), ("3;\0\r\nabc", .badRequest),
            ("3\u{A0}\r\nabc", .badRequest), ("0\r\nA: b\nC: d\r\n\r\n", .badRequest),
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
    /// A connection of a client.
    fileprivate static func connecting(to port: UInt16) throws -> Connection {
        let socket = openSocket()
        var address = sockaddr_in(portOfThisMachine: port)
        let status = address.withPointer { address, length in connect(socket, address, length) }
        try #require(status == 0)
        return Connection(socket, patience: FeedServiceTests.patience)
    }
}
