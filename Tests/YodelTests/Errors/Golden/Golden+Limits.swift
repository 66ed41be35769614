import DifferentialKit
import Testing

@testable import Yodel

// Documents that exceed the decoder's depth, length or size.

extension Golden {
    /// Each level is decoded once for each variant.
    indirect enum Tree: Polymorphic {
        case first(First), second(Second), third(Third)
        struct First: Model { var next: [Tree]; var a: Int }
        struct Second: Model { var next: [Tree]; var b: Int }
        struct Third: Model { var next: [Tree]; var c: Int }
        static let variants = Variants<Tree>(.untagged, .case(Tree.first), .case(Tree.second), .case(Tree.third))
    }

    /// A number with a constant hash.
    struct Dull: ModelScalar, Hashable {
        var scalar: JSONScalar
        func hash(into hasher: inout Hasher) {}
    }

    static var limits: [Golden] {
        [
            Golden(
                JSONValue.self, "[[[1]]]",
                "$[0][0]: expected at most 2 levels (depthLimit, line 1, column 3, offset 2); a higher limits.depth allows it"
            ) { $0.limits.depth = 2 },
            Golden(
                Book.self, #"{"title": "", "unknown": {"a": {"b": []}}}"#,
                "$: expected at most 3 levels (depthLimit, line 1, column 38, offset 37); a higher limits.depth allows it"
            ) { $0.limits.depth = 3 },
            Golden(
                Book.self, #"{"title": "Persuasion"}"#,
                "$.title: expected at most 8 bytes (stringLimit, line 1, column 11, offset 10); a higher limits.stringBytes allows it"
            ) { $0.limits.stringBytes = 8 },
            Golden(
                Book.self, #"{"title": "e\u0323\u0302\u0301"}"#,
                "$.title: expected at most 2 combining marks in a row (combiningMarkLimit, line 1, column 11, offset 10); a higher limits.combiningMarks allows it"
            ) { $0.limits.combiningMarks = 2 },
            Golden(
                [String: Int].self, #"{"persuasion": 1}"#,
                "$: expected at most 8 bytes (keyLimit, line 1, column 2, offset 1); a higher limits.keyBytes allows it"
            ) { $0.limits.keyBytes = 8 },
            Golden(
                [Double].self, "[0.1234567890]",
                "$[0]: expected at most 8 characters (numberLimit, line 1, column 2, offset 1); a higher limits.numberCharacters allows it"
            ) { $0.limits.numberCharacters = 8 },
            Golden(
                Set<Dull>.self, "[" + (0...64).map { "\($0)" }.joined(separator: ",") + "]",
                "$: expected at most 64 different elements with the same hash (collisionLimit, line 1, column 186, offset 185)"
            ),
            Golden(
                [Int].self, "[1,\n2, 3]",
                "$[2]: expected at most 8 bytes (documentLimit, line 2, column 5, offset 8); a higher limits.documentBytes allows it"
            ) { $0.limits.documentBytes = 8 },
            Golden(
                [String: Int].self, #"{"a": 1, "b": 2, "c": 3}"#,
                "$: expected at most 2 keys (keyCountLimit, line 1, column 18, offset 17); a higher limits.keysPerObject allows it"
            ) { $0.limits.keysPerObject = 2 },
            Golden(
                OpenEvent.self, #"{"text": "quite long", "type": "message"}"#,
                "$: expected at most 16 bytes (bufferLimit, line 1, column 10, offset 9); a higher limits.bufferedBytes allows it"
            ) { $0.limits.bufferedBytes = 16 },
            .calling(
                "$.next[0].next[0].next[0].next[0].next[0].next[0].next[0].next[0].next[0].next[0].next[0]: expected values to be read again at most 0 times (replayLimit, line 1, column 144, offset 143); a higher limits.replays allows it"
            ) { () throws(ModelError) in
                let depth = 12
                let json =
                    String(repeating: #"{"next": ["#, count: depth) + #"{"next": [], "c": 1}"#
                    + String(repeating: #"], "c": 1}"#, count: depth)
                return try ModelDecoder.with { $0.limits.replays = 0 }.decode(Tree.self, from: json)
            },
            .feed(
                Feed(of: Book.self), #"[{"title": "Persuasion"}]"#,
                "$[0]: expected at most 16 bytes, found more (itemLimit, line 1, column 2, offset 1); a higher maxItemBytes allows it"
            ) { $0.maxItemBytes = 16 },
            .feed(
                Feed(of: Book.self, in: .lines), "{\"title\": \"Emma\"}\n{\"title\": \"Persuasion\"}",
                "$[1]: expected at most 20 bytes, found more (itemLimit, line 2, column 1, offset 18); a higher maxItemBytes allows it"
            ) {
                $0.maxItemBytes = 20
            },
            .feed(
                Feed(of: Int.self), #"[1, "a", 2, "b", 3]"#,
                #"$[3]: expected at most 1 item to fail, found 2 failures in 4 items (failureLimit, line 1, column 13, offset 12); a higher failureBudget allows it: $[3]: expected Int, found the string "b" (typeMismatch, line 1, column 13, offset 12)"#
            ) {
                $0.badItems = .drop
                $0.failureBudget = FailureBudget(count: 1)
            },
            .encoding([[[1]]], "$[0][0]: expected at most 2 levels (depthLimit); a higher limits.depth allows it") {
                $0.limits.depth = 2
            },
            .encoding(
                ["Emma", "Persuasion"],
                "$: expected at most 16 bytes (documentLimit); a higher limits.documentBytes allows it"
            ) { $0.limits.documentBytes = 16 },
            .calling("$: expected at most 16 bytes, found 21 bytes (capacityLimit)") { () throws(ModelError) in
                try [UInt8](room: 16) { span throws(ModelError) in
                    try ModelEncoder().encode(["Emma", "Persuasion"], appendingTo: &span)
                }
            },
        ]
    }
}
