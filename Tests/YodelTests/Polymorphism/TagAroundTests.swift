import Testing

@testable import Yodel

/// Tags around the value: `{"message": …}` and `{"t": "message", "c": …}`.
@Suite struct TagAroundTests {
    // MARK: - External

    @Test func oneKeyIsTheTag() throws {
        #expect(
            try decodeEveryWay(External.self, #"{"message": {"text": "a"}}"#) == .message(Message(text: "a")))
        #expect(try decodeEveryWay(External.self, #"{"number": 12}"#) == .number(12))
        #expect(try decodeEveryWay(External.self, #"{"maybe": null}"#) == .maybe(nil))
        #expect(try decodeEveryWay(External.self, #"{"maybe": 1}"#) == .maybe(1))
        #expect(
            try decodeEveryWay([External].self, #"["ping", {"ping": null}, {"number":1}]"#) == [
                .ping, .ping, .number(1),
            ])
    }

    @Test func itIsTheOnlyKey() {
        expectError(
            .invalidValue, at: 14, path: "$.ping", decoding: External.self, #"{"number": 1, "ping": null}"#)
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
        expectError(
            .missingKeys, at: 13, path: "$.message", decoding: External.self, #"{"message": {}}"#)
    }

    @Test func theRestMayBeKept() throws {
        #expect(
            try decodeEveryWay(
                [OpenExternal].self, #"["ping", "pong", {"message": {"text": "a"}}, {"x": [1], "y": 2}, {}, 3]"#)
                == [
                    .ping, .other("pong"), .message(Message(text: "a")), .other(["x": [1], "y": 2]), .other([:]),
                    .other(3),
                ])
    }

    // MARK: - Adjacent

    @Test func tagAndContentMayComeInEitherOrder() throws {
        #expect(
            try decodeEveryWay(Adjacent.self, #"{"t": "message", "c": {"text": "a"}}"#) == .message(Message(text: "a")))
        #expect(
            try decodeEveryWay(Adjacent.self, #"{"c": {"text": "a", "raw": [ 1]}, "t": "message"}"#)
                == .message(Message(text: "a", raw: RawJSON(uncheckedBytes: Array("[ 1]".utf8)))))
        #expect(try decodeEveryWay(Adjacent.self, #"{"x": [], "c": 1, "y": 1, "t": "number", "z": {}}"#) == .number(1))
        #expect(try decodeEveryWay(Adjacent.self, #"{"t": "number", "x": {}, "c": 1}"#) == .number(1))
    }

    @Test func contentMayBeAbsentWhereThereIsNone() throws {
        #expect(try decodeEveryWay(Adjacent.self, #"{"t": "ping"}"#) == .ping)
        #expect(try decodeEveryWay(Adjacent.self, #"{"c": null, "t": "ping"}"#) == .ping)
        #expect(try decodeEveryWay(Adjacent.self, #"{"t": "maybe"}"#) == .maybe(nil))
        #expect(try decodeEveryWay(Adjacent.self, #"{"t": "maybe", "c": null}"#) == .maybe(nil))
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

    @Test func contentMayOccurTwice() throws {
        let json = #"{"t": "list", "c": [{"t":"ping"}], "c": []}"#
        #expect(try decodeEveryWay(Adjacent.self, json) == .list([]))
        #expect(try decodeEveryWay(Adjacent.self, json, decoder: .with { $0.duplicateKeys = .first }) == .list([.ping]))
        expectError(
            .duplicateKey, at: 35, path: "$.c", decoding: Adjacent.self, json,
            decoder: .with { $0.duplicateKeys = .error })
        expectError(
            .unknownVariant, at: 28, path: "$.t", decoding: Adjacent.self, #"{"t": "number", "c": 1,"t": "ping"}"#)
    }

    @Test func theyNest() throws {
        let json = #"{"c": [{"c": 1, "t": "number"}, {"c": [{"t": "ping"}], "t": "list"}], "t": "list"}"#
        #expect(try decodeEveryWay(Adjacent.self, json) == .list([.number(1), .list([.ping])]))
    }
}
