// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

struct ByteBuffer: Sendable {
    fileprivate var bytes: [UInt8] = []
    init() {}
    init(string: String) { bytes = Array(string.utf8) }
    init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 { self.bytes = Array(bytes) }
    var readableBytes: Int { bytes.count }
    var readableBytesView: ByteBufferView { ByteBufferView(self) }
    @discardableResult
    mutating func writeBytes<Bytes: Sequence>(_ bytes: Bytes) -> Int where Bytes.Element == UInt8 {
        let count = self.bytes.count
        self.bytes += bytes
        return self.bytes.count - count
    }
    @discardableResult
    mutating func writeBuffer(_ buffer: inout ByteBuffer) -> Int {
        defer { buffer.bytes = [] }
        return writeBytes(buffer.bytes)
    }
    func withUnsafeReadableBytes<T, ErrorType: Error>(
        _ body: (UnsafeRawBufferPointer) throws(ErrorType) -> T
    ) throws(ErrorType) -> T {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(ErrorType) in try body(bytes) } }
        return try result.get()
    }
}

struct ByteBufferView: RandomAccessCollection, Sendable {
    typealias Element = UInt8
    typealias Index = Int
    typealias SubSequence = ByteBufferView
    private var buffer: ByteBuffer
    private var range: Range<Int>
    private init(buffer: ByteBuffer, range: Range<Index>) { (self.buffer, self.range) = (buffer, range) }
    init(_ buffer: ByteBuffer) { self.init(buffer: buffer, range: 0..<buffer.readableBytes) }
    var startIndex: Index { range.lowerBound }
    var endIndex: Index { range.upperBound }
    // A copy would read single bytes. The recipes stop here if Yodel makes one.
    subscript(position: Index) -> UInt8 { fatalError("the view was copied") }
    subscript(range: Range<Index>) -> ByteBufferView { ByteBufferView(buffer: buffer, range: range) }
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try buffer.bytes[range].withUnsafeBytes(body)
    }
    func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
        try withUnsafeBytes { bytes in try body(bytes.bindMemory(to: UInt8.self)) }
    }
}

extension AsyncSequence where Element == ByteBuffer {
    func collect(upTo maxBytes: Int) async throws -> ByteBuffer {
        var all = ByteBuffer()
        for try await var buffer in self {
            guard all.readableBytes + buffer.readableBytes <= maxBytes else { throw CocoaError(.fileReadTooLarge) }
            all.writeBuffer(&buffer)
        }
        return all
    }
}

struct Buffers: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    var buffers: [ByteBuffer]
    init(_ text: String, each count: Int = 10) {
        let bytes = Array(text.utf8)
        buffers = stride(from: 0, to: bytes.count, by: count).map {
            ByteBuffer(bytes: bytes[$0..<Swift.min($0 + count, bytes.count)])
        }
    }
    struct AsyncIterator: AsyncIteratorProtocol {
        var buffers: [ByteBuffer].Iterator
        mutating func next() async throws -> ByteBuffer? { buffers.next() }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffers: buffers.makeIterator()) }
}

struct NIOAny {
    let value: Any
    init<T>(_ value: T) { self.value = value }
}

struct EventLoopPromise<Value> {}

final class ChannelHandlerContext {
    var passed: [Any] = []
    var errors: [any Error] = []
    var isClosed = false
    func fireChannelRead(_ data: NIOAny) { passed.append(data.value) }
    func fireChannelInactive() {}
    func fireErrorCaught(_ error: any Error) { errors.append(error) }
    func close(promise: EventLoopPromise<Void>?) { isClosed = true }
}

protocol ChannelInboundHandler: AnyObject {
    associatedtype InboundIn
    associatedtype InboundOut = Never
    func channelRead(context: ChannelHandlerContext, data: NIOAny)
    func channelInactive(context: ChannelHandlerContext)
    func unwrapInboundIn(_ value: NIOAny) -> InboundIn
    func wrapInboundOut(_ value: InboundOut) -> NIOAny
}

extension ChannelInboundHandler {
    func unwrapInboundIn(_ value: NIOAny) -> InboundIn { value.value as! InboundIn }
    func wrapInboundOut(_ value: InboundOut) -> NIOAny { NIOAny(value) }
}
