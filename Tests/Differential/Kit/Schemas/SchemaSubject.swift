import Yodel

/// A type for the judge of schemas: its schemas, and the verdict on documents.
struct SchemaSubject: Sendable {
    /// The schema of the documents that the decoder accepts.
    let decoding: @Sendable (ModelDecoder) throws(ModelError) -> JSONObject
    /// The schema of the documents that the encoder writes.
    let encoding: @Sendable (ModelEncoder) throws(ModelError) -> JSONObject
    /// Decodes a document and encodes its value again.
    let verdict: @Sendable ([UInt8], ModelDecoder, ModelEncoder) -> Verdict

    struct Verdict {
        /// Why the document is refused; nil if it is accepted.
        var refusal: ModelError?
        /// The encoded value; nil if it cannot be encoded.
        var encoded: String?
    }

    init<Value: SendableMetatype>(_ type: Value.Type) {
        decoding = { decoder throws(ModelError) in try decoder.schema(of: type) }
        encoding = { encoder throws(ModelError) in try encoder.schema(of: type) }
        verdict = { document, decoder, encoder in
            do throws(ModelError) {
                let value = try decoder.decode(type, from: document)
                return Verdict(encoded: try? encoder.encodeText(value))
            } catch {
                return Verdict(refusal: error)
            }
        }
    }
}
