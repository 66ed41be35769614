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
}

/// A route of any type.
class AnyTapeRoute: @unchecked Sendable {
    // Sendable because the subclasses have constants only, which are set when a route is made.

    /// Values of the type are decoded by tables, where the decoder does that: models, and containers of models.
    let isModel: Bool

    init(isModel: Bool = false) {
        self.isModel = isModel
    }
}

/// A type that has a route, whatever its elements.
protocol TapeRouteProvider {
    static func makeTapeRoute() -> AnyTapeRoute
}

extension TapeDecoder {
    /// Decodes a value of any type.
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int, _ step: CodablePathStep) throws -> Value {
        guard let route = session.routes.route(of: type) else {
            return try withDecoder(at: index, step) { try Value(from: $0) }
        }
        if route.isModel, let models = session.models { return try decode(type, by: models, at: index, step) }
        // SAFETY: this is the route of this very type.
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
        let made =
            (type as? any TapeRouteProvider.Type)?.makeTapeRoute() ?? ModelRoute(of: type)
        return routes.withLock { routes in
            if let known = routes[ObjectIdentifier(type)] { return known }
            routes[ObjectIdentifier(type)] = .some(made)
            return made
        }
    }
}

/// The route of a type that is part of another; nil when there is no other way than its `init(from:)`.
func tapeRoute<Value: Decodable>(of type: Value.Type) -> TapeRoute<Value>? {
    allRoutes.route(of: type).map { $0 as! TapeRoute<Value> }
}
