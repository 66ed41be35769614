// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

struct HTTPMediaType: Hashable, Sendable {
    var name: String
    static let json = HTTPMediaType(name: "application/json")
}

struct HTTPHeaders: Sendable {
    var contentType: HTTPMediaType?
    init() {}
}

protocol ContentEncoder: Sendable {
    func encode<E>(_ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws
    where E: Encodable
    func encode<E>(
        _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders, userInfo: [CodingUserInfoKey: Sendable])
        throws
    where E: Encodable
}

protocol ContentDecoder: Sendable {
    func decode<D>(_ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D
    where D: Decodable
    func decode<D>(
        _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders, userInfo: [CodingUserInfoKey: Sendable]
    ) throws -> D
    where D: Decodable
}

struct ContentConfiguration: Sendable {
    nonisolated(unsafe) static var global = ContentConfiguration()
    var encoders: [HTTPMediaType: any ContentEncoder] = [:]
    var decoders: [HTTPMediaType: any ContentDecoder] = [:]
    mutating func use(encoder: any ContentEncoder, for mediaType: HTTPMediaType) { encoders[mediaType] = encoder }
    mutating func use(decoder: any ContentDecoder, for mediaType: HTTPMediaType) { decoders[mediaType] = decoder }
}

enum HTTPMethod { case POST }

enum HTTPBodyStreamStrategy { case stream, collect }

struct PathComponent: ExpressibleByStringLiteral { init(stringLiteral value: String) {} }

struct VaporRequest: Sendable { var body: Buffers }

protocol AsyncResponseEncodable {}

extension String: AsyncResponseEncodable {}

final class VaporApplication {
    var routes: [(VaporRequest) async throws -> any AsyncResponseEncodable] = []
    @discardableResult
    func on<Response>(
        _ method: HTTPMethod, _ path: PathComponent..., body: HTTPBodyStreamStrategy = .collect,
        use closure: @Sendable @escaping (VaporRequest) async throws -> Response
    ) -> Int where Response: AsyncResponseEncodable {
        routes.append(closure)
        return routes.count
    }
}
