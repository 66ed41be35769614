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
    addScalar(Bool.self, to: &routes)
    addScalar(String.self, to: &routes)
    addScalar(Double.self, to: &routes)
    addScalar(Float.self, to: &routes)
    addScalar(Int.self, to: &routes)
    addScalar(Int8.self, to: &routes)
    addScalar(Int16.self, to: &routes)
    addScalar(Int32.self, to: &routes)
    addScalar(Int64.self, to: &routes)
    addScalar(Int128.self, to: &routes)
    addScalar(UInt.self, to: &routes)
    addScalar(UInt8.self, to: &routes)
    addScalar(UInt16.self, to: &routes)
    addScalar(UInt32.self, to: &routes)
    addScalar(UInt64.self, to: &routes)
    addScalar(UInt128.self, to: &routes)
    return routes
}

/// Adds the routes of a scalar and of arrays of it.
@inline(__always)
private func addScalar<Value: TapeScalar>(_ type: Value.Type, to routes: inout [ObjectIdentifier: AnyTapeRoute?]) {
    routes[ObjectIdentifier(type)] = KnownRoute<Value> { try Value.read($0, at: $1, $2) }
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
                    let element = try Value.read(decoder, at: index &+ 1 &+ initialized, .root)
                    (buffer.baseAddress! + initialized).initialize(to: element)
                    initialized &+= 1
                }
            } catch {
                // The same once more, with the coding path.
                let list = decoder.decoder(at: index, step)
                _ = try Value.read(list, at: index + 1 + initialized, .index(initialized))
                throw error
            }
        }
    }
}
