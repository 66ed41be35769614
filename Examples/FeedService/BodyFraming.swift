// Plumbing: a server has a library for this.

/// Extracts the bytes of a request's body from its framing, whose pieces may be cut anywhere.
struct BodyFraming {
    enum State: Equatable {
        /// A body of known length, of which so many bytes are still to come.
        case length(Int)
        /// The line before a chunk, or within it.
        case chunkSize
        /// A chunk, of which so many bytes are still to come.
        case chunk(Int)
        /// The line feed after a chunk.
        case chunkEnd
        /// The lines after the last chunk.
        case trailer
        case end
    }

    private(set) var state: State
    /// The number of bytes that the body may still have.
    private var room: Int
    /// An incomplete line.
    private var line: [UInt8] = []
    private var trailerBytes = 0

    init(_ state: State, maxBytes: Int) {
        self.state = state == .length(0) ? .end : state
        room = maxBytes
    }

    var isAtEnd: Bool { state == .end }

    /// Takes received bytes, and returns those that belong to the body.
    mutating func unwrap(_ bytes: [UInt8]) throws(HTTPError) -> [UInt8] {
        var body: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch state {
            case .length(let count):
                let taken = try take(count, of: &rest, into: &body)
                state = taken == count ? .end : .length(count - taken)
            case .chunk(let count):
                let taken = try take(count, of: &rest, into: &body)
                state = taken == count ? .chunkEnd : .chunk(count - taken)
            case .chunkSize:
                guard let line = try line(of: &rest) else { break }
                let count = try Self.size(line)
                state = count == 0 ? .trailer : .chunk(count)
            case .chunkEnd:
                guard let line = try line(of: &rest) else { break }
                guard line.isEmpty else { throw HTTPError(.badRequest, "a chunk is longer than its size says") }
                state = .chunkSize
            case .trailer:
                guard let line = try line(of: &rest) else { break }
                trailerBytes += line.count
                guard trailerBytes <= 4_096 else { throw HTTPError(.headersTooLarge, "the trailer is too long") }
                if line.isEmpty { state = .end }
            case .end: return body
            }
        }
        return body
    }

    private mutating func take(
        _ count: Int, of rest: inout ArraySlice<UInt8>, into body: inout [UInt8]
    ) throws(HTTPError) -> Int {
        let part = rest.prefix(count)
        guard part.count <= room else { throw HTTPError(.contentTooLarge, "the body is too long") }
        room -= part.count
        body += part
        rest = rest.dropFirst(part.count)
        return part.count
    }

    /// The line that ends in the received bytes, without its line end; nil if it is incomplete.
    private mutating func line(of rest: inout ArraySlice<UInt8>) throws(HTTPError) -> [UInt8]? {
        let part = rest.prefix { $0 != 0x0A }
        line += part
        guard line.count <= 1_024 else { throw HTTPError(.badRequest, "a line of the body is too long") }
        rest = rest.dropFirst(part.count)
        guard !rest.isEmpty else { return nil }
        rest = rest.dropFirst()
        guard line.popLast() == 0x0D else {
            throw HTTPError(.badRequest, "a line of the body ends without a carriage return")
        }
        guard isFieldText(line) else { throw HTTPError(.badRequest, "a line of the body has a control character") }
        defer { line = [] }
        return line
    }

    /// The hexadecimal number before any spaces and chunk extensions.
    private static func size(_ line: [UInt8]) throws(HTTPError) -> Int {
        let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
        let next = line.dropFirst(digits.count).first { $0 != 0x20 && $0 != 0x09 }
        guard (1...15).contains(digits.count), next == nil || next == UInt8(ascii: ";"),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw HTTPError(.badRequest, "a chunk has no size") }
        return size
    }
}
