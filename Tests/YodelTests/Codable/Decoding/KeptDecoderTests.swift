import Foundation
import Testing

@testable import Yodel

/// A decoder or container that a type keeps does not change.
@Suite struct KeptDecoderTests {
    /// Keeps everything that it can.
    private struct Keeper: Decodable {
        let decoder: any Decoder
        let keyed: KeyedDecodingContainer<TestKey>?
        let unkeyed: (any UnkeyedDecodingContainer)?

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            keyed = try? decoder.container(keyedBy: TestKey.self)
            unkeyed = try? decoder.unkeyedContainer()
        }
    }

    private struct Part: Decodable, Equatable { var a: [Int] }

    private final class SessionBox: @unchecked Sendable { weak var session: TapeSession? }

    /// Decodes other documents, which must not reuse the memory of kept ones.
    private func decodeOthers(by decoder: YodelJSONDecoder) throws {
        for count in 1..<20 {
            let other = "[" + Array(repeating: #"{"a": [9]}"#, count: count).joined(separator: ",") + "]"
            #expect(try decoder.decode([Part].self, from: other).count == count)
        }
    }

    /// One of many key types.
    private struct OtherKey<Tag>: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let document = #"{"k": [{"a": [1]}, {"a": [2, 3]}, {"a": [4]}, [5]], "l": {"a": [6]}, "n": 7}"#

    private struct Whole: Decodable {
        var k: [Keeper]
        var l: Keeper
        var n: Keeper
    }

    @Test func keptDecodersAreReadAfterwards() throws {
        let decoder = YodelJSONDecoder()
        var whole: Whole? = try decoder.decode(Whole.self, from: Data(Self.document.utf8))
        try decodeOthers(by: decoder)
        let kept = try #require(whole)
        #expect(try kept.k.prefix(3).map { try Part(from: $0.decoder).a } == [[1], [2, 3], [4]])
        #expect(try [Int](from: kept.k[3].decoder) == [5])
        #expect(
            kept.k.map { CodableContainerText.of($0.decoder.codingPath) } == (0..<4).map { "k(-)/Index \($0)(\($0))" })
        #expect(try kept.k[1].keyed?.decode([Int].self, forKey: "a") == [2, 3])
        var elements = try #require(kept.k[3].unkeyed)
        #expect(try elements.decode(Int.self) == 5)
        #expect(try Part(from: kept.l.decoder).a == [6])
        #expect(try Int(from: kept.n.decoder) == 7)
        let error = #expect(throws: DecodingError.self) { try String(from: kept.n.decoder) }
        #expect(error.map(CodableOutcome<Int>.text) == "typeMismatch String at n(-)")
        whole = nil
        #expect(try Part(from: kept.l.decoder).a == [6])
    }

    @Test func containersAreKeptWithoutTheirDecoders() throws {
        struct Keeper: Decodable {
            let members: KeyedDecodingContainer<TestKey>
            let text: String?

            init(from decoder: any Decoder) throws {
                members = try decoder.container(keyedBy: TestKey.self)
                text = try decoder.container(keyedBy: OtherKey<Int>.self).decodeIfPresent(
                    String.self, forKey: OtherKey(stringValue: "s")!)
            }
        }
        struct Whole: Decodable {
            var list: [Keeper]
            var more: [String: Keeper]
            var one: Keeper
            let members: KeyedDecodingContainer<TestKey>

            init(from decoder: any Decoder) throws {
                members = try decoder.container(keyedBy: TestKey.self)
                list = try members.decode([Keeper].self, forKey: "list")
                more = try members.decode([String: Keeper].self, forKey: "more")
                one = try members.decode(Keeper.self, forKey: "one")
            }
        }
        let list = (0..<100).map { #"{"n": \#($0), "s": "text \#($0)"}"# }.joined(separator: ",")
        let document = #"{"list": [\#(list)], "more": {"a": {"n": -1}, "b": {"n": -2}}, "one": {"n": [7]}}"#
        let decoder = YodelJSONDecoder()
        let whole = try decoder.decode(Whole.self, from: document)
        try decodeOthers(by: decoder)
        for (number, keeper) in whole.list.enumerated() {
            #expect(keeper.text == "text \(number)")
            #expect(try keeper.members.decode(Int.self, forKey: "n") == number)
            let error = #expect(throws: DecodingError.self) {
                try keeper.members.decode(Int.self, forKey: "s")
            }
            #expect(
                error.map(CodableOutcome<Int>.text) == "typeMismatch Int at list(-)/Index \(number)(\(number))/s(-)")
        }
        #expect(try whole.more["a"]?.members.decode(Int.self, forKey: "n") == -1)
        #expect(try whole.more["b"]?.members.decode(Int.self, forKey: "n") == -2)
        #expect(try whole.one.members.decode([Int].self, forKey: "n") == [7])
        #expect(try whole.members.decode([Keeper].self, forKey: "list").count == 100)
        #expect(CodableContainerText.of(whole.list[3].members.codingPath) == "list(-)/Index 3(3)")
    }

    @Test func aDecoderHasContainersForAnyNumberOfTypesOfKeys() throws {
        struct Item: Decodable {
            var numbers: [Int] = []

            init(from decoder: any Decoder) throws {
                func number<Tag: Decodable>(_ tag: Tag.Type) throws -> Int {
                    try decoder.container(keyedBy: OtherKey<Tag>.self).decode(
                        Int.self, forKey: OtherKey(stringValue: "n")!)
                }
                let first = try number(String.self)
                // In another order for each item, so that they replace each other.
                for index in 0..<(first % 12) {
                    let type = allIntegerTypes[(first + index) % allIntegerTypes.count]
                    numbers.append(try number(type))
                }
            }
        }
        let document = "[" + (0..<50).map { #"{"n": \#($0)}"# }.joined(separator: ",") + "]"
        let items = try YodelJSONDecoder().decode([Item].self, from: document)
        for (number, item) in items.enumerated() {
            #expect(item.numbers == Array(repeating: number, count: number % 12))
        }
    }

    @Test func containersThatHaveBeenKeptAreLetGo() throws {
        struct Keeper: Decodable {
            let members: KeyedDecodingContainer<TestKey>

            init(from decoder: any Decoder) throws {
                members = try decoder.container(keyedBy: TestKey.self)
                (decoder.userInfo[.probe] as? @Sendable (any Decoder) -> Void)?(decoder)
            }
        }
        let box = SessionBox()
        let decoder = YodelJSONDecoder()
        decoder.userInfo[.probe] = { box.session = ($0 as? TapeDecoder)?.session } as @Sendable (any Decoder) -> Void
        var kept = try decoder.decode([Keeper].self, from: #"[{"n": 1}, {"n": 2}]"#)
        decoder.userInfo = [:]
        _ = try decoder.decode([Int].self, from: "[1]")
        #expect(box.session != nil)
        #expect(try kept[1].members.decode(Int.self, forKey: "n") == 2)
        kept = []
        // Each document checks a few kept decoders, including those of other tests.
        for _ in 0..<1000 where box.session != nil { _ = try decoder.decode([Int].self, from: "[1]") }
        #expect(box.session == nil)
    }

    @Test func containersAreTheReferencesTheyAreTakenFor() {
        #expect(LentContainers.areBoxes)
    }

    @Test func rootsAndSupersAreKept() throws {
        struct Root: Decodable {
            let decoder: any Decoder
            let parent: any Decoder

            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                parent = try decoder.container(keyedBy: TestKey.self).superDecoder(forKey: "l")
            }
        }
        let decoder = YodelJSONDecoder()
        let roots = try (0..<3).map { _ in try decoder.decode(Root.self, from: Data(Self.document.utf8)) }
        for root in roots {
            #expect(try Part(from: root.parent).a == [6])
            #expect(CodableContainerText.of(root.parent.codingPath) == "l(-)")
            #expect(try root.decoder.container(keyedBy: TestKey.self).decode(Int.self, forKey: "n") == 7)
        }
    }

    @Test func decodersThatFailAreKeptToo() throws {
        final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
        let box = Box()
        let decoder = YodelJSONDecoder()
        // Breaks the cycle of the kept decoder and the closure.
        defer { box.decoder = nil }
        decoder.setProbe { decoder -> Int in
            box.decoder = decoder
            throw CocoaError(.coderInvalidValue)
        }
        #expect(throws: CocoaError.self) { try decoder.decode([Probe<Int>].self, from: "[1, 2]") }
        #expect(try Int(from: try #require(box.decoder)) == 1)
        #expect(throws: CocoaError.self) { try decoder.decode([Probe<Int>].self, from: "[3, 4]") }
        #expect(try Int(from: try #require(box.decoder)) == 3)
    }

    @Test func aDecoderMayBeUsedWhileItDecodes() throws {
        let decoder = YodelJSONDecoder()
        // Breaks the cycle of the closure and the decoder.
        defer { decoder.userInfo = [:] }
        decoder.setProbe { outer in
            let text = try String(from: outer)
            return text.isEmpty ? 0 : 1 + (try decoder.decode(Probe<Int>.self, from: "\"\(text.dropFirst())\"").value)
        }
        #expect(try decoder.decode([Probe<Int>].self, from: #"["abcdefgh", "", "ab"]"#).map(\.value) == [8, 0, 2])
    }

    @Test func decodersAreUsedByManyThreads() async throws {
        struct Item: Decodable, Equatable, Sendable {
            var userName: String
            var parts: [Part]
        }
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = .convertFromSnakeCase }
        try await withThrowingTaskGroup(of: [Item].self) { group in
            for number in 0..<8 {
                group.addTask {
                    var items: [Item] = []
                    for count in 0..<20 {
                        let parts = Array(repeating: #"{"a": [\#(number), \#(count)]}"#, count: count).joined(
                            separator: ",")
                        items.append(
                            try decoder.decode(Item.self, from: #"{"user_name": "\#(number)", "parts": [\#(parts)]}"#))
                    }
                    decoder.limits.depth = 100 + number
                    return items
                }
            }
            for try await items in group {
                for (count, item) in items.enumerated() {
                    #expect(item.parts == Array(repeating: Part(a: [Int(item.userName)!, count]), count: count))
                }
            }
        }
    }

    @Test func memoryIsUsedAgainUnlessItIsKept() throws {
        final class Box: @unchecked Sendable {
            /// Kept, so that no other session gets its address.
            var sessions: [TapeSession] = []
            var kept: (any Decoder)?
        }
        let box = Box()
        let decoder = YodelJSONDecoder()
        defer { (box.sessions, box.kept) = ([], nil) }
        func session(keeping isKept: Bool) throws -> ObjectIdentifier {
            decoder.setProbe { decoder in
                (decoder as? TapeDecoder).map { box.sessions.append($0.session) }
                box.kept = isKept ? decoder : nil
                return try decoder.container(keyedBy: TestKey.self).decode(Int.self, forKey: "a")
            }
            #expect(try decoder.decode([Probe<Int>].self, from: #"[{"a": 1}, {"a": 2}]"#).map(\.value) == [1, 2])
            return ObjectIdentifier(try #require(box.sessions.last))
        }
        let first = try session(keeping: false)
        #expect(try session(keeping: false) == first)
        // A document that fails also returns its memory.
        #expect(throws: DecodingError.self) { try decoder.decode([Probe<Int>].self, from: #"[{"a": 1}, {}]"#) }
        #expect(throws: DecodingError.self) { try decoder.decode([Probe<Int>].self, from: #"[{"a": 1}, {]"#) }
        #expect(try session(keeping: false) == first)
        #expect(try session(keeping: true) == first)
        #expect(try session(keeping: false) != first)
    }

    @Test func nothingLeaks() throws {
        final class Counted: Decodable {
            nonisolated(unsafe) static var alive = 0
            private let number: Int

            init(from decoder: any Decoder) throws {
                number = try Int(from: decoder)
                Self.alive += 1
            }

            deinit { Self.alive -= 1 }
        }
        struct Holder: Decodable {
            var list: [Counted]
            var more: [String: [Counted?]]
        }
        let decoder = YodelJSONDecoder()
        for document in [
            #"{"list": [1, 2, 3], "more": {"a": [4, null]}}"#, #"{"list": [1, 2, "x"], "more": {}}"#,
            #"{"list": [1, 2], "more": {"a": [1, null, true]}}"#, #"{"list": [1, 2], "more": {"a": [1]}, "x": }"#,
            #"{"list": [1], "more": {"a": [1], "a": [2], "b": 3}}"#,
        ] {
            _ = try? decoder.decode(Holder.self, from: document)
            #expect(Counted.alive == 0)
        }
        let box = SessionBox()
        decoder.setProbe { decoder in
            box.session = (decoder as? TapeDecoder)?.session
            _ = try decoder.container(keyedBy: TestKey.self).superDecoder()
            return 0
        }
        do {
            let other = YodelJSONDecoder.with { $0.userInfo = decoder.userInfo }
            _ = try other.decode([Probe<Int>].self, from: "[{}, {}]")
            #expect(box.session != nil)
        }
        #expect(box.session == nil)
    }
}
