import Yodel

/// Random values that are encoded and decoded again, in every layout and with each parser.
package enum RoundTrip {
    /// Checks values of every model.
    ///
    /// - Returns: The first value that did not come back equal, with its seed; nil if all did.
    package static func firstFailure(seeds: Range<UInt64>) -> String? {
        for seed in seeds {
            var random = RandomValues(seed: seed)
            let failure =
                failure(EveryKind(&random), seed) ?? failure(Mapped(&random), seed) ?? failure(Varied(&random), seed)
            if let failure { return "seed \(seed): \(failure)" }
        }
        return nil
    }

    private static func failure<Value: RandomValue>(_ value: Value, _ seed: UInt64) -> String? {
        let encoder = encoder(seed)
        do {
            let text = try encoder.encodeBytes(value)
            let appended = try encoder.appendedInEveryWay(value)
            if appended != text { return "\(Value.self) appended: \(String(decoding: appended, as: UTF8.self))" }
            var chunks: [UInt8] = []
            try encoder.encode(value, chunkSize: 320) { chunks += $0 }
            if chunks != text { return "\(Value.self) in chunks: \(String(decoding: chunks, as: UTF8.self))" }
            var decoder = ModelDecoder()
            decoder.dates = encoder.dates
            let results: [Value] = try decoder.decodeEveryWay(text, chunkSize: 7)
            for decoded in results where decoded != value {
                return "\(Value.self) from \(String(decoding: text, as: UTF8.self)): \(decoded)"
            }
            // Equality ignores the sign of zero and the Unicode composition of a text.
            let again = try encoder.encodeBytes(results[0])
            if again != text { return "\(Value.self) a second time: \(String(decoding: again, as: UTF8.self))" }
        } catch {
            return "\(Value.self): \(error), of \(value)"
        }
        return nil
    }

    static func encoder(_ seed: UInt64) -> ModelEncoder {
        var encoder = ModelEncoder()
        // Optionals of Optionals and absent properties decode null as nil.
        if seed % 2 == 1 { encoder.nils = .null }
        if seed % 3 == 1 { encoder.layout = .pretty(indentation: 2) }
        encoder.sortsKeys = seed % 5 == 1
        encoder.escapesNonASCII = seed % 7 == 1
        encoder.escapesSlashes = seed % 11 == 1
        if seed % 13 == 1 { encoder.dates = .millisecondsSince1970 }
        return encoder
    }
}

extension ModelDecoder {
    /// The value of a text by the scanner, by the other parser, and in chunks.
    func decodeEveryWay<Value>(_ text: [UInt8], chunkSize: Int) throws(ModelError) -> [Value] {
        var decoder = self
        decoder.parser = .scanner
        let scanned = try decoder.decode(Value.self, from: text)
        decoder.parser = Parser.other ?? .scanner
        let parsed = try decoder.decode(Value.self, from: text)
        var incremental = decoder.incrementalDecoder(of: Value.self)
        for start in stride(from: 0, to: text.count, by: chunkSize) {
            try incremental.feed(text[start..<min(start + chunkSize, text.count)])
        }
        return [scanned, parsed, try incremental.finish()]
    }
}
