// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

struct HTTPResponseStatus: Equatable, Sendable {
    var code: UInt
    static let ok = HTTPResponseStatus(code: 200)
}

struct HTTPClientRequest: Sendable { init(url: String) {} }

struct HTTPClientResponse: Sendable {
    var status: HTTPResponseStatus
    var body: Buffers
}

struct TimeAmount: Sendable { static func seconds(_ amount: Int64) -> TimeAmount { TimeAmount() } }

struct Logger: Sendable {}

final class HTTPClient: Sendable {
    static let shared = HTTPClient()
    func execute(
        _ request: HTTPClientRequest, timeout: TimeAmount, logger: Logger? = nil
    ) async throws -> HTTPClientResponse {
        HTTPClientResponse(status: .ok, body: Buffers(#"{"kind": "view", "cents": 0}"#, each: 5))
    }
}
