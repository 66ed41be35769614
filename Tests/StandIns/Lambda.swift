// What the recipes of IntegratingWithServers.md use of a library, with its signatures, for the document tests.

protocol LambdaEventDecoder {
    func decode<Event: Decodable>(_ type: Event.Type, from buffer: ByteBuffer) throws -> Event
}

protocol LambdaOutputEncoder {
    associatedtype Output
    func encode(_ value: Output, into buffer: inout ByteBuffer) throws
}

struct LambdaContext: Sendable {}

struct LambdaCodableAdapter<
    Event: Decodable, Output: Encodable, Decoder: LambdaEventDecoder, Encoder: LambdaOutputEncoder
>
where Encoder.Output == Output {
    var encoder: Encoder
    var decoder: Decoder
    var body: (Event, LambdaContext) async throws -> Output
    func answer(_ request: ByteBuffer) async throws -> ByteBuffer {
        var answer = ByteBuffer()
        let output = try await body(decoder.decode(Event.self, from: request), LambdaContext())
        try encoder.encode(output, into: &answer)
        return answer
    }
}

final class LambdaRuntime<Handler> {
    let handler: Handler
    init(handler: sending Handler) { self.handler = handler }
    convenience init<Event: Decodable, Output: Encodable, Encoder: LambdaOutputEncoder, Decoder: LambdaEventDecoder>(
        encoder: sending Encoder, decoder: sending Decoder,
        body: sending @escaping (Event, LambdaContext) async throws -> Output
    ) where Handler == LambdaCodableAdapter<Event, Output, Decoder, Encoder> {
        self.init(handler: LambdaCodableAdapter(encoder: encoder, decoder: decoder, body: body))
    }
    func run() async throws {}
}
