/// How the values of a type are decoded that has a shorter way than its `init(from:)`, or one of the decoder's own.
///
/// What the standard library does with containers for arrays, dictionaries and Optionals of any `Decodable` type is done
/// here with the tape: no container is made for them, and no metadata looked up for each of their elements. The results
/// are the same, and so are the errors.
final class TapeRoute<Value>: AnyTapeRoute, @unchecked Sendable {
    /// Decodes the value at an index, which the step leads to from the decoder's own.
    let decode: (TapeDecoder, _ index: Int, CodablePathStep) throws -> Value

    init(isModel: Bool = false, _ decode: @escaping (TapeDecoder, _ index: Int, CodablePathStep) throws -> Value) {
        self.decode = decode
        super.init(isModel: isModel, isTyped: true)
    }
}

/// The route of a type.
///
/// It is a ``TapeRoute``, or for a model, which is otherwise decoded by its `init(from:)`, this class itself. No class
/// has a ``TapeRoute``: where the static type is a class, the metatype may be that of a subclass.
class AnyTapeRoute: @unchecked Sendable {
    // Sendable because it and its subclass have constants only, which are set when a route is made.

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
        guard let route = tapeRoute(of: type) else {
            return try withDecoder(at: index, step) { try type.init(from: $0) }
        }
        return try route._withUnsafeGuaranteedRef { route in
            if route.isModel {
                if let models = session.models { return try decode(type, by: models, at: index, step) }
                guard route.isTyped else { return try withDecoder(at: index, step) { try type.init(from: $0) } }
            }
            // SAFETY: the route is that of `type`, and typed. No class has a typed route, so that `type` is `Value`.
            assert(route is TapeRoute<Value>)
            return try unsafeDowncast(route, to: TapeRoute<Value>.self).decode(self, index, step)
        }
    }
}

/// The route of a type; nil when its values are decoded by their `init(from:)` alone.
@inline(__always)
func tapeRoute<Value: Decodable>(of type: Value.Type) -> Unmanaged<AnyTapeRoute>? {
    let record = allRoutes.record(of: type) {
        (type as? any TapeRouteProvider.Type)?.makeTapeRoute() ?? modelRoute(of: type)
    }
    // SAFETY: a record is never freed, so that no reference has to be counted.
    return UnsafeRawPointer(record).load(as: Unmanaged<AnyTapeRoute>?.self)
}

/// Whether values of a type are decoded by tables where a decoder's settings allow it.
func hasModels<Value: Decodable>(_ type: Value.Type) -> Bool {
    tapeRoute(of: type)?._withUnsafeGuaranteedRef { $0.isModel } ?? false
}

/// The routes of all types that have been decoded.
private let allRoutes = TypeRecords<AnyTapeRoute?>(foundationRoutes())

/// A type that has a route, whatever its elements.
protocol TapeRouteProvider {
    static func makeTapeRoute() -> AnyTapeRoute
}
