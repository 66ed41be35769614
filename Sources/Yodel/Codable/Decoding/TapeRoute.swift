/// How the values of a type are decoded that has a shorter way than its `init(from:)`, or one of the decoder's own.
///
/// What the standard library does with containers for arrays, dictionaries and Optionals of any `Decodable` type is done
/// here with the tape: no container is made for them, and no metadata looked up for each of their elements. The results
/// are the same, and so are the errors.
class TapeRoute<Value>: AnyTapeRoute, @unchecked Sendable {
    /// Decodes the value at `index`, which `step` leads to from the decoder's own.
    func decode(_ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep) throws -> Value {
        preconditionFailure("overridden")
    }

    init(isModel: Bool = false) {
        super.init(isModel: isModel, isTyped: true)
    }
}

/// The route of a type.
///
/// It is a ``TapeRoute``, or for a model, which is otherwise decoded by its `init(from:)`, this class itself. No class
/// has a ``TapeRoute``: where the static type is a class, the metatype may be that of a subclass.
class AnyTapeRoute: @unchecked Sendable {
    // Sendable because the subclasses have constants only, which are set when a route is made.

    /// The decoder decodes values of the type by tables where its settings allow it: models, and containers of models.
    let isModel: Bool
    /// It is a ``TapeRoute`` of the type.
    let isTyped: Bool

    init(isModel: Bool, isTyped: Bool) {
        self.isModel = isModel
        self.isTyped = isTyped
    }
}

extension TapeDecoder {
    /// Decodes a value of any type.
    ///
    /// - Parameter type: Decides what is decoded: for the metatype of a subclass, an instance of the subclass.
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int, _ step: CodablePathStep) throws -> Value {
        guard let route = session.routes.route(of: type) else {
            return try withDecoder(at: index, step) { try type.init(from: $0) }
        }
        if route.isModel {
            if let models = session.models { return try decode(type, by: models, at: index, step) }
            guard route.isTyped else { return try withDecoder(at: index, step) { try type.init(from: $0) } }
        }
        // SAFETY: the route is that of `type`, and typed. No class has a typed route, so that `type` is `Value`.
        assert(route is TapeRoute<Value>)
        return try unsafeDowncast(route, to: TapeRoute<Value>.self).decode(self, at: index, step)
    }
}

/// The routes of the types that a session has met, to be found without a lock.
struct RouteMemory: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier?
        /// Kept by the list of all routes, which never shrinks.
        var route: Unmanaged<AnyTapeRoute>?
    }

    private static var slotCount: Int { 128 }
    private let slots: UnsafeMutablePointer<Slot>

    init() {
        slots = .allocate(capacity: Self.slotCount)
        slots.initialize(repeating: Slot(), count: Self.slotCount)
    }

    /// The route of a type; nil when there is no other way than its `init(from:)`.
    @inline(__always)
    func route<Value: Decodable>(of type: Value.Type) -> AnyTapeRoute? {
        let identifier = ObjectIdentifier(type)
        let address = UInt(bitPattern: identifier)
        let slot = slots + Int(truncatingIfNeeded: (address &>> 4 ^ address &>> 11) & UInt(Self.slotCount &- 1))
        if slot.pointee.type != identifier {
            slot.pointee = Slot(type: identifier, route: allRoutes.route(of: type).map { .passUnretained($0) })
        }
        // SAFETY: routes are never given back.
        return slot.pointee.route?._withUnsafeGuaranteedRef { $0 }
    }

    deinit {
        slots.deallocate()
    }
}

private let allRoutes = RouteList()

/// The routes of all types that have been decoded, for as long as the program runs: there are as many as it has types.
private final class RouteList: Sendable {
    private let routes = Locked<[ObjectIdentifier: AnyTapeRoute?]>(knownRoutes())

    func route<Value: Decodable>(of type: Value.Type) -> AnyTapeRoute? {
        if let known = routes.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // Routes of elements are asked for while one is made, so that the lock must not be held; the first one counts.
        let made = (type as? any TapeRouteProvider.Type)?.makeTapeRoute() ?? modelRoute(of: type)
        return routes.withLock { routes in
            if let known = routes[ObjectIdentifier(type)] { return known }
            routes[ObjectIdentifier(type)] = .some(made)
            return made
        }
    }
}

/// The route of a type; nil when its values are decoded by their `init(from:)` alone.
func tapeRoute<Value: Decodable>(of type: Value.Type) -> AnyTapeRoute? { allRoutes.route(of: type) }
