/// A value that is decoded when it is first asked for.
///
/// ```swift
/// struct Page: Model {
///     var title: String
///     var body: Lazy<Document>         // most pages are never opened
/// }
///
/// let page = try ModelDecoder().decode(Page.self, from: json)
/// let document = try page.body.value()
/// ```
///
/// Until then it keeps the bytes of the document. That they are JSON is checked when the document is read, within the
/// decoder's limits; whether they fit the type shows in ``value()``, by the options and keys of the decoder that read
/// the document. Only a `null` that the type cannot take is an error at once.
///
/// Copies share the value: it is decoded once, and may be asked for by several threads.
public struct Lazy<Value> {
    /// Shared by all copies.
    private final class State: @unchecked Sendable {
        /// Nil for a value that was never decoded, which is there from the start.
        let source: Source?
        /// Reached under the source's lock, where there is a source.
        var value: Result<Value, ModelError>?

        init(source: Source?, value: Result<Value, ModelError>?) {
            self.source = source
            self.value = value
        }
    }

    private let state: State

    /// What a value is decoded from, and how.
    private struct Source {
        var bytes: RawJSON
        var place: ModelError.PartPlace
        let settings: LazySettings

        func decode() -> Result<Value, ModelError> {
            var context = settings.context
            context.call.start = context.call.part.map { $0.place(place) } ?? place
            context.call.part = nil
            do throws(ModelError) {
                return .success(try context.decode(Value.self, from: bytes.bytes))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Wraps a value that is there already.
    public init(_ value: Value) {
        state = State(source: nil, value: .success(value))
    }

    init(_ bytes: RawJSON, at place: ModelError.PartPlace, settings: LazySettings) {
        state = State(source: Source(bytes: bytes, place: place, settings: settings), value: nil)
    }

    /// The value, decoded if this is the first time.
    ///
    /// What decoding notes in the decoder's reports, and the error it throws, have the path, offset, line and column of
    /// the document that the value is a part of, as if the value had been decoded with the document. In JSON text that
    /// stands in a string, and in the envelope of a feed, offset, line and column are those of the string's or the
    /// value's first byte.
    ///
    /// - Throws: ``ModelError``, the same one each time.
    public func value() throws(ModelError) -> Value {
        if let known { return try known.get() }
        // Not under the lock: decoding may call code of the client's. Who is first decides.
        let made = state.source!.decode()
        return try withLock { state in
            if state.value == nil { state.value = made }
            return state.value!
        }.get()
    }

    /// The bytes, as long as the value has not been asked for; `nil` from then on, and for a value that was never
    /// decoded.
    public var rawJSON: RawJSON? {
        known == nil ? state.source?.bytes : nil
    }

    /// The value, where it is there.
    private var known: Result<Value, ModelError>? {
        withLock { $0.value }
    }

    private func withLock<Success>(_ body: (State) -> Success) -> Success {
        guard let source = state.source else { return body(state) }
        return source.settings.lock.withLock { _ in body(state) }
    }
}

// What changes is only reached under a lock.
extension Lazy: @unchecked Sendable where Value: Sendable {}

extension Lazy: Equatable where Value: Equatable {
    /// Whether the values are equal, for which both are decoded; of values that cannot be, whether their bytes are.
    public static func == (left: Lazy, right: Lazy) -> Bool {
        switch (try? left.value(), try? right.value()) {
        case (let left?, let right?): left == right
        case (nil, nil): left.state.source?.bytes == right.state.source?.bytes
        default: false
        }
    }
}

extension Lazy: Hashable where Value: Hashable {
    /// Hashes the value, or the bytes of one that cannot be decoded.
    public func hash(into hasher: inout Hasher) {
        if let value = try? value() {
            hasher.combine(value)
        } else {
            hasher.combine(state.source?.bytes)
        }
    }
}

extension Lazy: CustomStringConvertible {
    /// The bytes as text, or the value's description once it has been asked for.
    public var description: String {
        if let rawJSON { return rawJSON.text }
        return (try? value()).map { "\($0)" } ?? state.source?.bytes.text ?? ""
    }
}

extension Lazy: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let shape = builder.register(Self.self, kind: .lazy) {
            $0.payload = builder.keep(LazyPayload<Value>())
        }
        let element = try builder.shape(of: Value.self)
        builder.update(shape) { $0.element = element }
        return shape
    }
}

private final class LazyPayload<Value>: LazyOperations {
    override func rawJSON(of lazy: UnsafeRawPointer) -> RawJSON? {
        lazy.assumingMemoryBound(to: Lazy<Value>.self).pointee.rawJSON
    }

    override func copyValue(of lazy: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        target.initializeMemory(
            as: Value.self, to: try lazy.assumingMemoryBound(to: Lazy<Value>.self).pointee.value())
    }

    override func makePartSettings(_ context: DecodingContext) -> any PartSettings {
        LazySettings(context.forLater)
    }

    override func makeLazy(
        _ bytes: RawJSON, at place: ModelError.PartPlace, _ settings: LazySettings, into target: UnsafeMutableRawPointer
    ) {
        target.initializeMemory(as: Lazy<Value>.self, to: Lazy(bytes, at: place, settings: settings))
    }
}

/// Makes lazy values of bytes, and takes them apart.
class LazyOperations: PayloadOperations {
    /// The bytes of a value that has not been asked for.
    func rawJSON(of lazy: UnsafeRawPointer) -> RawJSON? { preconditionFailure("overridden") }

    /// Copies the value to memory that holds none.
    func copyValue(of lazy: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    func makeLazy(
        _ bytes: RawJSON, at place: ModelError.PartPlace, _ settings: LazySettings, into target: UnsafeMutableRawPointer
    ) {
        preconditionFailure("overridden")
    }
}

extension Shape {
    /// What a shape of kind lazy has for payload operations.
    var lazyOperations: LazyOperations {
        // SAFETY: shapes of kind lazy have no others.
        payload!._withUnsafeGuaranteedRef { unsafeDowncast($0, to: LazyOperations.self) }
    }
}

/// How lazy values are decoded: one for all of a document that are decoded alike, as it is larger than most of them.
final class LazySettings: PartSettings {
    let context: DecodingContext
    /// The lock of all these values, each of which is hardly larger than a lock.
    ///
    /// It is held for as long as it takes to look at a value or to set it.
    let lock = Locked(())

    init(_ context: DecodingContext) {
        self.context = context
    }
}
