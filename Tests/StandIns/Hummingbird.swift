// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

struct HTTPField {
    struct Name: Hashable, Sendable {
        var name: String
        static let contentType = Name(name: "content-type")
    }
}

struct HTTPFields: ExpressibleByDictionaryLiteral, Sendable {
    var fields: [HTTPField.Name: String] = [:]
    init() {}
    init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = Dictionary(uniqueKeysWithValues: elements)
    }
}

struct HTTPResponse {
    struct Status: Equatable, Sendable {
        var code: Int
        static let ok = Status(code: 200)
    }
}

struct Request: Sendable { var body: Buffers }

struct ResponseBody: Sendable {
    var buffer = ByteBuffer()
    init() {}
    init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}

struct Response: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ResponseBody
    init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody = .init()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

protocol ResponseEncoder {
    func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response
}

protocol RequestDecoder {
    func decode<T: Decodable>(_ type: T.Type, from request: Request, context: some RequestContext) async throws -> T
}

protocol InitializableFromSource<Source> {
    associatedtype Source
    init(source: Source)
}

protocol RequestContextSource {}

struct ApplicationRequestContextSource: RequestContextSource {}

struct CoreRequestContextStorage: Sendable { init(source: some RequestContextSource) {} }

protocol RequestContext: InitializableFromSource, RequestContextSource {
    associatedtype Source: RequestContextSource = ApplicationRequestContextSource
    associatedtype Decoder: RequestDecoder
    associatedtype Encoder: ResponseEncoder
    var coreContext: CoreRequestContextStorage { get set }
    var maxUploadSize: Int { get }
    var requestDecoder: Decoder { get }
    var responseEncoder: Encoder { get }
}

extension RequestContext {
    var maxUploadSize: Int { 2 * 1024 * 1024 }
}

protocol ResponseGenerator {}

extension String: ResponseGenerator {}

struct RouterPath: ExpressibleByStringLiteral { init(stringLiteral value: String) {} }

final class Router<Context: RequestContext> {
    var routes: [(Request, Context) async throws -> any ResponseGenerator] = []
    init(context: Context.Type) {}
    @discardableResult
    func post(
        _ path: RouterPath = "",
        use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self {
        routes.append(handler)
        return self
    }
}
