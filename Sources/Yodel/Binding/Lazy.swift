/// A value that is decoded at its first use.
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
/// Until then a lazy value keeps its bytes of the document. Decoding the document checks that they are JSON, within the
/// decoder's limits; ``value()`` checks that they fit the type, with the options and keys of that decoder. Only a
/// `null` that the type cannot take is an error at once, that of a collection even with ``MissingCollections/empty``.
///
/// Encoders write these bytes until ``value()`` is first called. Comparing and hashing a lazy value and encoding a part
/// of it (``ModelEncoder/only(_:)``) decode it too, but it keeps its bytes.
///
/// Copies share the value, which is decoded once; any number of threads may use it.
public struct Lazy<Value> {
    /// Shared by all copies.
    private final class State: @unchecked Sendable {
        /// Nil for a lazy value that was created with its value.
        let source: Source?
        /// Accessed under the source's lock, if there is a source.
        var value: Result<Value, ModelError>?
        /// Whether the client may have the value, and so may have changed it; under the same lock.
        var isTaken = false

        init(source: Source?, value: Result<Value, ModelError>?) {
            self.source = source
            self.value = value
        }
    }

    private let state: State

    /// The bytes to decode, and how.
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

    /// Wraps a value.
    public init(_ value: Value) {
        state = State(source: nil, value: .success(value))
    }

    init(_ bytes: RawJSON, at place: ModelError.PartPlace, settings: LazySettings) {
        state = State(source: Source(bytes: bytes, place: place, settings: settings), value: nil)
    }

    /// Returns the value, which the first call decodes.
    ///
    /// Its error, and its notes in the decoder's reports, have the path, offset, line and column in the document, as if
    /// the value had been decoded with it. In JSON text within a string, offset, line and column are those of the
    /// string; in the envelope of a feed they are those of the value's first byte.
    ///
    /// - Throws: ``ModelError``, the same one each time, except for lack of stack. After another error, the lazy value
    ///   cannot be encoded.
    public func value() throws(ModelError) -> Value {
        try result(isTaken: true).get()
    }

    /// The bytes until ``value()`` is first called; `nil` afterwards, and for a lazy value that was created with its
    /// value.
    public var rawJSON: RawJSON? {
        withLock { $0.isTaken } ? nil : state.source?.bytes
    }

    /// The value for a use that cannot change it, so that encoders still write the bytes.
    fileprivate var content: Result<Value, ModelError> { result(isTaken: false) }

    private func result(isTaken: Bool) -> Result<Value, ModelError> {
        let known = withLock { state in
            if isTaken, state.source != nil { state.isTaken = true }
            return state.value
        }
        if let known { return known }
        // Decodes without the lock, as that may call a client's code. The first result counts.
        let made = state.source!.decode()
        // It may be used again where there is more stack.
        if case .failure(let error) = made, error.isOfStack { return made }
        return withLock { state in
            if state.value == nil { state.value = made }
            return state.value!
        }
    }

    private func withLock<Success>(_ body: (State) -> Success) -> Success {
        guard let source = state.source else { return body(state) }
        return source.settings.lock.withLock { _ in body(state) }
    }
}

// Mutable state is only accessed under a lock.
extension Lazy: @unchecked Sendable where Value: Sendable {}

extension Lazy: Equatable where Value: Equatable {
    /// Whether the values are equal, for which both are decoded; if neither can be, whether their bytes are equal.
    public static func == (left: Lazy, right: Lazy) -> Bool {
        switch (try? left.content.get(), try? right.content.get()) {
        case (let left?, let right?): left == right
        case (nil, nil): left.state.source?.bytes == right.state.source?.bytes
        default: false
        }
    }
}

extension Lazy: Hashable where Value: Hashable {
    /// Hashes the value, or its bytes if it cannot be decoded.
    public func hash(into hasher: inout Hasher) {
        if let value = try? content.get() {
            hasher.combine(value)
        } else {
            hasher.combine(state.source?.bytes)
        }
    }
}

extension Lazy: CustomStringConvertible {
    /// The bytes as text; after the first call of ``Lazy/value()``, the value's description.
    public var description: String {
        if let rawJSON { return rawJSON.text }
        return (try? content.get()).map { "\($0)" } ?? state.source?.bytes.text ?? ""
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

private final class LazyPayload<Value>: PayloadOperations {
    override func rawJSON(of lazy: UnsafeRawPointer) -> RawJSON? {
        lazy.assumingMemoryBound(to: Lazy<Value>.self).pointee.rawJSON
    }

    override func unwrapScalar(_ lazy: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        target.initializeMemory(
            as: Value.self, to: try lazy.assumingMemoryBound(to: Lazy<Value>.self).pointee.content.get())
    }

    override func makePartSettings(_ context: DecodingContext) -> any PartSettings {
        // A hook may pass a lazy value to another thread at once.
        context.part?.settle()
        return LazySettings(context.forLater)
    }

    override func makeLazy(
        _ bytes: RawJSON, at place: ModelError.PartPlace, _ settings: any PartSettings,
        into target: UnsafeMutableRawPointer
    ) {
        // SAFETY: `makePartSettings` makes no others.
        let settings = unsafeDowncast(settings, to: LazySettings.self)
        target.initializeMemory(as: Lazy<Value>.self, to: Lazy(bytes, at: place, settings: settings))
    }
}

/// How lazy values are decoded: shared by all of a document that are decoded alike, because it is larger than most of
/// them.
final class LazySettings: PartSettings {
    let context: DecodingContext
    /// The lock of all these values, most of which are hardly larger than a lock.
    ///
    /// It is held only while a value is read or set.
    let lock = Locked(StoredElsewhere())

    init(_ context: DecodingContext) {
        self.context = context
    }
}
