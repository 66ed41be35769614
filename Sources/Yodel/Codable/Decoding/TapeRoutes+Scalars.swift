#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Routes of types that are known here, made by code that the compiler specialises for each of them.

/// The routes of what Foundation treats specially, and of what is decoded as any JSON.
func foundationRoutes() -> [ObjectIdentifier: AnyTapeRoute?] {
    var routes: [ObjectIdentifier: AnyTapeRoute?] = [:]
    func add<Value>(_ type: Value.Type, _ decode: @escaping (TapeDecoder, Int, CodablePathStep) throws -> Value) {
        routes[ObjectIdentifier(type)] = TapeRoute(decode)
    }
    add(Date.self) { try $0.date(at: $1, $2) }
    add(Data.self) { try $0.data(at: $1, $2) }
    add(URL.self) { try $0.url(at: $1, $2) }
    add(Decimal.self) { try $0.decimal(at: $1, $2) }
    add(JSONValue.self) { try $0.decode(JSONValue.self, by: $0.session.plainModels, at: $1, $2) }
    add(JSONObject.self) { try $0.decode(JSONObject.self, by: $0.session.plainModels, at: $1, $2) }
    add(JSONNumber.self) { try $0.decode(JSONNumber.self, by: $0.session.plainModels, at: $1, $2) }
    return routes
}

extension TapeScalar {
    @inline(__always)
    static func makeTapeRoute() -> AnyTapeRoute { TapeRoute<Self> { try read($0, at: $1, $2) } }

    @inline(__always)
    static func makeListRoute() -> AnyTapeRoute {
        TapeRoute<[Self]> { decoder, index, step in
            let count = try decoder.elementCount(at: index, step)
            // Without room for elements, the count would be written to the empty array that all threads share.
            guard count > 0 else { return [] }
            // An array of other things than scalars ends with an error before elements and entries are not the same.
            return try [Self](unsafeUninitializedCapacity: count) { buffer, initialized in
                do {
                    while initialized < count {
                        let element = try read(decoder, at: index &+ 1 &+ initialized, .root)
                        (buffer.baseAddress! + initialized).initialize(to: element)
                        initialized &+= 1
                    }
                } catch {
                    // The same once more, with the coding path.
                    let list = decoder.decoder(at: index, step)
                    _ = try read(list, at: index + 1 + initialized, .index(initialized))
                    throw error
                }
            }
        }
    }
}

extension TapeDecoder {
    /// How many elements the array at an index has.
    @inline(__always)
    func elementCount(at index: Int, _ step: CodablePathStep) throws -> Int {
        let entry = session.entries[index]
        guard entry.kind == .array else { throw mismatch([Any].self, at: index, step, container: "unkeyed") }
        return Int(entry.detail)
    }
}
