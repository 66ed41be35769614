import Testing

@testable import Yodel

// Items that cannot be written, and invalid places for them.

extension Golden {
    static var outputs: [Golden] {
        [
            .output(
                [1, .nan], as: .lines,
                "item 1: $[1]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it; 1 item was written"
            ),
            .output(
                [1, 2, .nan], as: .array(at: "data.items"),
                "item 2: $.data.items[2]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it; 2 items were written, and the array is not closed"
            ),
            .output(
                [Double.nan, 1, .nan], as: .array,
                "item 2: $[2]: expected at most 1 item to fail, found 2 failures in 3 items (failureLimit); a higher failureBudget allows it: $[2]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it; 1 item was written, and the array is not closed"
            ) {
                $1.badItems = .drop
                $1.failureBudget = FailureBudget(count: 1)
            },
            .output(
                ["much too long"], as: .lines,
                "item 0: $[0]: expected at most 8 bytes, found more (itemLimit); a higher maxItemBytes allows it; no item was written"
            ) { $1.maxItemBytes = 8 },
            .output(
                [1, 2], as: .lines,
                "item 1: $[1]: expected at most 3 bytes (documentLimit); a higher limits.documentBytes allows it; 1 item was written"
            ) { encoder, _ in encoder.limits.documentBytes = 3 },
            .output(
                [1], as: .array(at: "a.b"),
                "$.a.b: expected at most 2 levels (depthLimit); a higher limits.depth allows it; no item was written"
            ) { encoder, _ in encoder.limits.depth = 2 },
            .output(
                [1], as: .array(at: "pages[*].items"),
                "$: items are written to one array, but the path $.pages[*].items leads to several (invalidOutput); no item was written"
            ),
            .output(
                [1], as: .array(at: "pages[2].items", envelope: ["pages": [1]] as JSONValue),
                "$: the envelope has no element 2 on the path $.pages[2].items (invalidOutput); no item was written"),
            .output(
                [1], as: .array(at: FeedPath(Array(repeating: .key("a"), count: 600))),
                "$: the path has 600 steps, and at most 512 are allowed (invalidOutput); no item was written"),
            .output(
                [1], as: .array(at: "data.items", envelope: ["data": "none"]),
                "$.data: expected an object, found the string \"none\" (typeMismatch); no item was written"),
            .output(
                [1], as: .array(at: "data", envelope: ["data": [1, 2]]),
                "$.data: expected an empty array for the items, found an array of 2 elements (typeMismatch); no item was written"
            ),
            .output(
                [{ 1 }], as: .lines,
                "() -> Int: () -> Int cannot be decoded. A key path cannot name a closure: list the other properties with Mapping.listing, and let init() set it (unsupportedType); no item was written"
            ),
            .appending(
                as: .array, to: "[1]",
                "$: items cannot be appended to an array, which has an end: use lines or a text sequence (invalidOutput); no item was written"
            ),
            .appending(
                as: .concatenated, to: "1",
                "$: only lines and text sequences can be appended to (invalidOutput); no item was written"),
            .appending(
                as: .textSequence, to: "1\n",
                "$: the file is not a text sequence: it has no record separator (invalidOutput); no item was written"),
            .appending(
                as: .lines, to: "1\nhello",
                "$: the last item of the file is invalid JSON from offset 2 on (invalidOutput); no item was written"),
            .appending(
                as: {
                    var output = FeedOutput.lines
                    output.maxItemBytes = 8
                    return output
                }(), to: "1\n\"much too lo",
                "$: expected at most 8 bytes in the last item of the file, found more (itemLimit); a higher maxItemBytes allows it; no item was written"
            ),
        ]
    }
}
