import Testing

@testable import Yodel

extension RecoveryTests {
    /// Elements of arrays, sets and dictionaries that do not match.
    @Suite struct Elements {
        private static let dropping = ModelDecoder.with { $0.badElements = .drop }
        private static let nulling = ModelDecoder.with { $0.badElements = .null }

        @Test func arraysGoWithoutThem() {
            expectRecovered(
                [Int].self, #"[1,"x",2,null,[3,[4]],{"a":{"b":[5]}},6,7.5]"#, as: [1, 2, 6], decoder: Self.dropping,
                errors: [
                    #"$[1]: expected Int, found the string "x" (typeMismatch, line 1, column 4, offset 3)"#,
                    "$[3]: expected Int, found null (nullValue, line 1, column 10, offset 9)",
                    "$[4]: expected Int, found an array (typeMismatch, line 1, column 15, offset 14)",
                    "$[5]: expected Int, found an object (typeMismatch, line 1, column 23, offset 22)",
                    "$[7]: expected Int, found the number 7.5 (inexactNumber, line 1, column 41, offset 40)",
                ])
            expectDecoded([Int].self, #"["a"]"#, as: [], decoder: Self.dropping)
        }

        @Test func objectsAreDroppedWhereverTheyFail() {
            expectRecovered(
                """
                [{"name": "a", "born": 1}, {"name": 7, "born": 2, "x": {"name": "y"}}, {"born": 3},
                 {"name": "b", "born": [1, {"born": 2}]}, {"name": "c"}, 8, [{"name": "d"}]]
                """, as: [Author(name: "a", born: 1), Author(name: "c")], decoder: Self.dropping,
                errors: [
                    "$[1].name: expected String, found the number 7 (typeMismatch, line 1, column 37, offset 36); conversions = .lenient converts it",
                    #"$[2]: missing keys: "name" (missingKeys, line 1, column 82, offset 81)"#,
                    "$[3].born: expected Int?, found an array (typeMismatch, line 2, column 24, offset 107)",
                    "$[5]: expected Author, found the number 8 (typeMismatch, line 2, column 58, offset 141)",
                    "$[6]: expected Author, found an array (typeMismatch, line 2, column 61, offset 144)",
                ])
        }

        @Test func aLaterErrorSaysThePlaceInTheDocument() {
            #expect(
                refusal(of: [[String: Int]].self, #"["x",{"a":1},7,{"b":tru}]"#, decoder: Self.dropping)
                    == "$[3].b: found 'tru' (unexpectedToken, line 1, column 21, offset 20)")
            #expect(
                refusal(of: [Int].self, #"[1,"x",{"a":[2"#, decoder: Self.dropping)
                    == "$[2]: the document ends early (unexpectedEnd, line 1, column 15, offset 14)")
        }

        @Test func theNearestCollectionGoesWithoutIt() {
            expectRecovered(
                [[Int]].self, #"[[1,"x",2],"y",[[3]],[4]]"#, as: [[1, 2], [], [4]], decoder: Self.dropping)
            expectRecovered(
                [String: [Int?]].self, #"{"a":[1,"x",null],"b":"y","c":[]}"#, as: ["a": [1, nil], "c": []],
                decoder: Self.dropping)
            expectRecovered(
                [[String: Author]].self, #"[{"a":{"name":"n"},"b":{}},[]]"#, as: [["a": Author(name: "n")]],
                decoder: Self.dropping)
        }

        @Test func setsAndOtherCollectionsDoToo() {
            expectRecovered(Set<Int>.self, #"[1,[1],2,"x",1]"#, as: [1, 2], decoder: Self.dropping)
            expectRecovered(ContiguousArray<String>.self, #"["a",1,"b"]"#, as: ["a", "b"], decoder: Self.dropping)
            expectRecovered(ArraySlice<Bool>.self, "[true,1,false]", as: [true, false], decoder: Self.dropping)
        }

        @Test func dictionariesGoWithoutTheMember() {
            expectRecovered(
                [String: Int].self, #"{"a":1,"b":"x","c":{"a":[2]},"d":4,"a":null}"#, as: ["a": 1, "d": 4],
                decoder: Self.dropping,
                errors: [
                    #"$.b: expected Int, found the string "x" (typeMismatch, line 1, column 12, offset 11)"#,
                    "$.c: expected Int, found an object (typeMismatch, line 1, column 20, offset 19)",
                    "$.a: expected Int, found null (nullValue, line 1, column 40, offset 39)",
                ])
        }

        @Test func aKeyThatDoesNotFitCostsItsMember() throws {
            let (names, errors) = try recovered(
                [Int: String].self, #"{"1":"a","x":["b",{"2":"c"}],"y":"d","3":"e"}"#, decoder: Self.dropping)
            #expect(names == [1: "a", 3: "e"])
            #expect(
                errors.first
                    == #"$.x: expected a key of type Int, found the key "x" (typeMismatch, line 1, column 10, offset 9)"#
            )
            #expect(errors.count == 2)
        }

        @Test func droppedMembersCountAsKeys() {
            var decoder = Self.dropping
            decoder.limits.keysPerObject = 2
            #expect(
                refusal(of: [String: Int].self, #"{"a":"x","b":"y","c":1}"#, decoder: decoder)
                    == "$: expected at most 2 keys (keyCountLimit, line 1, column 18, offset 17); a higher limits.keysPerObject allows it"
            )
        }

        @Test func aKeyThatIsThereTwiceCostsTheWholeDictionary() {
            var decoder = Self.dropping
            decoder.duplicateKeys = .error
            expectRecovered([[String: Int]].self, #"[{"a":1,"a":[2]},{"a":1}]"#, as: [["a": 1]], decoder: decoder)
            // Two spellings of one key are detected when the dictionary ends.
            expectRecovered(
                [[String: Int]].self, "[{\"\u{E9}\":1,\"e\u{301}\":2},{\"a\":1}]", as: [["a": 1]], decoder: decoder)
        }

        @Test func nilTakesTheirPlace() {
            expectRecovered([Int?].self, #"[1,"x",[2],null]"#, as: [1, nil, nil, nil], decoder: Self.nulling)
            expectRecovered(
                [String: Author?].self, #"{"a":{},"b":{"name":"n"}}"#, as: ["a": nil, "b": Author(name: "n")],
                decoder: Self.nulling)
            expectRecovered(Set<Int?>.self, #"[1,"x",[2]]"#, as: [1, nil], decoder: Self.nulling)
            // The nearest collection with Optional elements.
            expectRecovered([[Int]?].self, #"[[1,"x"],[2],"y"]"#, as: [nil, [2], nil], decoder: Self.nulling)
            #expect(
                refusal(of: [Int].self, #"[1,"x"]"#, decoder: Self.nulling)
                    == #"$[1]: expected Int, found the string "x" (typeMismatch, line 1, column 4, offset 3)"#)
            // Many of them, so that the array grows.
            let many = "[" + repeatElement("{}", count: 500).joined(separator: ",") + "]"
            expectDecoded(
                [Int?].self, many, as: Array(repeating: nil, count: 500), decoder: Self.nulling,
                cuts: Cuts(chunkSizes: [7]))
        }

        @Test func aFieldSaysItForItsOwnCollections() {
            struct Inner: Model, Equatable { var numbers: [Int] }
            struct Box: Model, Equatable {
                var loose: [[Int]]
                var tight: [Int] = []
                var gaps: [String: [Int?]] = [:]
                var inners: [Inner] = []
                static let mapping = Mapping(
                    .onBadElement(\Box.loose, .drop), .default(\Box.tight, []), .onBadElement(\Box.tight, .error),
                    .default(\Box.gaps, [:]), .onBadElement(\Box.gaps, .null), .default(\Box.inners, []),
                    .onBadElement(\Box.inners, .drop))
            }
            expectRecovered(
                #"{"loose":[[1,"x"],7],"gaps":{"a":[1,"x"]}}"#, as: Box(loose: [[1]], gaps: ["a": [1, nil]]))
            // A collection inside a nested model follows that model's mapping.
            expectRecovered(
                #"{"loose":[],"inners":[{"numbers":[1]},{"numbers":[1,"x"]}]}"#,
                as: Box(loose: [], inners: [Inner(numbers: [1])]))
            #expect(
                refusal(of: Box.self, #"{"loose":[],"tight":["x"]}"#, decoder: Self.dropping)
                    == #"$.tight[0]: expected Int, found the string "x" (typeMismatch, line 1, column 22, offset 21)"#)
        }

        @Test func elementsOfFixedArraysCannotBeLeftOut() {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            expectDecoded(
                [InlineArray<2, Int>].self, #"[[1,2],[3,"x"],[4],[5,6,7],[8,9]]"#, as: [[1, 2], [8, 9]],
                decoder: Self.dropping
            ) { $0.map { [$0[0], $0[1]] } }
        }

        @Test func wrappedElementsGoWithTheirWrapping() {
            expectDecoded(
                [TrackedWrapper<[Int]>].self, #"[[1],7,[2,"x"],{"a":[]}]"#, as: [[1], [2]], decoder: Self.dropping
            ) { $0.map(\.wrappedValue) }
        }

        /// A JSON value takes anything; an error in it concerns the whole value.
        @Test func jsonValuesAreNotThinnedOut() {
            var decoder = Self.dropping
            decoder.duplicateKeys = .error
            expectRecovered([JSONValue].self, #"[[1,{"a":1,"a":2}],[3]]"#, as: [[3]], decoder: decoder)
        }
    }
}
