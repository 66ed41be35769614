import DifferentialKit
import Foundation
import Testing
import Yodel

@Suite(
    "Containers are where Foundation puts them, in whatever order they are written",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct EncodedContainerTests {
    @Test("Empty containers, nothing encoded, and null")
    func empty() {
        expectFoundationText(of: [Int](), "[]")
        expectFoundationText(of: [String: Int](), "{}")
        expectFoundationText(of: [[[Int]]()], "[[]]")
        expectFoundationText(of: ["a": Writing { _ in }], #"{"a":{}}"#)
        expectFoundationText(of: [Writing { _ in }], "[{}]")
        expectFoundationText(of: Writing { _ = $0.container(keyedBy: TestKey.self) }, "{}")
        expectFoundationText(of: Writing { _ = $0.unkeyedContainer() }, "[]")
        expectFoundationText(
            of: Writing.single { container in
                try container.encode(Writing { _ in })
            }, "{}")
        expectFoundationText(of: Int?.none, "null")
        #expect(expectAsFoundation(Writing { _ in }) == .invalidValue("Writing", path: []))
        #expect(expectAsFoundation(Writing { _ = $0.singleValueContainer() }) == .invalidValue("Writing", path: []))
        expectFoundationObject(#"{"a":null,"b":null,"d":{},"e":[],"f":{},"super":{}}"#) { container in
            try container.encodeNil(forKey: "a")
            try container.encode(Int?.none, forKey: "b")
            try container.encodeIfPresent(Int?.none, forKey: "c")
            _ = container.nestedContainer(keyedBy: TestKey.self, forKey: "d")
            _ = container.nestedUnkeyedContainer(forKey: "e")
            _ = container.superEncoder(forKey: "f")
            _ = container.superEncoder()
        }
    }

    @Test("A container that is requested again continues")
    func again() throws {
        struct Payload: Encodable { var a = 1, b = [2] }
        let flattened = Writing {
            try Payload().encode(to: $0)
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode("kind", forKey: "type")
            var second = $0.container(keyedBy: TestKey.self)
            try second.encode(3, forKey: "c")
            try container.encode(4, forKey: "d")
        }
        expectFoundationText(of: flattened, #"{"a":1,"b":[2],"c":3,"d":4,"type":"kind"}"#)
        #expect(try yodelText(flattened) == #"{"a":1,"b":[2],"type":"kind","c":3,"d":4}"#)
        expectFoundationText("[1,2,3]") {
            var container = $0.unkeyedContainer()
            try container.encode(1)
            var second = $0.unkeyedContainer()
            try second.encode(2)
            try container.encode(3)
            #expect(second.count == 3)
        }
        expectFoundationText(#"{"a":3,"b":2}"#) {
            var single = $0.singleValueContainer()
            try single.encode(["a": 1])
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(2, forKey: "b")
            try container.encode(3, forKey: "a")
        }
        expectFoundationText("[1,2,3]") {
            var single = $0.singleValueContainer()
            try single.encode([1, 2])
            var container = $0.unkeyedContainer()
            #expect(container.count == 2)
            try container.encode(3)
        }
    }

    @Test("A scalar is ignored in a place that already has an object or array")
    func scalarsAfterContainers() {
        expectFoundationText(#"{"a":1,"b":2}"#) {
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: "a")
            var single = $0.singleValueContainer()
            try single.encode("ignored")
            try container.encode(2, forKey: "b")
        }
        expectFoundationText("[1]") {
            var container = $0.unkeyedContainer()
            try container.encode(1)
            var single = $0.singleValueContainer()
            try single.encode(URL(string: "https://example.com")!)
        }
    }

    @Test("The last value for a key counts")
    func repeatedKeys() throws {
        let repeated = Writing.object { container in
            try container.encode(1, forKey: "a")
            try container.encode("long enough to be moved", forKey: "b")
            try container.encode(["x": [1, 2]], forKey: "a")
            try container.encode(3, forKey: "c")
            try container.encode(4, forKey: "b")
            try container.encode(5, forKey: "a")
        }
        expectFoundationText(of: repeated, #"{"a":5,"b":4,"c":3}"#)
        #expect(try yodelText(repeated) == #"{"a":5,"b":4,"c":3}"#)
        #expect(try yodelText([repeated, repeated]) == #"[{"a":5,"b":4,"c":3},{"a":5,"b":4,"c":3}]"#)
        for count in [5, 31, 32, 33, 70] {
            expectFoundationObject { container in
                for round in 0..<3 {
                    for number in 0..<count {
                        try container.encode(round, forKey: TestKey("\(number)"))
                        let long = "a key that has more than fifteen bytes, " + "\(number % 7)"
                        try container.encode(number, forKey: TestKey(long))
                    }
                }
            }
        }
    }

    @Test("Keys are equal if Unicode says so, and otherwise not")
    func keysInUnicode() {
        func expect(_ keys: [String], _ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let value = Writing.object { container in
                for (index, key) in keys.enumerated() { try container.encode(index, forKey: TestKey(key)) }
            }
            expectAsFoundation(value, sourceLocation: sourceLocation)
            let object = try JSONDecoder().decode([String: Int].self, from: YodelJSONEncoder().encode(value))
            #expect(object.count == count, sourceLocation: sourceLocation)
        }
        #expect(throws: Never.self) {
            try expect(["\u{E9}", "e\u{301}"], 1)
            try expect(["e\u{301}", "a", "\u{E9}"], 2)
            try expect(["K", "\u{212A}"], 1)
            try expect(["", "\0", "\0\0", "a", "a\0"], 5)
            try expect(["/", "\\", "\"", "\\/", "\n", "/"], 5)
            try expect(["sixteen bytes/ab", "sixteen bytes/ac", "sixteen bytes/ab"], 2)
            try expect(["12345678abc", "12345678abd", "12345678", "1234567"], 4)
        }
    }

    @Test(
        "A key replaces an equal one with other bytes, however the object was written so far",
        arguments: [("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{1FEF}", "`")])
    func keysInUnicodeWrittenBefore(written: String, key: String) throws {
        let (other, key) = (TestKey(written), TestKey(key))
        func text(_ write: @escaping (any Encoder) throws -> Void) throws -> String { try yodelText(Writing(write)) }
        func writing(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TestKey.self)
            try container.encode(0, forKey: "b")
        }
        let dictionary = try text {
            var whole = $0.singleValueContainer()
            try whole.encode([written: 1])
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(2, forKey: key)
        }
        #expect(dictionary == #"{"\#(key.stringValue)":2}"#)
        let reopened = try text {
            var container = $0.container(keyedBy: TestKey.self)
            var inner = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
            try inner.encode(1, forKey: other)
            try container.encode(0, forKey: "b")
            try inner.encode(2, forKey: key)
        }
        #expect(reopened == #"{"a":{"\#(key.stringValue)":2},"b":0}"#)
        let moved = try text { outer in
            var container = outer.container(keyedBy: TestKey.self)
            let value = Writing.object { inner in
                try inner.encode(1, forKey: other)
                try writing(to: outer)
                try inner.encode(2, forKey: key)
            }
            try container.encode(value, forKey: "a")
        }
        #expect(moved == #"{"a":{"\#(key.stringValue)":2},"b":0}"#)
        let dropped = try text { encoder in
            var container = encoder.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: other)
            let failing = Writing { _ in
                try writing(to: encoder)
                throw TestFailure()
            }
            try? container.encode(failing, forKey: "a")
            try container.encode(2, forKey: key)
        }
        #expect(dropped == #"{"\#(key.stringValue)":2,"b":0}"#)
    }

    @Test("Containers that are written in turns")
    func interleaved() throws {
        let columns = Writing.object { container in
            try container.encode("before", forKey: "x")
            var first = container.nestedUnkeyedContainer(forKey: "first")
            var second = container.nestedUnkeyedContainer(forKey: "second")
            var third = container.nestedContainer(keyedBy: TestKey.self, forKey: "third")
            for index in 0..<5 {
                try first.encode(index)
                try second.encode("\(index)")
                try third.encode([index], forKey: TestKey("\(index)"))
                try container.encode(index, forKey: "last")
                #expect(first.count == index + 1)
            }
        }
        expectAsFoundation(columns)
        expectAsFoundation(["a": columns, "b": columns])
        let text = #"{"x":"before","first":[0,1,2,3,4],"second":["0","1","2","3","4"],"#
        #expect(try yodelText(columns) == text + #""third":{"0":[0],"1":[1],"2":[2],"3":[3],"4":[4]},"last":4}"#)
    }

    @Test("A nested container for a key that already has an object or array continues it")
    func nestedAgain() {
        expectFoundationObject(#"{"l":[1,2,3,4],"o":{"a":3,"b":2,"c":4}}"#) { container in
            try container.encode(["a": 1], forKey: "o")
            try container.encode([1], forKey: "l")
            var object = container.nestedContainer(keyedBy: TestKey.self, forKey: "o")
            try object.encode(2, forKey: "b")
            var list = container.nestedUnkeyedContainer(forKey: "l")
            try list.encode(2)
            var sameObject = container.nestedContainer(keyedBy: TestKey.self, forKey: "o")
            try sameObject.encode(3, forKey: "a")
            try object.encode(4, forKey: "c")
            var sameList = container.nestedUnkeyedContainer(forKey: "l")
            try sameList.encode(3)
            try list.encode(4)
        }
        expectFoundationObject(#"{"o":"gone"}"#) { container in
            var first = container.nestedContainer(keyedBy: TestKey.self, forKey: "o")
            try first.encode(1, forKey: "a")
            var second = container.nestedContainer(keyedBy: TestKey.self, forKey: "o")
            try second.encode(2, forKey: "b")
            try first.encode(3, forKey: "c")
            try container.encode("gone", forKey: "o")
            try first.encode(4, forKey: "d")
        }
    }

    @Test("Superclasses: with a key and without, in arrays, kept for later, in turns with the container")
    func superEncoders() throws {
        expectFoundationText(of: SquareOutline(side: 2), #"{"side":2,"super":{"name":"square","points":[1,2]}}"#)
        #expect(try yodelText(SquareOutline(side: 2)) == #"{"super":{"name":"square","points":[1,2]},"side":2}"#)
        expectAsFoundation([SquareOutline(side: 2), SquareOutline(side: 3)])
        expectFoundationObject(#"{"s":[3],"t":2}"#) { container in
            let encoder = container.superEncoder(forKey: "s")
            try container.encode(1, forKey: "s")
            try container.encode(2, forKey: "t")
            try [3].encode(to: encoder)
        }
        expectFoundationText(
            of: Writing.array { container in
                try 0.encode(to: container.superEncoder())
                try container.encode(1)
                let first = container.superEncoder()
                let second = container.superEncoder()
                #expect(container.count == 2)
                try container.encode(2)
                try "first".encode(to: first)
                try ["second": 1].encode(to: second)
                try container.encode(3)
                withExtendedLifetime((first, second)) {}
            }, #"[0,1,{"second":1},"first",2,3]"#, EncoderSettings(), orReversed: #"[0,1,"first",{"second":1},2,3]"#)
        expectFoundationObject(#"{"a":1,"list":[["x"],2]}"#) { container in
            var list = container.nestedUnkeyedContainer(forKey: "list")
            var inner: (any UnkeyedEncodingContainer)? = list.superEncoder().unkeyedContainer()
            try container.encode(1, forKey: "a")
            try inner?.encode("x")
            inner = nil
            try list.encode(2)
        }
    }

    @Test("A superclass encoder that is released too late is lost")
    func late() {
        final class Keeper: @unchecked Sendable {
            var encoder: (any Encoder)?
            var container: KeyedEncodingContainer<TestKey>?
            var list: (any UnkeyedEncodingContainer)?
        }
        for keeper in [Keeper(), Keeper()] {
            expectFoundationText(#"{"a":1}"#) {
                keeper.encoder = nil
                var container = $0.container(keyedBy: TestKey.self)
                keeper.container = container
                try container.encode(1, forKey: "a")
                let encoder = container.superEncoder()
                keeper.encoder = encoder
                keeper.list = encoder.unkeyedContainer()
            }
            #expect(throws: Never.self) {
                try keeper.container?.encode(2, forKey: "b")
                try keeper.list?.encode(3)
            }
        }
    }

    @Test("A container is written to while a value inside it is being written")
    func aroundOpenValues() {
        final class Outside: @unchecked Sendable {
            var container: KeyedEncodingContainer<TestKey>?
            var list: (any UnkeyedEncodingContainer)?
        }
        let outside = Outside()
        let inside = Writing.object { container in
            try container.encode(1, forKey: "a")
            try outside.container?.encode("meanwhile", forKey: "z")
            try outside.list?.encode("meanwhile")
            try container.encode([2, 3], forKey: "b")
        }
        expectFoundationText(
            of: Writing {
                outside.container = $0.container(keyedBy: TestKey.self)
                var container = $0.container(keyedBy: TestKey.self)
                try container.encode(inside, forKey: "inside")
                try container.encode(["x": [inside]], forKey: "deep")
                try container.encode(4, forKey: "last")
                outside.container = nil
            },
            #"{"deep":{"x":[{"a":1,"b":[2,3]}]},"inside":{"a":1,"b":[2,3]},"last":4,"z":"meanwhile"}"#)
        // In an array Foundation puts a value where it is complete, Yodel where it was begun.
        #expect(throws: Never.self) {
            let text = try yodelText(
                Writing {
                    outside.list = $0.unkeyedContainer()
                    var container = $0.unkeyedContainer()
                    try container.encode(inside)
                    try container.encode([inside, inside])
                    outside.list = nil
                })
            let object = #"{"a":1,"b":[2,3]}"#
            #expect(text == #"[\#(object),"meanwhile",[\#(object),\#(object)],"meanwhile","meanwhile"]"#)
        }
    }

    @Test("Enums with payloads, generic and recursive types, classes")
    func types() {
        expectAsFoundation([
            Drawing.circle(radius: 1), .rectangle(2, height: 3), .none, .group([.none, .circle(radius: 0)]),
        ])
        expectAsFoundation(Tree(value: 1, children: [Tree(value: 2, children: []), Tree(value: 3, children: nil)]))
        expectAsFoundation(["a": [Tree(value: 1, children: nil)], "b": []])
        expectAsFoundation([[["a": [1: [Drawing.none]]]]])
    }
}

/// Like ``expectFoundationText(of:_:_:sourceLocation:)``, for values whose two encoders the optimiser releases in
/// either order.
private func expectFoundationText(
    of value: some Encodable, _ expected: String, _ options: EncoderSettings, orReversed other: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let outcome = expectAsFoundation(value, options, sourceLocation: sourceLocation)
    #expect([.text(expected), .text(other)].contains(outcome), sourceLocation: sourceLocation)
}

private enum Drawing: Codable {
    case circle(radius: Double)
    case rectangle(Double, height: Double)
    case none
    indirect case group([Drawing])
}

private struct Tree: Codable {
    var value: Int
    var children: [Tree]?
}

private class OutlineBase: Encodable {
    enum CodingKeys: CodingKey { case name, points }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("square", forKey: .name)
        try container.encode([1, 2], forKey: .points)
    }
}

private final class SquareOutline: OutlineBase {
    let side: Int

    enum CodingKeys: CodingKey { case side }

    init(side: Int) {
        self.side = side
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(side, forKey: .side)
    }
}
