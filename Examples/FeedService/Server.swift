// Plumbing: a server has a library for this.

/// Reads requests and writes the service's responses.
struct Server: Sendable {
    var service = Service()
    var patience = Patience()
    var maxConnections = 256

    /// Serves until the process ends.
    func run(_ listener: Listener) async -> Never {
        let connections = Connections(capacity: maxConnections)
        while true { await serveNext(of: listener, connections) }
    }

    private func serveNext(of listener: Listener, _ connections: Connections) async {
        guard let connection = await listener.accept(patience) else { return }
        await connections.add(connection)
        Task {
            await serve(connection)
            await connections.remove(connection)
        }
    }

    private func serve(_ connection: Connection) async {
        let response: Response
        do throws(HTTPError) {
            response = try await self.response(on: connection)
        } catch {
            response = Response(error.status, Problem(error))
        }
        // A client that does not read the response misses it.
        try? await connection.send(response.bytes)
        await connection.end()
    }

    private func response(on connection: Connection) async throws(HTTPError) -> Response {
        var (bytes, end): ([UInt8], Int?) = ([], nil)
        while end == nil {
            let received = try await connection.receiveHead()
            guard !received.isEmpty else { throw HTTPError(.badRequest, "the connection ends within the head") }
            // The four bytes that end the head may have arrived in two pieces.
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

/// The open connections: a bounded number.
///
/// A peer can hold only the places that others leave free.
actor Connections {
    private let capacity: Int
    /// In order of age, the oldest first.
    private var open: [Connection] = []

    init(capacity: Int) { self.capacity = capacity }

    /// Adds a connection; if all places are taken, the peer with the most connections loses its oldest.
    ///
    /// So no client waits for others to end, whatever they do: locking one out takes as many addresses as there are
    /// places. If a proxy is in front, use the address that the proxy reports as the peer.
    func add(_ connection: Connection) {
        if open.count >= capacity {
            let counts = open.reduce(into: [:]) { $0[$1.peer, default: 0] += 1 }
            let most = counts.values.max()
            if let oldest = open.firstIndex(where: { counts[$0.peer] == most }) { open.remove(at: oldest).abort() }
        }
        open.append(connection)
    }

    func remove(_ connection: Connection) { open.removeAll { $0 === connection } }
}

/// The bytes of a body, with back-pressure: the socket is read only when the loop needs the next bytes.
struct RequestBody: AsyncSequence, Sendable {
    let connection: Connection
    let framing: BodyFraming
    /// The bytes that arrived with the head.
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
