import BenchmarkModels
import Testing
import Yodel

@Suite(
    "Values written out of turn are where Foundation puts them",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct OutOfTurnTests {
    @Test("A container is found again in an object whose keys have been sorted")
    func sorted() throws {
        func value(_ name: some Encodable) -> Writing {
            Writing.object { container in
                var first = container.nestedContainer(keyedBy: TestKey.self, forKey: "first")
                var values = first.nestedUnkeyedContainer(forKey: "values")
                try first.encode(name, forKey: "name")
                var second = container.nestedContainer(keyedBy: TestKey.self, forKey: "second")
                try second.encode("Bob", forKey: "name")
                try values.encode(1)
            }
        }
        expectFoundationText(of: value([""]), #"{"first":{"name":[""],"values":[1]},"second":{"name":"Bob"}}"#)
        expectFoundationText(of: value([Int]()), #"{"first":{"name":[],"values":[1]},"second":{"name":"Bob"}}"#)
        expectFoundationText(of: value("Ada"), #"{"first":{"name":"Ada","values":[1]},"second":{"name":"Bob"}}"#)
        #expect(try yodelText(value("Ada")) == #"{"first":{"values":[1],"name":"Ada"},"second":{"name":"Bob"}}"#)
    }

    @Test("Several are found again, at several levels, each more than once")
    func sortedLevels() {
        expectFoundationText(
            of: Writing.object { container in
                var outer = container.nestedContainer(keyedBy: TestKey.self, forKey: "outer")
                var late = outer.nestedContainer(keyedBy: TestKey.self, forKey: "z")
                var list = late.nestedUnkeyedContainer(forKey: "y")
                var other = late.nestedUnkeyedContainer(forKey: "x")
                try outer.encode("é", forKey: "a long key, longer than fifteen bytes")
                var early = outer.nestedContainer(keyedBy: TestKey.self, forKey: "b")
                for round in 0..<3 {
                    try container.encode(round, forKey: "round")
                    try list.encode(round)
                    try early.encode(round, forKey: TestKey("\(9 - round)"))
                    try other.encode([round])
                    try late.encode(round, forKey: "w")
                }
            },
            #"{"outer":{"a long key, longer than fifteen bytes":"é","b":{"7":2,"8":1,"9":0},"#
                + #""z":{"w":2,"x":[[0],[1],[2]],"y":[0,1,2]}},"round":2}"#)
    }

    @Test("A container is found again after the value around it has been moved")
    func moved() throws {
        let rows = Writing.array { rows in
            var row = rows.nestedUnkeyedContainer()
            var xs = row.nestedUnkeyedContainer()
            try row.encode("a")
            try xs.encode(5)
            var ys = row.nestedUnkeyedContainer()
            try rows.encode("next")
            try row.encode("b")
            try ys.encode(6)
            try xs.encode(7)
            let counts = [rows.count, row.count, xs.count, ys.count]
            #expect(counts == [2, 4, 2, 1])
        }
        expectFoundationText(of: rows, #"[[[5,7],"a",[6],"b"],"next"]"#)
        expectFoundationText(of: ["k": [rows]], #"{"k":[[[[5,7],"a",[6],"b"],"next"]]}"#)
    }

    @Test("A superclass encoder waits for all of its containers, including nested ones")
    func superclasses() {
        func begin(
            _ container: inout KeyedEncodingContainer<TestKey>
        ) throws -> KeyedEncodingContainer<TestKey> {
            var base = container.superEncoder(forKey: "base").container(keyedBy: TestKey.self)
            var inner = base.nestedContainer(keyedBy: TestKey.self, forKey: "inner")
            try base.encode(0, forKey: "n")
            try inner.encode(0, forKey: "early")
            return inner
        }
        expectFoundationObject(#"{"base":{"inner":{"early":0,"late":1,"later":[2]},"n":0},"own":3}"#) { container in
            var inner = try begin(&container)
            try inner.encode(1, forKey: "late")
            try inner.encode([2], forKey: "later")
            try container.encode(3, forKey: "own")
        }
        expectFoundationArray(#"[[{"0":[0],"1":[1],"2":[2],"d":{"x":4},"k":{"z":1}},{}]]"#) { list in
            func begin() throws -> KeyedEncodingContainer<TestKey> {
                var elements = list.superEncoder().unkeyedContainer()
                var first = elements.nestedContainer(keyedBy: TestKey.self)
                _ = elements.nestedContainer(keyedBy: TestKey.self)
                try first.encode(["x": 4], forKey: "d")
                return first
            }
            var first = try begin()
            var inner = first.nestedContainer(keyedBy: TestKey.self, forKey: "k")
            for number in 0..<3 { try first.encode([number], forKey: TestKey("\(number)")) }
            try inner.encode(1, forKey: "z")
        }
    }

    /// Shared by a value's `encode(to:)` and the code around it.
    private final class Kept: @unchecked Sendable {
        var container: KeyedEncodingContainer<TestKey>?
        var list: (any UnkeyedEncodingContainer)?
        var encoder: (any Encoder)?
    }

    @Test("A write into a complete value is lost, wherever that value was written", arguments: [false, true])
    func completeValues(isMoved: Bool) {
        let kept = Kept()
        let outside = Kept()
        let inside = Writing.object { container in
            try container.encode(1, forKey: "a")
            kept.container = container
            kept.list = container.nestedUnkeyedContainer(forKey: "b")
            kept.encoder = container.superEncoder()
            if isMoved { try outside.container?.encode(2, forKey: "outside") }
        }
        expectFoundationText(#"{"inside":{"a":1,"b":[],"d":3}"# + (isMoved ? #","outside":2}"# : "}")) {
            outside.container = $0.container(keyedBy: TestKey.self)
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(inside, forKey: "inside")
            try kept.container?.encode("lost", forKey: "c")
            #expect(kept.list?.count == 0)
            try kept.list?.encode("lost")
            #expect(kept.list?.count == 1)
            if let encoder = kept.encoder { try ["lost"].encode(to: encoder) }
            (kept.container, kept.list, kept.encoder, outside.container) = (nil, nil, nil, nil)
            var again = container.nestedContainer(keyedBy: TestKey.self, forKey: "inside")
            try again.encode(3, forKey: "d")
        }
    }

    @Test("Writes into a container whose value was replaced are lost, also those into containers within it")
    func replacedContainers() {
        expectFoundationObject(#"{"list":[0],"object":{"b":0},"other":0}"#) { container in
            var list = container.nestedUnkeyedContainer(forKey: "list")
            var object = container.nestedContainer(keyedBy: TestKey.self, forKey: "object")
            try container.encode([0], forKey: "list")
            try container.encode(["b": 0], forKey: "object")
            try list.encode(1)
            try object.encode(1, forKey: "c")
            var inList = list.nestedContainer(keyedBy: TestKey.self)
            var inObject = object.nestedUnkeyedContainer(forKey: "d")
            try list.encode(2)
            try object.encode(2, forKey: "é")
            try container.encode(0, forKey: "other")
            try inList.encode(3, forKey: "e")
            try inObject.encode(3)
        }
    }

    @Test("A value that fails leaves nothing, and everything written around it meanwhile stays")
    func failures() throws {
        let outside = Kept()
        var kept: (any UnkeyedEncodingContainer)?
        let failing = Writing.object { container in
            try container.encode("gone", forKey: "gone")
            try outside.container?.encode("meanwhile", forKey: "z")
            try outside.list?.encode("meanwhile")
            kept = outside.list?.nestedUnkeyedContainer()
            throw TestFailure()
        }
        let object = Writing {
            outside.container = $0.container(keyedBy: TestKey.self)
            var container = $0.container(keyedBy: TestKey.self)
            try? container.encode(failing, forKey: "v")
            try container.encode(2, forKey: "w")
            try container.encode(
                Writing.object { container in
                    try? container.encode(["deep": [failing]], forKey: "v")
                    try container.encode(3, forKey: "w")
                }, forKey: "x")
            outside.container = nil
        }
        #expect(try yodelText(object) == #"{"z":"meanwhile","w":2,"x":{"w":3}}"#)
        let list = Writing {
            outside.list = $0.unkeyedContainer()
            var container = $0.unkeyedContainer()
            var first = container.nestedUnkeyedContainer()
            try? container.encode(failing)
            try container.encode(2)
            try kept?.encode("late")
            try first.encode("first")
            #expect(container.count == 4)
            (kept, outside.list) = (nil, nil)
        }
        #expect(try yodelText(list) == #"[["first"],"meanwhile",["late"],2]"#)
    }

    @Test("Writes into a container within a value that failed are lost")
    func containersOfFailures() {
        let kept = Kept()
        let failing = Writing.object { container in
            kept.container = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
            _ = kept.container?.nestedUnkeyedContainer(forKey: "list")
            try container.encode(1, forKey: "b")
            try kept.container?.encode(2, forKey: "c")
            throw TestFailure()
        }
        expectFoundationObject(#"{"d":[4]}"#) { container in
            try? container.encode(failing, forKey: "gone")
            var list = kept.container?.nestedUnkeyedContainer(forKey: "list")
            try list?.encode(3)
            kept.container = nil
            try container.encode([4], forKey: "d")
        }
    }

    @Test("So are those into a container within a value that was moved before it failed")
    func containersOfMovedFailures() {
        let (around, kept) = (Kept(), Kept())
        let failing = Writing.array { list in
            kept.container = list.nestedContainer(keyedBy: TestKey.self)
            _ = around.container?.nestedContainer(keyedBy: TestKey.self, forKey: "meanwhile")
            _ = list.nestedContainer(keyedBy: TestKey.self)
            throw TestFailure()
        }
        let value = Writing.object { container in
            try? container.encode(failing, forKey: "gone")
            _ = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
        }
        expectFoundationObject(#"{"meanwhile":{},"value":{"a":{}}}"#) { container in
            around.container = container
            try container.encode(value, forKey: "value")
            try kept.container?.encode(2, forKey: "b")
            (around.container, kept.container) = (nil, nil)
        }
    }

    @Test("A value that contains itself through a container around it is also an error")
    func recursion() {
        final class Cycle: Encodable, @unchecked Sendable {
            var container: KeyedEncodingContainer<TestKey>?

            func encode(to encoder: any Encoder) throws {
                var own = encoder.container(keyedBy: TestKey.self)
                try own.encode(1, forKey: "a")
                var outer = container ?? own
                container = outer
                try outer.encode(self, forKey: "b")
            }
        }
        let cycle = Cycle()
        #expect(EncodingOutcome { try YodelJSONEncoder().encode(cycle) } == .invalidValue("Cycle", path: []))
        cycle.container = nil
    }

    /// Anything kept of a document would keep its encoder's userInfo.
    @Test("Containers written in turns and superclass encoders are not leaked, however many there are at once")
    func nothingIsKept() throws {
        final class Tracked: Sendable {}
        weak var tracked: Tracked?
        func encode(_ value: Writing) throws -> String {
            let encoder = YodelJSONEncoder()
            let object = Tracked()
            tracked = object
            encoder.userInfo[CodingUserInfoKey(rawValue: "tracked")!] = object
            return try encoder.encodeText(value)
        }
        let superclasses = Writing.array { list in
            var kept: [any UnkeyedEncodingContainer] = []
            for number in 0..<40 {
                var base = list.superEncoder().unkeyedContainer()
                var inner = base.nestedUnkeyedContainer()
                try base.encode(number)
                try inner.encode(number)
                kept.append(inner)
            }
            while !kept.isEmpty { kept.removeLast() }
        }
        #expect(try encode(superclasses) == "[" + (0..<40).map { "[[\($0)],\($0)]" }.joined(separator: ",") + "]")
        #expect(tracked == nil)
        let turns = Writing.object { container in
            var first = container.nestedUnkeyedContainer(forKey: "a")
            var second = container.nestedUnkeyedContainer(forKey: "b")
            for index in 0..<3 {
                try first.encode(index)
                try second.encode(index)
                try index.encode(to: first.superEncoder())
            }
        }
        #expect(try encode(turns) == #"{"a":[0,0,1,1,2,2],"b":[0,1,2]}"#)
        #expect(tracked == nil)
    }

    @Test("Containers and superclass encoders in any order", arguments: UInt64(0)..<40)
    func random(seed: UInt64) {
        for number in UInt64(0)..<10 { expectAsFoundation(RandomCalls(seed: seed * 10 + number)) }
    }
}

/// Writes into containers, requests more and releases them, in an order drawn from a seed.
private struct RandomCalls: Encodable {
    let seed: UInt64

    private enum Open {
        case keyed(KeyedEncodingContainer<TestKey>)
        case unkeyed(any UnkeyedEncodingContainer)
        case encoder(any Encoder)
    }

    func encode(to encoder: any Encoder) throws {
        var generator = SeededGenerator(seed: seed)
        func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        var open: [Open] = [
            seed % 2 == 0 ? .keyed(encoder.container(keyedBy: TestKey.self)) : .unkeyed(encoder.unkeyedContainer())
        ]
        for call in 0..<4 + random(40) {
            let number = random(open.count)
            let suffix = random(3)
            func key(_ kind: String) -> TestKey { TestKey("\(kind)\(suffix)") }
            switch (open[number], random(10)) {
            case (.keyed(var container), let kind):
                switch kind {
                case 0 where suffix == 0: try container.encode(["replaced": call], forKey: TestKey("k\(random(3))"))
                case 0 where suffix == 1: try container.encode([call], forKey: TestKey("u\(random(3))"))
                case 0: try container.encode(call, forKey: key("s"))
                case 1: try container.encode(["]\\\"}"], forKey: key("a/\""))
                case 2: try container.encode(["x": call], forKey: key("dé"))
                case 3, 4:
                    open.append(.keyed(container.nestedContainer(keyedBy: TestKey.self, forKey: key("k"))))
                case 5, 6: open.append(.unkeyed(container.nestedUnkeyedContainer(forKey: key("u"))))
                case 7, 8:
                    open.append(.encoder(container.superEncoder(forKey: TestKey("p\(call)"))))
                default: if number > 0 { open.remove(at: number) }
                }
            case (.unkeyed(var container), let kind):
                switch kind {
                case 0: try container.encode(call)
                case 1: try container.encode(["]\\\"}"])
                case 2: try container.encode(container.count)
                case 3, 4: open.append(.keyed(container.nestedContainer(keyedBy: TestKey.self)))
                case 5, 6: open.append(.unkeyed(container.nestedUnkeyedContainer()))
                case 7, 8: open.append(.encoder(container.superEncoder()))
                default: if number > 0 { open.remove(at: number) }
                }
            case (.encoder(let encoder), let kind):
                switch kind {
                case 0..<4: open[number] = .keyed(encoder.container(keyedBy: TestKey.self))
                case 4..<8: open[number] = .unkeyed(encoder.unkeyedContainer())
                case 8:
                    try "single".encode(to: encoder)
                    open.remove(at: number)
                default: open.remove(at: number)
                }
            }
        }
        // Encoders are released in the order of their values in an array.
        while !open.isEmpty { open.removeLast() }
    }
}
