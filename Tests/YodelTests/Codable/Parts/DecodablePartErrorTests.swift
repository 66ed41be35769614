import Foundation
import Testing

@testable import Yodel

@Suite("Errors of Decodable types in models have their places")
struct DecodablePartErrorTests {
    struct Line: Decodable {
        var sku: String
        var count: UInt8
        var dates: [Date]
        var tags: [String: [Int]]?
    }

    struct Order: Model {
        var id: Int
        var lines: [Line]
    }

    /// Expects the beginning of the error's line for an order with such a line.
    private func expectRefused(_ line: String, _ start: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = refusal(of: Order.self, "{\"id\": 1, \"lines\": [\n  \(line)]}")
        #expect(text.hasPrefix(start), "\(text)", sourceLocation: sourceLocation)
    }

    @Test("A value of another type: its own path, kind and place")
    func mismatches() {
        expectRefused(
            #"{"sku": 5, "count": 1, "dates": []}"#,
            "$.lines[0].sku: expected String, found the number 5 (typeMismatch, line 2, column 11, offset 31)")
        expectRefused(
            #"{"sku": "", "count": [{"a": 1}], "dates": []}"#,
            "$.lines[0].count: expected UInt8, found an array (typeMismatch, line 2, column 24, offset 44)")
        expectRefused(
            #"{"sku": "", "count": 1, "dates": [], "tags": {"é": [1,"x"]}}"#,
            #"$.lines[0].tags.é[1]: expected Int, found the string "x" (typeMismatch, line 2, column 58, offset 78)"#)
        expectRefused("7", "$.lines[0]: expected Line, found the number 7 (typeMismatch, line 2, column 3, offset 23)")
    }

    @Test("Null, missing keys, and numbers out of range")
    func others() {
        expectRefused(
            #"{"sku": null, "count": 1, "dates": []}"#,
            "$.lines[0].sku: expected String, found null (nullValue, line 2, column 11, offset 31)")
        expectRefused(
            #"{"sku": "", "count": 1}"#,
            #"$.lines[0]: missing keys: "dates" (missingKeys, line 2, column 25, offset 45)"#)
        expectRefused(
            #"{"sku": "", "count": 256, "dates": []}"#,
            "$.lines[0].count: expected UInt8, found the number 256 (numberOutOfRange, line 2, column 24, offset 44)")
    }

    struct Price: Model, Decodable {
        var count: Int
        var later: Lazy<Int>?
        init(from decoder: any Decoder) throws { throw CancellationError() }
    }

    @Test("Paths have the keys of the document, which a strategy changes for the type")
    func changedKeys() throws {
        struct Part: Decodable {
            var orderId: Int?
            var allPrices: [String: Price]?
        }
        struct Holder: Model { var onePart: Part }
        let decoder = ModelDecoder.with { $0.keys = .snakeCase }
        func refused(_ part: String) -> String {
            refusal(of: Holder.self, #"{"one_part": \#(part)}"#, decoder: decoder)
        }
        #expect(refused(#"{"order_id": 1.5}"#).hasPrefix("$.one_part.order_id: expected Int, found the number 1.5"))
        #expect(refused(#"{"orderId": 1.5}"#).hasPrefix("$.one_part.orderId: expected Int, found the number 1.5"))
        #expect(
            refused(#"{"all_prices": {"aB": {"count": []}}}"#)
                .hasPrefix("$.one_part.all_prices.aB.count: expected Int, found an array"))
        let json = #"{"one_part": {"all_prices": {"aB": {"count": 1, "later": []}}}}"#
        let later = try decoder.decode(Holder.self, from: json).onePart.allPrices?["aB"]?.later
        #expect(modelError { try later?.value() }?.path.description == "$.one_part.all_prices.aB.later")
    }

    private struct Looking: Model, Decodable, DidDecodeModel {
        var later: Lazy<Int>

        init(from decoder: any Decoder) throws { throw CancellationError() }

        mutating func didDecode() { _ = try? later.value() }
    }

    @Test("A lazy value that a hook uses has its place in the document, too")
    func lazyValuesInHooks() throws {
        struct Part: Decodable { var list: [Looking] }
        struct Holder: Model { var part: Part }
        func check(_ part: Part, path: String, at offset: Int) {
            // The second one is decoded where the first one was.
            for (index, looking) in part.list.enumerated() {
                modelError { try looking.later.value() }
                    .expect(.typeMismatch, at: offset + 14 * index, path: "\(path)list[\(index)].later")
            }
        }
        let json = #"{"list": [{"later": []},{"later": []}]}"#
        check(try YodelJSONDecoder().decode(Part.self, from: json), path: "$.", at: 20)
        check(try ModelDecoder().decode(Holder.self, from: #"{"part":\#(json)}"#).part, path: "$.part.", at: 28)
    }

    @Test("So has one around the items of a feed")
    func lazyValueAroundItems() throws {
        struct Part: Decodable { var found: Looking }
        struct Around: Model { var part: Part }
        let feed = Feed(of: Int.self, at: "part.found.page.items", envelope: Around.self)
        var reader = feed.reader(of: #"{"part":{"found":{"page":{"items":[1]}, "later":  []}}}"#)
        while let element = try reader.next() {
            guard case .envelope(let around) = element else { continue }
            modelError { try around.part.found.later.value() }
                .expect(.typeMismatch, at: 50, path: "$.part.found.later")
        }
        #expect(reader.ending == .complete)
    }

    /// A document may have many lazy values, hundreds of levels deep.
    @Test("The paths to values of one array share its path")
    func sharedPaths() throws {
        struct Element: Decodable {
            let path: PartPath

            init(from decoder: any Decoder) throws {
                let decoder = try #require(decoder as? TapeDecoder)
                path = decoder.partPath(to: decoder.value, .root)
            }
        }
        let lists = try YodelJSONDecoder().decode([String: [Element]].self, from: #"{"a": [{}, {}]}"#)
        let paths = try #require(lists["a"]).map(\.path)
        #expect(paths.map { "\(JSONPath($0.steps))" } == ["$.a[0]", "$.a[1]"])
        #expect(paths[0].node?.around === paths[1].node?.around)
    }

    @Test("Those to missing values do not")
    func pathsToMissingValues() throws {
        struct Element: Decodable {
            let paths: [PartPath]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: TestKey.self)
                paths = try ["a", "b"].map { key in
                    let decoder = try #require(container.superDecoder(forKey: TestKey(key)) as? TapeDecoder)
                    return decoder.partPath(to: decoder.value, .root)
                }
            }
        }
        let paths = try YodelJSONDecoder().decode([Element].self, from: "[{}, {}]").flatMap(\.paths)
        #expect(paths.map { "\(JSONPath($0.steps))" } == ["$[0].a", "$[0].b", "$[1].a", "$[1].b"])
    }

    /// ThreadSanitizer reports a race if the place is not known before the other thread asks for it.
    @Test("A lazy value that a hook passes to another thread has its place, too")
    func lazyValuesOnOtherThreads() async throws {
        struct Passing: Model, DidDecodeModel {
            var later: Lazy<Int>

            @TaskLocal static var tasks: Locked<[Task<String?, Never>]>?

            mutating func didDecode() {
                let later = later
                Self.tasks?.withLock { tasks in
                    tasks.append(Task.detached { modelError { try later.value() }?.path.description })
                }
            }
        }
        struct Passings: Model, Decodable {
            var all: [Passing]

            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        let elements = Array(repeating: #"{"later":[]}"#, count: 50).joined(separator: ",")
        let tasks = Locked<[Task<String?, Never>]>([])
        try Passing.$tasks.withValue(tasks) {
            _ = try YodelJSONDecoder().decode([Passings].self, from: #"[{"all":[\#(elements)]}]"#)
        }
        for (index, task) in tasks.withLock(\.self).enumerated() {
            #expect(await task.value == "$[0].all[\(index)].later")
        }
    }

    @Test("A date is read like the decoder's other dates, with the same errors")
    func dates() throws {
        expectRefused(
            #"{"sku": "", "count": 1, "dates": ["2020-01-01T00:00:00Z", "soon"]}"#,
            #"$.lines[0].dates[1]: expected Date, found the string "soon" (invalidValue, line 2, column 61, offset 81); dates = .iso8601 reads "2024-02-29T23:59:59Z""#
        )
    }

    @Test("A client's own error is kept, with the place of its value")
    func own() throws {
        struct Refused: Error, CustomStringConvertible { var description: String { "not on Sundays" } }
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Refused() }
        }
        struct Holder: Model { var picky: Picky }
        #expect(
            refusal(of: Holder.self, #"{"picky": {"a": 1}}"#)
                == "$.picky: expected Picky (invalidValue, line 1, column 11, offset 10): not on Sundays")
        struct Corrupted: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try list.decode(Int.self)
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "odd")
            }
        }
        struct CorruptedHolder: Model { var list: Corrupted }
        let text = refusal(of: CorruptedHolder.self, #"{"list": [1, [2]]}"#)
        #expect(text.hasPrefix("$.list[1]: found an array (invalidValue, line 1, column 14"))
        #expect(text.contains("odd"))
    }

    /// Its payload is JSON text in a string, which its own code decodes.
    private struct Message: Decodable {
        var payload: Int8

        private enum CodingKeys: CodingKey { case payload, checked }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard container.contains(.checked) else {
                let text = try container.decode(String.self, forKey: .payload)
                payload = try YodelJSONDecoder().decode([Int8].self, from: text)[0]
                return
            }
            do {
                let text = try container.decode(String.self, forKey: .checked)
                payload = try ModelDecoder().decode([Int8].self, from: text)[0]
            } catch let error as ModelError {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [CodingKeys.checked], debugDescription: "odd", underlyingError: error))
            }
        }
    }

    @Test("An error of another document, which the type decoded, has the place of the type's value or coding path")
    func otherDocuments() throws {
        struct Holder: Model { var message: Message }
        for text in ["[300]", #"[\n300]"#, "[1.5]"] {
            let plain = refusal(of: Holder.self, #"{"message": {"payload": "\#(text)"}}"#)
            #expect(
                plain.hasPrefix(
                    "$.message: expected Message, found an object (invalidValue, line 1, column 13, offset 12): Number")
            )
            #expect(
                refusal(of: Holder.self, #"{"message": {"checked": "\#(text)"}}"#)
                    == #"$.message.checked: found the string "\#(text)" (invalidValue, line 1, column 25, offset 24): odd"#
            )
        }
    }

    @Test("So has one that the type kept when it decoded an earlier document")
    func keptErrors() throws {
        final class Kept: @unchecked Sendable { var error: (any Error)? }
        struct Keeping: Decodable {
            private static let kept = Kept()

            init(from decoder: any Decoder) throws {
                if let error = Self.kept.error { throw error }
                do { _ = try [Int8](from: decoder) } catch { Self.kept.error = error }
            }
        }
        let error = modelError { try ModelDecoder().decode([Keeping].self, from: "[[1,\n300],\n0]") }
        #expect(
            error?.description
                == "$[1]: expected Keeping, found the number 0 (invalidValue, line 3, column 1, offset 11): Number 300 does not fit Int8."
        )
    }

    @Test("The underlying error is the DecodingError, with the path relative to the part")
    func underlying() throws {
        let error = modelError { try ModelDecoder().decode(Order.self, from: #"{"id":1,"lines":[{"sku":1}]}"#) }
        guard case DecodingError.typeMismatch(_, let context)? = error?.underlying as? DecodingError else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["sku"])
    }

    @Test("Text that is not JSON, and limits, are errors of the document")
    func documents() {
        expectError(
            .unexpectedToken, at: 29, path: "$.lines[0]", decoding: Order.self, #"{"id":1,"lines":[{"sku": "", }]}"#)
        let deep = #"{"id":1,"lines":[{"sku":"","x":[[[]]]}]}"#
        let decoder = ModelDecoder.with { $0.limits.depth = 5 }
        expectError(.depthLimit, at: 33, decoding: Order.self, deep, decoder: decoder)
        expectError(.unexpectedEnd, at: 24, decoding: Order.self, #"{"id":1,"lines":[{"sku":"#)
    }

    @Test("Nesting too deep for a small stack is an error, not a crash")
    func stack() {
        final class Chain: Decodable { var next: Chain? }
        final class Link: DefaultedModel, Decodable {
            var next: Knot?
            init() {}
        }
        final class Knot: Decodable { var link: Link? }
        struct Holder: Model { var chain: Chain?, link: Link? }
        let depth = 500
        func nested(_ keys: [String]) -> String {
            (0..<depth).map { "{\"\(keys[$0 % keys.count])\": " }.joined() + "null"
                + String(repeating: "}", count: depth)
        }
        for json in [#"{"chain": \#(nested(["next"]))}"#, #"{"link": \#(nested(["next", "link"]))}"#] {
            let codes = [128 << 10, 512 << 10, 64 << 20].map { size in
                onStack(of: size) { modelError { try ModelDecoder().decode(Holder.self, from: json) }?.code }
            }
            #expect(codes.first == .depthLimit)
            #expect(codes[1] == nil || codes[1] == .depthLimit)
            #expect(codes.last! == nil)
        }
    }
}
