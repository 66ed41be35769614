// Plumbing: a server has a library for this.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How long the client of a connection may take.
struct Patience: Sendable {
    /// To send or receive the next bytes.
    var silence: Duration = .seconds(10)
    /// To send the head of a request.
    var head: Duration = .seconds(20)
    /// For the whole request, from the connection to the last byte of the answer, however many bytes arrive meanwhile.
    var request: Duration = .seconds(600)
}

/// A connected socket.
///
/// It uses no thread while it waits: the poller waits for all sockets.
final class Connection: Sendable {
    private let socket: Int32
    /// The address of the client.
    let peer: UInt32
    private let patience: Patience
    private let start = ContinuousClock.now
    static let pieceBytes = 64 << 10

    init(_ socket: Int32, peer: UInt32 = 0, patience: Patience = Patience()) {
        self.socket = socket
        self.peer = peer
        self.patience = patience
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
        var yes: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(socket) }

    /// The next bytes; empty if the client has ended.
    func receive() async throws(HTTPError) -> [UInt8] { try await receive(within: patience.request) }

    /// The next bytes of the head of a request.
    func receiveHead() async throws(HTTPError) -> [UInt8] {
        try await receive(within: min(patience.head, patience.request))
    }

    /// - Parameter limit: The time since the connection was made.
    private func receive(within limit: Duration) async throws(HTTPError) -> [UInt8] {
        // A client that sends without pause takes turns with the others.
        await Task.yield()
        while true {
            var failure: Int32?
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
                let received = recv(socket, buffer.baseAddress, buffer.count, 0)
                if received < 0 { failure = errno }
                count = max(received, 0)
            }
            if let failure {
                try await wait(POLLIN, after: failure, within: limit)
            } else if ContinuousClock.now < start + limit {
                return bytes
            } else {
                throw Self.tooLong
            }
        }
    }

    func send(_ bytes: [UInt8]) async throws(HTTPError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let (sent, code) = rest.withUnsafeBytes { (systemSend(socket, $0.baseAddress, $0.count), errno) }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else {
                try await wait(POLLOUT, after: code, within: patience.request)
            }
        }
    }

    private static let tooLong = HTTPError(.requestTimeout, "the request takes too long")

    /// Waits after a call has failed, unless it would fail again.
    private func wait(_ events: Int32, after code: Int32, within limit: Duration) async throws(HTTPError) {
        guard code == EAGAIN || code == EWOULDBLOCK || code == EINTR else {
            throw HTTPError(.badRequest, "the connection is lost: \(String(cString: strerror(code)))")
        }
        let (now, end) = (ContinuousClock.now, start + limit)
        guard now < end else { throw Self.tooLong }
        let isReady = await Poller.shared.wait(for: socket, events, until: min(end, now + patience.silence))
        if !isReady, ContinuousClock.now < end { throw HTTPError(.requestTimeout, "nothing was received for too long") }
    }

    /// Ends the answer, and discards what still arrives, for a second at most.
    ///
    /// Closing a socket with unread bytes resets the connection, and the client may never see the answer.
    func end() async {
        shutdown(socket, Int32(SHUT_WR))
        let limit = ContinuousClock.now - start + .seconds(1)
        while let bytes = try? await receive(within: limit), !bytes.isEmpty {}
    }

    /// Ends both directions at once: a task that waits for the connection finds that it has ended.
    func abort() { shutdown(socket, Int32(SHUT_RDWR)) }
}

/// Sends without the signal that ends a process when the client has gone; on Darwin it is an option of the socket.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(socket, bytes, count, 0)
    #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
