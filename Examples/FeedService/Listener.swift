// Plumbing: a server has a library for this.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A socket that accepts connections from this machine only.
struct Listener {
    private let socket: Int32
    let port: UInt16

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter port: The port; 0 for a free one.
    init(port: UInt16) throws {
        let socket = openSocket()
        self.socket = socket
        var yes: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in(portOfThisMachine: port)
        let isListening = address.withPointer { address, length in
            var length = length
            return bind(socket, address, length) == 0 && listen(socket, SOMAXCONN) == 0
                && getsockname(socket, address, &length) == 0
        }
        guard isListening else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw Failure(description: "cannot listen at port \(port): \(reason)")
        }
        self.port = UInt16(bigEndian: address.sin_port)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// The next connection; nil if there is none after a while, or no descriptor for it.
    func accept(_ patience: Patience) async -> Connection? {
        var address = sockaddr_in()
        let accepted = address.withPointer { address, length in
            var length = length
            return systemAccept(socket, address, &length)
        }
        if accepted >= 0 { return Connection(accepted, peer: address.sin_addr.s_addr, patience: patience) }
        if errno == EAGAIN || errno == EWOULDBLOCK {
            _ = await Poller.shared.wait(for: socket, POLLIN, until: .now + .seconds(60))
        } else {
            // If descriptors have run out, trying again at once would fail too.
            try? await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}

private let systemAccept = accept

/// A TCP socket; negative if none is available.
func openSocket() -> Int32 {
    #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_INET, SOCK_STREAM, 0)
    #endif
}

extension sockaddr_in {
    /// The address of this machine that other machines cannot reach.
    init(portOfThisMachine port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// Passes itself to a system call.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
