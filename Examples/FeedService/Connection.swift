// Plumbing: a server has a library for this.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How long the other side of a connection may take.
struct Patience: Sendable {
    /// To send something, or take something.
    var silence: Duration = .seconds(10)
    /// To send the head of a request.
    var head: Duration = .seconds(20)
    /// For all of it, from the connection to the last byte of the answer: a byte now and then does not prolong it.
    var request: Duration = .seconds(600)
}

/// A socket that somebody has connected to.
///
/// It does not wait by itself: what has to wait does so with all others, in the poller.
final class Connection: Sendable {
    private let socket: Int32
    /// The address of the other side.
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

    /// The next bytes; none where the other side has ended.
    func receive() async throws(HTTPError) -> [UInt8] { try await receive(within: patience.request) }

    /// The next bytes of the head of a request.
    func receiveHead() async throws(HTTPError) -> [UInt8] {
        try await receive(within: min(patience.head, patience.request))
    }

    /// - Parameter limit: How long after the connection was made.
    private func receive(within limit: Duration) async throws(HTTPError) -> [UInt8] {
        // A sender that is never silent takes turns with the others.
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
        if !isReady, ContinuousClock.now < end { throw HTTPError(.requestTimeout, "nothing came for too long") }
    }

    /// Says that nothing else is coming, and passes over what still comes, for a second at most.
    ///
    /// Who closes a socket with bytes unread resets it, and the other side may never see the answer.
    func end() async {
        shutdown(socket, Int32(SHUT_WR))
        let limit = ContinuousClock.now - start + .seconds(1)
        while let bytes = try? await receive(within: limit), !bytes.isEmpty {}
    }

    /// Ends both directions at once: whoever waits for the connection finds that it has ended.
    func abort() { shutdown(socket, Int32(SHUT_RDWR)) }
}

/// Without the signal that ends a process when nobody reads any more; on Darwin the socket itself says so.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(socket, bytes, count, 0)
    #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
