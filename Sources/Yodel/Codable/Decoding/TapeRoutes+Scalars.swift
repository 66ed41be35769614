#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Routes of types that are known here, made by code that the compiler specialises for each of them.

/// A route of a type that is known where it is made.
private final class KnownRoute<Value>: TapeRoute<Value>, @unchecked Sendable {
    private let read: (TapeDecoder, Int, CodablePathStep) throws -> Value

    init(_ read: @escaping (TapeDecoder, Int, CodablePathStep) throws -> Value) {
        self.read = read
        super.init()
    }

    override func decode(_ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep) throws -> Value {
        try read(decoder, index, step)
    }
}

/// The routes of scalars, of their arrays, and of what Foundation treats specially.
func knownRoutes() -> [ObjectIdentifier: AnyTapeRoute?] {
    var routes: [ObjectIdentifier: AnyTapeRoute?] = [:]
    func add<Value>(_ type: Value.Type, _ read: @escaping (TapeDecoder, Int, CodablePathStep) throws -> Value) {
        routes[ObjectIdentifier(type)] = KnownRoute<Value>(read)
    }
    add(Date.self) { try $0.date(at: $1, $2) }
    add(Data.self) { try $0.data(at: $1, $2) }
    add(URL.self) { try $0.url(at: $1, $2) }
    add(Decimal.self) { try $0.decimal(at: $1, $2) }
    add(JSONValue.self) { try $0.decode(JSONValue.self, by: $0.session.plainModels, at: $1, $2) }
    add(JSONObject.self) { try $0.decode(JSONObject.self, by: $0.session.plainModels, at: $1, $2) }
    add(JSONNumber.self) { try $0.decode(JSONNumber.self, by: $0.session.plainModels, at: $1, $2) }
    addScalar(Bool.self, to: &routes) { try $0.bool(at: $1, $2()) }
    addScalar(String.self, to: &routes) { try $0.string(at: $1, $2()) }
    addScalar(Double.self, to: &routes) { try $0.double(at: $1, $2()) }
    addScalar(Float.self, to: &routes) { try $0.float(at: $1, $2()) }
    addScalar(Int.self, to: &routes) { try $0.integer(Int.self, at: $1, $2()) }
    addScalar(Int8.self, to: &routes) { try $0.integer(Int8.self, at: $1, $2()) }
    addScalar(Int16.self, to: &routes) { try $0.integer(Int16.self, at: $1, $2()) }
    addScalar(Int32.self, to: &routes) { try $0.integer(Int32.self, at: $1, $2()) }
    addScalar(Int64.self, to: &routes) { try $0.integer(Int64.self, at: $1, $2()) }
    addScalar(Int128.self, to: &routes) { try $0.integer(Int128.self, at: $1, $2()) }
    addScalar(UInt.self, to: &routes) { try $0.integer(UInt.self, at: $1, $2()) }
    addScalar(UInt8.self, to: &routes) { try $0.integer(UInt8.self, at: $1, $2()) }
    addScalar(UInt16.self, to: &routes) { try $0.integer(UInt16.self, at: $1, $2()) }
    addScalar(UInt32.self, to: &routes) { try $0.integer(UInt32.self, at: $1, $2()) }
    addScalar(UInt64.self, to: &routes) { try $0.integer(UInt64.self, at: $1, $2()) }
    addScalar(UInt128.self, to: &routes) { try $0.integer(UInt128.self, at: $1, $2()) }
    return routes
}

/// Adds the routes of a scalar and of arrays of it.
@inline(__always)
private func addScalar<Value>(
    _ type: Value.Type, to routes: inout [ObjectIdentifier: AnyTapeRoute?],
    _ read: @escaping (TapeDecoder, Int, () -> CodablePathStep) throws -> Value
) {
    routes[ObjectIdentifier(type)] = KnownRoute<Value> { decoder, index, step in try read(decoder, index) { step } }
    routes[ObjectIdentifier([Value].self)] = KnownRoute<[Value]> { decoder, index, step in
        let session = decoder.session
        let entry = session.entries[index]
        guard entry.kind == .array else {
            throw decoder.mismatch([Any].self, at: index, step, container: "unkeyed")
        }
        let count = Int(entry.detail)
        // Without room for elements, the count would be written to the empty array that all threads share.
        guard count > 0 else { return [] }
        // An array of other things than scalars ends with an error before elements and entries are not the same.
        return try [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            do {
                while initialized < count {
                    let element = try read(decoder, index &+ 1 &+ initialized) { .root }
                    (buffer.baseAddress! + initialized).initialize(to: element)
                    initialized &+= 1
                }
            } catch {
                // The same once more, with the coding path.
                let list = decoder.decoder(at: index, step)
                _ = try read(list, index + 1 + initialized) { .index(initialized) }
                throw error
            }
        }
    }
}
