import Dispatch
import Foundation

/// Reads requests and writes what the service answers.
struct Server: Sendable {
    var service = Service()
    /// More connections wait until others have ended: each takes some memory, whatever it sends.
    var maxConnections = 32
    /// How long a sender may be silent.
    ///
    /// A real server also bounds how long a request may take altogether.
    var secondsOfSilence = 10

    /// Serves until the process ends.
    func run(_ listener: Listener) -> Never {
        let places = DispatchSemaphore(value: maxConnections)
        while true {
            places.wait()
            guard let connection = listener.accept(timeout: secondsOfSilence) else {
                places.signal()
                // Where descriptors have run out, another try at once has no more luck.
                usleep(10_000)
                continue
            }
            Task {
                await serve(connection)
                places.signal()
            }
        }
    }

    private func serve(_ connection: Connection) async {
        let response: Response
        do throws(HTTPError) {
            response = try await self.response(on: connection)
        } catch {
            response = Response(error.status, Problem(error))
        }
        // Who does not want the answer need not have it.
        try? await connection.send(response.bytes)
        await connection.end()
    }

    private func response(on connection: Connection) async throws(HTTPError) -> Response {
        var (bytes, end): ([UInt8], Int?) = ([], nil)
        while end == nil {
            let received = try await connection.receive()
            guard !received.isEmpty else { throw HTTPError(.badRequest, "the connection ends within the head") }
            // The four bytes that end the head may have come in two pieces.
            let start = max(bytes.count - 3, 0)
            bytes += received
            end = bytes.indices[start...].dropLast(3).first { bytes[$0..<($0 + 4)].elementsEqual("\r\n\r\n".utf8) }
            guard (end ?? bytes.count) <= Request.maxHeadBytes else {
                throw HTTPError(.headersTooLarge, "the head has more than \(Request.maxHeadBytes) bytes")
            }
        }
        let request = try Request(head: bytes[..<end!])
        let framing = try request.framing(maxBytes: service.maxBodyBytes)
        if request.expectsContinue, !framing.isAtEnd {
            try await connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        let body = RequestBody(connection: connection, framing: framing, beginning: Array(bytes[(end! + 4)...]))
        return await service.respond(to: request, body: body)
    }
}

/// The bytes of a body, as they come: the next are asked of the socket when they are asked for here.
struct RequestBody: AsyncSequence, Sendable {
    let connection: Connection
    let framing: BodyFraming
    /// What came with the head.
    let beginning: [UInt8]

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let connection: Connection
        fileprivate var framing: BodyFraming
        fileprivate var beginning: [UInt8]?

        mutating func next() async throws(HTTPError) -> [UInt8]? {
            while !framing.isAtEnd {
                let received: [UInt8]
                if let first = beginning.take(), !first.isEmpty {
                    received = first
                } else {
                    received = try await connection.receive()
                    guard !received.isEmpty else { throw HTTPError(.badRequest, "the connection ends within the body") }
                }
                let bytes = try framing.unwrap(received)
                if !bytes.isEmpty { return bytes }
            }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(connection: connection, framing: framing, beginning: beginning)
    }
}
