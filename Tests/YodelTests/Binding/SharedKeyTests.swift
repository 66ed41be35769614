import Testing

@testable import Yodel

/// One key for several properties: each gets its own value.
@Suite struct SharedKeyTests {
    private struct Size: Model, Equatable {
        var width: Int
        var height: Int?
    }

    private struct Scalars: Model, Equatable {
        var number: Int
        var ratio: Double
        var text: JSONNumber
        var any: JSONValue
        var raw: RawJSON
        var maybe: Int?
        static let mapping = Mapping(
            .map(\Scalars.number, to: "n"), .map(\Scalars.ratio, to: "n"), .map(\Scalars.text, to: "n"),
            .map(\Scalars.any, to: "n"), .map(\Scalars.raw, to: "n"), .map(\Scalars.maybe, to: "n"))
    }

    @Test func aScalarGoesToEachOfThem() throws {
        let scalars = try decodeEveryWay(Scalars.self, #"{"n": 12}"#)
        #expect(scalars.number == 12)
        #expect(scalars.ratio == 12)
        #expect(scalars.text.text == "12")
        #expect(scalars.any == 12)
        #expect(scalars.raw.text == "12")
        #expect(scalars.maybe == 12)
    }

    @Test func aKeyIsThereOnceWhereOneOfThemHasAValueOfAnotherKey() throws {
        struct Two: Model, Equatable {
            var any: JSONValue?
            var id: Int
            static let mapping = Mapping(.map(\Two.any, to: "any", "p"), .map(\Two.id, to: "p.id"))
        }
        var decoder = ModelDecoder()
        decoder.duplicateKeys = .error
        for json in [#"{"any": 1, "p": {"id": 2}}"#, #"{"p": {"id": 2}, "any": 1}"#] {
            #expect(try decodeEveryWay(Two.self, json, decoder: decoder) == Two(any: 1, id: 2))
        }
        for json in [#"{"any": 1, "p": {"id": 2}, "p": {"id": 3}}"#, #"{"p": {"id": 2}, "any": 1, "p": null}"#] {
            let error = #expect(throws: ModelError.self) { try decodeEveryWay(Two.self, json, decoder: decoder) }
            #expect(error?.code == .duplicateKey && error?.path.description == "$.p")
        }
    }

    private struct Containers: Model, Equatable {
        var size: Size
        var members: [String: Int]
        var any: JSONValue
        var raw: RawJSON
        var width: Int
        var tail: [Int]
        static let mapping = Mapping(
            .map(\Containers.members, to: "size"), .map(\Containers.any, to: "size"),
            .map(\Containers.raw, to: "size"), .map(\Containers.width, to: "size.width"))
    }

    @Test func anObjectGoesToEachOfThemAndIsEnteredByPaths() throws {
        let json = #"{"size" : { "width": 3 , "height":4}, "tail": [1]}"#
        let containers = try decodeEveryWay(Containers.self, json)
        #expect(containers.size == Size(width: 3, height: 4))
        #expect(containers.members == ["width": 3, "height": 4])
        #expect(containers.any == ["width": 3, "height": 4])
        #expect(containers.raw.text == #"{ "width": 3 , "height":4}"#)
        #expect(containers.width == 3)
        #expect(containers.tail == [1])
    }

    @Test func anArrayGoesToEachOfThem() throws {
        struct Arrays: Model, Equatable {
            var list: [Size]
            var raw: [RawJSON]
            var any: [JSONValue]
            static let mapping = Mapping(.map(\Arrays.raw, to: "list"), .map(\Arrays.any, to: "list"))
        }
        let arrays = try decodeEveryWay(Arrays.self, #"{"list": [{"width": 1}, {"width":2, "x": [[]]}]}"#)
        #expect(arrays.list == [Size(width: 1), Size(width: 2)])
        #expect(arrays.raw.map(\.text) == [#"{"width": 1}"#, #"{"width":2, "x": [[]]}"#])
        #expect(arrays.any == [["width": 1], ["width": 2, "x": [[]]]])
    }

    @Test func eachTakesNullInItsOwnWay() throws {
        struct Loose: Model, Equatable {
            var a: Int?
            var b: JSONValue
            var c: RawJSON?
            static let mapping = Mapping(.map(\Loose.b, to: "a"), .map(\Loose.c, to: "a"))
        }
        #expect(try decodeEveryWay(Loose.self, #"{"a": null}"#) == Loose(a: nil, b: .null, c: nil))
        #expect(
            refusal(of: Scalars.self, #"{"n": null}"#)
                == "$.n: expected Int, found null (nullValue, line 1, column 7, offset 6)")
    }

    @Test func theErrorOfOneOfThemIsTheError() {
        #expect(
            refusal(of: Scalars.self, #"{"n": 1.5}"#)
                == "$.n: expected Int, found the number 1.5 (inexactNumber, line 1, column 7, offset 6)")
        #expect(
            refusal(of: Containers.self, #"{"size": {"width": 1, "height": null}}"#)
                == "$.size.height: expected Int, found null (nullValue, line 1, column 33, offset 32)")
        #expect(
            refusal(of: Containers.self, #"{"size": 7}"#)
                == "$.size: expected Size, found the number 7 (typeMismatch, line 1, column 10, offset 9)")
    }

    /// The value is bound when it is complete; its errors have the places of its bytes.
    @Test func linesOfErrorsWithinAreThoseOfTheDocument() {
        #expect(
            refusal(of: Containers.self, "{\n\"size\": {\n  \"width\": 1,\n  \"height\": true,\n\"x\":\n\n1}}")
                == "$.size.height: expected Int?, found true (typeMismatch, line 4, column 13, offset 38); conversions = .lenient converts it"
        )
    }

    @Test func missingKeysWithinAreReportedAtTheEndOfTheObject() {
        #expect(
            refusal(of: Containers.self, "{\"size\": {\n\"height\": 1\n}}")
                == #"$.size: missing keys: "width" (missingKeys, line 3, column 1, offset 23)"#)
    }

    @Test func sharedKeysMayBeSharedWithinToo() throws {
        struct Inner: Model, Equatable {
            var a: [Int]
            var b: RawJSON
            var c: JSONValue
            static let mapping = Mapping(.map(\Inner.b, to: "a"), .map(\Inner.c, to: "a"))
        }
        struct Outer: Model, Equatable {
            var inner: Inner
            var whole: JSONValue
            var raw: RawJSON
            static let mapping = Mapping(.map(\Outer.whole, to: "inner"), .map(\Outer.raw, to: "inner"))
        }
        let outer = try decodeEveryWay(Outer.self, #"{"inner": {"z": [0], "a":[1, 2 ]}}"#)
        #expect(outer.inner.a == [1, 2])
        #expect(outer.inner.b.text == "[1, 2 ]")
        #expect(outer.inner.c == [1, 2])
        #expect(outer.whole == ["z": [0], "a": [1, 2]])
        #expect(outer.raw.text == #"{"z": [0], "a":[1, 2 ]}"#)
        #expect(
            refusal(of: Outer.self, #"{"inner": {"a": [1, "x"]}}"#)
                == #"$.inner.a[1]: expected Int, found the string "x" (typeMismatch, line 1, column 21, offset 20)"#)
    }

    @Test func sharedKeysMayBeRanked() throws {
        struct Ranked: Model, Equatable {
            var first: String?
            var second: String?
            static let mapping = Mapping(.map(\Ranked.first, to: "a", "b"), .map(\Ranked.second, to: "b", "a"))
        }
        #expect(try decodeEveryWay(Ranked.self, #"{"a": "1", "b": "2"}"#) == Ranked(first: "1", second: "2"))
        #expect(try decodeEveryWay(Ranked.self, #"{"b": "2", "a": "1"}"#) == Ranked(first: "1", second: "2"))
        #expect(try decodeEveryWay(Ranked.self, #"{"b": "2", "a": null}"#) == Ranked(first: "2", second: "2"))
        #expect(try decodeEveryWay(Ranked.self, #"{"a": "1"}"#) == Ranked(first: "1", second: "1"))
    }

    @Test func depthIsCountedOnce() throws {
        let decoder = ModelDecoder.with { $0.limits.depth = 3 }
        struct Deep: Model, Equatable {
            var a: [[Int]]
            var b: JSONValue
            static let mapping = Mapping(.map(\Deep.b, to: "a"))
        }
        #expect(try decodeEveryWay(Deep.self, #"{"a": [[1]]}"#, decoder: decoder) == Deep(a: [[1]], b: [[1]]))
        #expect(
            refusal(of: Deep.self, #"{"a": [[1, []]]}"#, decoder: decoder)
                == "$.a: expected at most 3 levels (depthLimit, line 1, column 12, offset 11); a higher limits.depth allows it"
        )
    }
}
