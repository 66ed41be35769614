import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A socket that somebody has connected to.
///
/// It waits on a thread of its own queue, and on none of Swift's concurrency.
final class Connection: Sendable {
    private let socket: Int32
    private let queue = DispatchQueue(label: "connection")
    static let pieceBytes = 64 << 10

    /// - Parameter timeout: Seconds that the other side may be silent, or take nothing.
    init(_ socket: Int32, timeout: Int) {
        self.socket = socket
        wait(atMost: timeout)
        #if canImport(Darwin)
        var yes: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private func wait(atMost seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit { close(socket) }

    /// The next bytes; none where the other side has ended.
    func receive() async throws(HTTPError) -> [UInt8] {
        try await waiting { () -> Result<[UInt8], HTTPError> in
            var failure: Int32?
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
                let received = retrying { recv(self.socket, buffer.baseAddress, buffer.count, 0) }
                count = max(received, 0)
                if received < 0 { failure = errno }
            }
            return failure.map { .failure(Self.error($0)) } ?? .success(bytes)
        }
    }

    func send(_ bytes: [UInt8]) async throws(HTTPError) {
        try await waiting { () -> Result<Void, HTTPError> in
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { part in
                    retrying { systemSend(self.socket, part.baseAddress, part.count) }
                }
                guard sent > 0 else { return .failure(Self.error(errno)) }
                rest = rest.dropFirst(sent)
            }
            return .success(())
        }
    }

    /// Says that nothing else is coming, and passes over what still comes, for two seconds at most.
    ///
    /// Who closes a socket with bytes unread resets it, and the other side may never see the answer.
    func end() async {
        shutdown(socket, Int32(SHUT_WR))
        wait(atMost: 1)
        let deadline = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < deadline, let bytes = try? await receive(), !bytes.isEmpty {}
    }

    private func waiting<Value: Sendable>(
        _ body: @escaping @Sendable () -> Result<Value, HTTPError>
    ) async throws(HTTPError) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
        return try result.get()
    }

    private static func error(_ code: Int32) -> HTTPError {
        code == EAGAIN || code == EWOULDBLOCK
            ? HTTPError(.requestTimeout, "nothing came for too long")
            : HTTPError(.badRequest, "the connection is lost: \(String(cString: strerror(code)))")
    }
}

/// A call again and again, as long as signals interrupt it.
private func retrying(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Without the signal that ends a process when nobody reads any more; on Darwin the socket itself says so.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(socket, bytes, count, 0)
    #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}

/// A socket that waits for connections, on this machine alone.
struct Listener {
    private let socket: Int32
    let port: UInt16

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter port: 0 for one that is free.
    init(port: UInt16) throws {
        let socket = openSocket()
        self.socket = socket
        var yes: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in(portOfThisMachine: port)
        let isListening = address.withPointer { address, length in
            var length = length
            return bind(socket, address, length) == 0 && listen(socket, 64) == 0
                && getsockname(socket, address, &length) == 0
        }
        guard isListening else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw Failure(description: "cannot listen at port \(port): \(reason)")
        }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection; nil where one has come to nothing.
    ///
    /// - Parameter timeout: Seconds that the other side may be silent.
    func accept(timeout: Int) -> Connection? {
        let accepted = systemAccept(socket, nil, nil)
        return accepted < 0 ? nil : Connection(accepted, timeout: timeout)
    }
}

private let systemAccept = accept

/// A TCP socket; negative where there is none to be had.
func openSocket() -> Int32 {
    #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_INET, SOCK_STREAM, 0)
    #endif
}

extension sockaddr_in {
    /// The address of this machine that no other can reach.
    init(portOfThisMachine port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// Hands itself over as the system wants it.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
