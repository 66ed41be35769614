import Testing

@testable import Yodel

// Types selected by a tag, by a key, by trying, by a function.

extension Golden {
    static var variants: [Golden] {
        documents(
            of: Event.self,
            [
                #"{"type": ["ping"]}"#:
                    #"$.type: expected one of "message", "msg", "login", "ping", 7, found an array (typeMismatch, line 1, column 10, offset 9)"#,
                #"{"type": "7"}"#:
                    #"$.type: expected one of "message", "msg", "login", "ping", 7, found the string "7" (unknownVariant, line 1, column 10, offset 9); conversions = .lenient converts it"#,
                #"{"type": null}"#:
                    #"$.type: expected one of "message", "msg", "login", "ping", 7, found null (nullValue, line 1, column 10, offset 9)"#,
                #"{"text": "hello"}"#: #"$: missing keys: "type" (missingKeys, line 1, column 17, offset 16)"#,
                #"{"type": "message"}"#: #"$: missing keys: "text" (missingKeys, line 1, column 19, offset 18)"#,
                #"{"text": 1, "type": "message"}"#:
                    "$.text: expected String, found the number 1 (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it",
                #"{"type": "login", "user": "a", "type": "ping"}"#:
                    #"$.type: expected "login", found the string "ping" (unknownVariant, line 1, column 40, offset 39)"#,
                "7": "$: expected Event, found the number 7 (typeMismatch, line 1, column 1, offset 0)",
            ])
            + documents(
                of: External.self,
                [
                    #"{"pong": 1}"#:
                        #"$.pong: expected one of "message", "number", "maybe", "ping", found "pong" (unknownVariant, line 1, column 2, offset 1)"#,
                    #"{"number": 1, "message": {}}"#:
                        "$.message: expected an object with one key, found a second key (invalidValue, line 1, column 15, offset 14)",
                    "{}":
                        #"$: expected one of "message", "number", "maybe", "ping", found an object without keys (unknownVariant, line 1, column 2, offset 1)"#,
                    #""number""#:
                        #"$: expected an object with the key "number", found the string "number" (typeMismatch, line 1, column 1, offset 0)"#,
                    #"{"ping": 1}"#:
                        "$.ping: expected null, found the number 1 (typeMismatch, line 1, column 10, offset 9)",
                ]) + [
                Golden(
                    [Event].self, #"[{"type": "pong"}]"#,
                    #"$[0].type: expected one of "message", "msg", "login", "ping", 7, found the string "pong" (unknownVariant, line 1, column 11, offset 10)"#
                ),
                Golden(
                    Counted.Seven.self, #"{"kind": "7"}"#,
                    #"$.kind: expected 7, found the string "7" (unknownVariant, line 1, column 10, offset 9); conversions = .lenient converts it"#
                ),
                Golden(
                    Counted.Seven.self, #"{"kind": "8"}"#,
                    #"$.kind: expected 7, found the string "8" (unknownVariant, line 1, column 10, offset 9)"#),
                Golden(
                    Adjacent.self, #"{"t": "number"}"#,
                    #"$: missing keys: "c" (missingKeys, line 1, column 15, offset 14)"#),
                Golden(
                    Adjacent.self, #"{"t": "number", "c": "x"}"#,
                    #"$.c: expected Int, found the string "x" (typeMismatch, line 1, column 22, offset 21)"#),
                Golden(
                    Adjacent.self, #"{"t": "number", "c": 1, "c": 2}"#,
                    "$.c: found the key twice (duplicateKey, line 1, column 25, offset 24); duplicateKeys = .last takes the last value"
                ) { $0.duplicateKeys = .error },
                Golden(
                    Untagged.self, "1.5",
                    "$: no variant fits: Int: $: expected Int, found the number 1.5; String: $: expected String, found the number 1.5; Login: $: expected Login, found the number 1.5; Message: $: expected Message, found the number 1.5; [Untagged]: $: expected [Untagged], found the number 1.5; null: $: expected null, found the number 1.5 (noMatchingVariant, line 1, column 1, offset 0)"
                ),
                Golden(
                    [Untagged].self, #"[1, {"text": 2}]"#,
                    #"$[1]: no variant fits: Int: $: expected Int, found an object; String: $: expected String, found an object; Login: $: missing keys: "user"; Message: $.text: expected String, found the number 2; [Untagged]: $: expected [Untagged], found an object; null: $: expected null, found an object (noMatchingVariant, line 1, column 5, offset 4)"#
                ),
                Golden(
                    Figure.self, #"{"corners": 5}"#,
                    #"$: expected one of "circle", "square", found nil from the choosing function (unknownVariant, line 1, column 1, offset 0)"#
                ),
            ]
    }
}

private class Counted: DefaultedModel, Polymorphic {
    required init() {}
    class var variants: Variants<Counted> { Variants("kind", .type(7, Seven.self), .type(8, Eight.self)) }

    final class Seven: Counted {}
    final class Eight: Counted {}
}
