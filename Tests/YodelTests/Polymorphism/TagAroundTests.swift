import Testing

@testable import Yodel

/// Tags around the value: `{"message": …}` and `{"t": "message", "c": …}`.
@Suite struct TagAroundTests {
    // MARK: - External

    @Test func oneKeyIsTheTag() {
        expectDecoded(External.self, #"{"message": {"text": "a"}}"#, as: .message(Message(text: "a")))
        expectDecoded(External.self, #"{"number": 12}"#, as: .number(12))
        expectDecoded(External.self, #"{"maybe": null}"#, as: .maybe(nil))
        expectDecoded(External.self, #"{"maybe": 1}"#, as: .maybe(1))
        expectDecoded([External].self, #"["ping", {"ping": null}, {"number":1}]"#, as: [.ping, .ping, .number(1)])
    }

    @Test func itIsTheOnlyKey() {
        expectError(.invalidValue, at: 14, path: "$.ping", decoding: External.self, #"{"number": 1, "ping": null}"#)
        expectError(.unknownVariant, at: 1, path: "$", decoding: External.self, "{}")
        #expect(
            refusal(of: External.self, #"{"x": 1}"#)
                == #"$.x: expected one of "message", "number", "maybe", "ping", found "x" (unknownVariant, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: [External].self, #"["pong"]"#)
                == #"$[0]: expected one of "message", "number", "maybe", "ping", found the string "pong" (unknownVariant, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: [External].self, #"["number"]"#)
                == #"$[0]: expected an object with the key "number", found the string "number" (typeMismatch, line 1, column 2, offset 1)"#
        )
        expectError(.typeMismatch, at: 9, path: "$.ping", decoding: External.self, #"{"ping": 1}"#)
        expectError(.typeMismatch, at: 9, path: "$.ping", decoding: External.self, #"{"ping": {}}"#)
        expectError(.typeMismatch, at: 0, path: "$", decoding: External.self, "1")
        expectError(.typeMismatch, at: 0, path: "$", decoding: External.self, "[]")
        expectError(.nullValue, at: 11, path: "$.number", decoding: External.self, #"{"number": null}"#)
        expectError(.missingKeys, at: 13, path: "$.message", decoding: External.self, #"{"message": {}}"#)
    }

    @Test func theRestMayBeKept() {
        expectDecoded(
            [OpenExternal].self, #"["ping", "pong", {"message": {"text": "a"}}, {"x": [1], "y": 2}, {}, 3]"#,
            as: [
                .ping, .other("pong"), .message(Message(text: "a")), .other(["x": [1], "y": 2]), .other([:]), .other(3),
            ])
    }

    /// Values of unknown variants are dropped.
    private enum Known: Polymorphic, Equatable {
        case message(Message), number(Int), ping
        static let variants = Variants<Known>(
            .external, .case("message", Known.message), .case("number", Known.number), .case("ping", Known.ping),
            .otherwiseSkip)
    }

    /// A case without a value takes unknown variants.
    private enum Short: Polymorphic, Equatable {
        case number(Int), other
        static let variants = Variants<Short>(.external, .case("number", Short.number), .otherwise(Short.other))
    }

    /// Selects the list by a key after it, so that it is replayed.
    private enum Late<Element: Polymorphic & Equatable & SendableMetatype>: Polymorphic, Equatable {
        case list([Element])
        static var variants: Variants<Late> {
            Variants(.key("t", content: "c"), .case("list", { (list: [Element]) in Late.list(list) }))
        }
    }

    @Test("Values of unknown variants may be dropped, including an object without keys")
    func theRestMayBeLeftOut() throws {
        struct Holder: Model, Equatable {
            var maybe: Known?
            var usual: Known
            var named: [String: Known]
            static let mapping = Mapping(.default(\Holder.usual, .ping))
        }
        for unknown in ["{}", #"{"x": 1}"#, #"{"x": [{"number": 1}], "y": {}, "x": null}"#, #""pong""#, "5", "[1]"] {
            #expect(
                try decodeEveryWay([Known].self, #"["ping", \#(unknown), {"number": 2}]"#) == [.ping, .number(2)],
                "\(unknown)")
            #expect(
                try decodeEveryWay(
                    Holder.self,
                    #"{"maybe": \#(unknown), "usual": \#(unknown), "named": {"a": \#(unknown), "b": {"ping": null}}}"#)
                    == Holder(maybe: nil, usual: .ping, named: ["b": .ping]), "\(unknown)")
            #expect(
                try decodeEveryWay(Late<Known>.self, #"{"c": [\#(unknown), {"number": 2}], "t": "list"}"#)
                    == .list([.number(2)]), "\(unknown)")
        }
        expectDecoded(
            [Known].self, #"[{"x": 1, "y": 2, "longer": 3}]"#, as: [],
            decoder: .with { ($0.limits.keysPerObject, $0.limits.keyBytes) = (1, 1) })
    }

    @Test("If a value is required, an object without keys is an error")
    func whatHasToBeThere() {
        #expect(
            refusal(of: Known.self, "{}")
                == #"$: expected one of "message", "number", "ping", found an object without keys (unknownVariant, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: Known.self, #"{"x": 1}"#)
                == #"$.x: expected one of "message", "number", "ping", found "x" (unknownVariant, line 1, column 2, offset 1)"#
        )
        expectDecoded(OpenExternal.self, "{}", as: .other([:]))
        expectDecoded([Short].self, "[{}]", as: [.other])
    }

    @Test("A known key beside another one is an error, whichever comes first")
    func keysBesideKnownOnes() throws {
        func expect<Value: Polymorphic & Equatable & SendableMetatype>(
            _ type: Value.Type, _ object: String, _ key: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            // The last key is the one that is too many.
            let offset = Array(object.utf8).lastIndex(of: UInt8(ascii: "\"")).map { $0 - key.utf8.count - 1 }!
            let found = object.hasPrefix("{\"\(key)\"") ? "the key twice" : "a second key"
            func error(_ path: String, _ before: Int) -> String {
                "\(path).\(key): expected an object with one key, found \(found) (invalidValue, line 1, "
                    + "column \(offset + before + 1), offset \(offset + before))"
            }
            #expect(refusal(of: [Value].self, "[\(object)]") == error("$[0]", 1), sourceLocation: sourceLocation)
            #expect(
                refusal(of: Late<Value>.self, #"{"c":[\#(object)],"t":"list"}"#) == error("$.c[0]", 6),
                sourceLocation: sourceLocation)
            let report = DecodingReport()
            let tolerant = ModelDecoder.with {
                $0.badElements = .drop
                $0.report = report
            }
            #expect(
                try tolerant.decode([Value].self, from: "[\(object), {\"number\": 2}]").count == 1,
                sourceLocation: sourceLocation)
            #expect(report.errors.map(\.description) == [error("$[0]", 1)], sourceLocation: sourceLocation)
        }
        for (first, second) in [("number", "id"), ("id", "number"), ("number", "number")] {
            try expect(External.self, #"{"number": 1, "\#(second)": 7}"#, second)
            try expect(Known.self, #"{"\#(first)": 1, "\#(second)": 7}"#, second)
            try expect(Short.self, #"{"\#(first)": 1, "\#(second)": 7}"#, second)
        }
        // For a required value, the first key is already an error.
        #expect(refusal(of: Known.self, #"{"id": 1, "number": 7}"#).hasPrefix("$.id: expected one of"))
        #expect(
            refusal(of: Short.self, #"{"id": 1, "number": 7}"#)
                == "$.number: expected an object with one key, found a second key (invalidValue, line 1, column 11, offset 10)"
        )
        try expect(Known.self, #"{"x": [{}], "y": 1, "number": 7}"#, "number")
        try expect(Short.self, #"{"x": [{}], "y": 1, "number": [{}]}"#, "number")
    }

    @Test("An object of unknown keys is of an unknown variant, however many it has")
    func unknownKeysAlone() {
        let json = #"[{"x": 1, "y": {"number": 2}, "x": 3}, {"number": 1}, {}]"#
        expectDecoded([Known].self, json, as: [.number(1)])
        expectDecoded([Short].self, json, as: [.other, .number(1), .other])
        expectDecoded(Late<Short>.self, #"{"c": \#(json), "t": "list"}"#, as: .list([.other, .number(1), .other]))
        expectDecoded(
            [OpenExternal].self, #"[{"y": {"ping": 2}, "x": 3}, {"ping": null}]"#,
            as: [.other(["y": ["ping": 2], "x": 3]), .ping])
    }

    @Test("A value that begins with an unknown key is kept for the rest variant, up to the limit")
    func whatIsKeptIsBounded() {
        let decoder = ModelDecoder.with { $0.limits.bufferedBytes = 20 }
        #expect(
            refusal(of: OpenExternal.self, #"{"x": "longer than twenty bytes"}"#, decoder: decoder)
                == "$: expected at most 20 bytes (bufferLimit, line 1, column 7, offset 6); a higher limits.bufferedBytes allows it"
        )
        expectDecoded(
            OpenExternal.self, #"{"message": {"text": "longer than twenty bytes"}}"#,
            as: .message(Message(text: "longer than twenty bytes")), decoder: decoder)
    }

    // MARK: - Adjacent

    @Test func tagAndContentMayComeInEitherOrder() {
        expectDecoded(Adjacent.self, #"{"t": "message", "c": {"text": "a"}}"#, as: .message(Message(text: "a")))
        expectDecoded(
            Adjacent.self, #"{"c": {"text": "a", "raw": [ 1]}, "t": "message"}"#,
            as: .message(Message(text: "a", raw: RawJSON(uncheckedBytes: Array("[ 1]".utf8)))))
        expectDecoded(Adjacent.self, #"{"x": [], "c": 1, "y": 1, "t": "number", "z": {}}"#, as: .number(1))
        expectDecoded(Adjacent.self, #"{"t": "number", "x": {}, "c": 1}"#, as: .number(1))
    }

    @Test func contentMayBeAbsentWhereThereIsNone() {
        expectDecoded(Adjacent.self, #"{"t": "ping"}"#, as: .ping)
        expectDecoded(Adjacent.self, #"{"c": null, "t": "ping"}"#, as: .ping)
        expectDecoded(Adjacent.self, #"{"t": "maybe"}"#, as: .maybe(nil))
        expectDecoded(Adjacent.self, #"{"t": "maybe", "c": null}"#, as: .maybe(nil))
        expectError(.missingKeys, at: 14, path: "$", decoding: Adjacent.self, #"{"t": "number"}"#)
        expectError(.missingKeys, at: 7, path: "$", decoding: Adjacent.self, #"{"c": 1}"#)
        expectError(.typeMismatch, at: 19, path: "$.c", decoding: Adjacent.self, #"{"t": "ping", "c": []}"#)
    }

    @Test func errorsWithinHaveTheContentInTheirPath() {
        expectError(
            .typeMismatch, at: 31, path: "$.c.text", decoding: Adjacent.self, #"{"t": "message", "c": {"text": 1}}"#)
        expectError(
            .typeMismatch, at: 15, path: "$.c.text", decoding: Adjacent.self, #"{"c": {"text": 1}, "t": "message"}"#)
        expectError(.unknownVariant, at: 6, path: "$.t", decoding: Adjacent.self, #"{"t": "x", "c": 1}"#)
        expectError(.unknownVariant, at: 14, path: "$.t", decoding: Adjacent.self, #"{"c": 1, "t": "x"}"#)
        expectError(
            .unknownKey, at: 15, path: "$.x", decoding: Adjacent.self, #"{"t": "number","x":1,"c":1}"#,
            decoder: .with { $0.unknownKeys = .error })
    }

    @Test func contentMayOccurTwice() {
        let json = #"{"t": "list", "c": [{"t":"ping"}], "c": []}"#
        expectDecoded(Adjacent.self, json, as: .list([]))
        expectDecoded(Adjacent.self, json, as: .list([.ping]), decoder: .with { $0.duplicateKeys = .first })
        expectError(
            .duplicateKey, at: 35, path: "$.c", decoding: Adjacent.self, json,
            decoder: .with { $0.duplicateKeys = .error })
        expectError(
            .unknownVariant, at: 28, path: "$.t", decoding: Adjacent.self, #"{"t": "number", "c": 1,"t": "ping"}"#)
    }

    @Test func theyNest() {
        let json = #"{"c": [{"c": 1, "t": "number"}, {"c": [{"t": "ping"}], "t": "list"}], "t": "list"}"#
        expectDecoded(Adjacent.self, json, as: .list([.number(1), .list([.ping])]))
    }
}
