/// How the values of a type are decoded that has a shorter way than its `init(from:)`, or one of the decoder's own.
///
/// What the standard library does with containers for arrays, dictionaries and Optionals of any `Decodable` type is done
/// here with the tape: no container is made for them, and no metadata looked up for each of their elements. The results
/// are the same, and so are the errors.
class TapeRoute: @unchecked Sendable {
    // Sendable because the subclasses have constants only, which are set when a route is made.

    /// Decodes the value at `index`, which `step` leads to from the decoder's own, into memory for a value of the type.
    ///
    /// The memory is initialised unless an error is thrown.
    func decode(
        _ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep, into slot: UnsafeMutableRawPointer
    ) throws {
        preconditionFailure("overridden")
    }
}

/// A type that has a route, whatever its elements.
protocol TapeRouteProvider {
    static func makeTapeRoute() -> TapeRoute
}

extension TapeDecoder {
    /// Decodes a value of any type.
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int, _ step: CodablePathStep) throws -> Value {
        guard let route = session.routes.route(of: type) else {
            return try withDecoder(at: index, step) { try Value(from: $0) }
        }
        return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { slot in
            // SAFETY: the route is the one of this type, and initialises the memory unless it throws.
            try route.decode(self, at: index, step, into: UnsafeMutableRawPointer(slot.baseAddress!))
            return slot.baseAddress!.move()
        }
    }
}

/// The routes of the types that a session has met, to be found without a lock.
struct RouteMemory: ~Copyable {
    private struct Slot {
        var type: ObjectIdentifier?
        /// Kept by the list of all routes, which never shrinks.
        var route: Unmanaged<TapeRoute>?
    }

    private static var slotCount: Int { 128 }
    private let slots: UnsafeMutablePointer<Slot>

    init() {
        slots = .allocate(capacity: Self.slotCount)
        slots.initialize(repeating: Slot(), count: Self.slotCount)
    }

    /// The route of a type; nil when there is no other way than its `init(from:)`.
    @inline(__always)
    func route<Value: Decodable>(of type: Value.Type) -> TapeRoute? {
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
    private let routes = Locked<[ObjectIdentifier: TapeRoute?]>(knownRoutes())

    func route<Value: Decodable>(of type: Value.Type) -> TapeRoute? {
        if let known = routes.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // Routes of elements are asked for while one is made, so that the lock must not be held; the first one counts.
        let made = (type as? any TapeRouteProvider.Type)?.makeTapeRoute()
        return routes.withLock { routes in
            if let known = routes[ObjectIdentifier(type)] { return known }
            routes[ObjectIdentifier(type)] = .some(made)
            return made
        }
    }
}

extension TapeRoute {
    /// The route of a type that is part of another; nil when there is no other way than its `init(from:)`.
    static func of<Value: Decodable>(_ type: Value.Type) -> TapeRoute? { allRoutes.route(of: type) }
}
