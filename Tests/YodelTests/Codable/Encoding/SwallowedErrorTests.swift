import Foundation
import Testing
import Yodel

@Suite(
    "An error that a type catches leaves a valid document, the same as Foundation's",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct SwallowedErrorTests {
    private struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: "begun")
            throw TestFailure()
        }
    }

    @Test("In an array")
    func array() {
        expectFoundationText(of: Writing { try? encodeOnly([1, .nan, 2], $0) }, "[1]")
        expectFoundationText(of: Writing { try? encodeOnly([[1], [2, .nan]], $0) }, "[[1]]")
        expectFoundationText(
            of: [Writing { try? encodeOnly([1, .nan], $0) }, Writing { try encodeOnly([2.5], $0) }], "[[1],[2.5]]")
        expectFoundationText(of: Writing { try? encodeOnly([Failing()], $0) }, "[]")
        expectFoundationText(of: Writing { try? encodeOnly([Optional(Double.nan)], $0) }, "[]")
        expectFoundationText(of: ["a": Writing { try? encodeOnly([Double?.none, .nan], $0) }], #"{"a":[null]}"#)
    }

    @Test("In a dictionary")
    func dictionary() {
        expectFoundationText(of: Writing { try? encodeOnly(["a": Double.nan], $0) }, "{}")
        expectFoundationText(of: Writing { try? encodeOnly(["a": ["b": Double.nan]], $0) }, "{}")
        expectFoundationText(of: Writing { try? encodeOnly(["a": Failing()], $0) }, "{}")
        expectFoundationText(#"{"b":1,"c":2}"#) {
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: "b")
            var second = $0.singleValueContainer()
            try? second.encode(["a": Double.nan])
            try container.encode(2, forKey: "c")
        }
    }

    @Test("Values written after it are in the right place")
    func goingOn() {
        expectFoundationText(#"{"a":{"b":1}}"#) {
            try? encodeOnly(["a": Double.nan], $0)
            var container = $0.container(keyedBy: TestKey.self)
            var inner = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
            try inner.encode(1, forKey: "b")
        }
        expectFoundationText("[5]") {
            try? encodeOnly([Failing()], $0)
            var container = $0.unkeyedContainer()
            try container.encode(5)
        }
    }

    @Test("A value that could not be replaced stays, also if its object was written to meanwhile")
    func replacement() {
        func failing(after encode: @escaping () throws -> Void) -> Writing {
            Writing { _ in
                try encode()
                throw TestFailure()
            }
        }
        func writing(_ key: TestKey, to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TestKey.self)
            try container.encode(2, forKey: key)
        }
        expectFoundationText(
            of: Writing { encoder in
                var container = encoder.container(keyedBy: TestKey.self)
                try container.encode(1, forKey: "a")
                try? container.encode(failing { try writing("b", to: encoder) }, forKey: "a")
            }, #"{"a":1,"b":2}"#)
        expectFoundationText(
            of: Writing { outer in
                var container = outer.container(keyedBy: TestKey.self)
                try container.encode("before", forKey: "before")
                try container.encode(
                    Writing { encoder in
                        var container = encoder.container(keyedBy: TestKey.self)
                        try container.encode(1, forKey: "a")
                        try? container.encode(failing { try writing("b", to: outer) }, forKey: "a")
                    }, forKey: "inner")
            }, #"{"b":2,"before":"before","inner":{"a":1}}"#)
    }

    @Test("In a value of a model, in every layout", arguments: [OutputLayout.compact, .pretty])
    func model(layout: OutputLayout) throws {
        struct Part: Codable, Equatable {
            var values: [Double]
            init(_ values: [Double]) { self.values = values }
            init(from decoder: any Decoder) throws {
                values = try decoder.singleValueContainer().decode([Double].self)
            }
            func encode(to encoder: any Encoder) throws { try? encodeOnly(values, encoder) }
        }
        struct Whole: Model { var part: Part }
        let encoder = ModelEncoder.with { $0.layout = layout }
        let text = try encoder.encodeText(Whole(part: Part([1, .nan, 2])))
        #expect(try ModelDecoder().decode(Whole.self, from: text).part == Part([1]))
    }

    @Test("A value beside an open object or array is not written into it")
    func beside() {
        func object(_ more: @escaping (any Encoder) throws -> Void) -> Writing {
            Writing {
                var container = $0.container(keyedBy: TestKey.self)
                try container.encode(1, forKey: "a")
                try more($0)
            }
        }
        func array(_ more: @escaping (any Encoder) throws -> Void) -> Writing {
            Writing {
                var container = $0.unkeyedContainer()
                try container.encode(1)
                try more($0)
            }
        }
        for (make, text) in [(object, #"{"a":1}"#), (array, "[1]")] {
            expectFoundationText(of: make { try encodeOnly(Date(timeIntervalSince1970: 0), $0) }, text)
            expectFoundationText(of: make { try encodeOnly(Data([1, 2, 3]), $0) }, text)
            expectFoundationText(of: make { try encodeOnly(Int?.none, $0) }, text)
            expectFoundationText(of: make { try encodeOnly(Optional(5), $0) }, text)
            expectFoundationText(of: make { try encodeOnly(Optional(Date(timeIntervalSince1970: 0)), $0) }, text)
            expectFoundationText(of: make { try encodeOnly("text", $0) }, text)
            expectFoundationText(of: [make { try encodeOnly(Double?.none, $0) }], "[\(text)]")
        }
    }
}

/// Encodes a value as the only one in its place.
private func encodeOnly(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
}
