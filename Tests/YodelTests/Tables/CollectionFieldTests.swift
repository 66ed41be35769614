import Testing

@testable import Yodel

@Suite("Array, ContiguousArray, ArraySlice and Set fields")
struct CollectionFieldTests {
    @Test("A collection has its elements in order, for any number")
    func elements() {
        expectEverywhere("[]", is: [Int]())
        expectEverywhere("[ ]", is: ContiguousArray<String>())
        expectEverywhere("[\n]", is: ArraySlice<Double>())
        expectEverywhere("[]", is: Set<Int>())
        expectEverywhere("[3,1,2]", is: [3, 1, 2])
        expectEverywhere("[3,1,2]", is: ContiguousArray([3, 1, 2]))
        expectEverywhere("[3,1,2]", is: ArraySlice([3, 1, 2]))
        expectEverywhere("[3,1,2,3,3]", is: Set([3, 1, 2]))
        expectEverywhere(#"["a","","b"]"#, is: ["a", "", "b"])
        expectEverywhere(#"["a","","b"]"#, is: Set(["a", "", "b"]))
        expectEverywhere("[1.5,-0.25]", is: [1.5, -0.25])
        expectEverywhere("[1.5,-0.25]", is: [Float(1.5), -0.25])
        expectEverywhere("[true,false]", is: [true, false])
        expectEverywhere(#"[{"x":1,"y":2},{"y":4,"x":3}]"#, is: [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        expectEverywhere(#"[{"x":1,"y":2},{"y":2,"x":1}]"#, is: Set([Point(x: 1, y: 2)]))
    }

    @Test("Collections nest")
    func nested() {
        expectEverywhere("[[],[1],[2,3]]", is: [[Int]]([[], [1], [2, 3]]))
        expectEverywhere("[[[1.5]],[[],[]]]", is: [[[1.5]], [[], []]])
        expectEverywhere("[[1],[1],[]]", is: Set<[Int]>([[1], []]))
        expectEverywhere(#"[{"a":[1]},{}]"#, is: ContiguousArray<[String: ArraySlice<Int>]>([["a": [1]], [:]]))
        expectEverywhere("[null,1,null]", is: Set<Int?>([nil, 1]))
        expectEverywhere("[[null,[null,1]],null]", is: [[[Int?]?]?]([[nil, [nil, 1]], nil]))
    }

    @Test("An element that does not match is refused at its index")
    func elementOfWrongType() {
        expectRefusedEverywhere(
            "[1,2,300]", as: [UInt8].self, .numberOutOfRange, expected: "UInt8", found: "the number 300",
            namesType: false, offset: 5, path: "[2]")
        expectRefusedEverywhere(
            #"["a",1]"#, as: Set<String>.self, .typeMismatch, expected: "String", found: "the number 1",
            namesType: false, offset: 5, path: "[1]")
        expectRefusedEverywhere(
            "[[1],[2,[]]]", as: ContiguousArray<ArraySlice<Int>>.self, .typeMismatch, expected: "Int",
            found: "an array", namesType: false, offset: 8, path: "[1][1]")
        expectRefusedEverywhere(
            "[1,null]", as: [Int].self, .nullValue, expected: "Int", found: "null", namesType: false, offset: 3,
            path: "[1]")
        expectRefusedEverywhere(
            #"[{"x":1,"y":2},{"x":1,"y":true}]"#, as: [Point].self, .typeMismatch, expected: "Int", found: "true",
            namesType: false, offset: 26, path: "[1].y")
    }

    @Test("Only an array decodes to a collection")
    func mismatches() {
        expectMismatchEverywhere([Int].self, name: "[Int]", for: JSONLiteral.all(but: .array))
        expectMismatchEverywhere(ContiguousArray<Int>.self, for: JSONLiteral.all(but: .array))
        expectMismatchEverywhere(ArraySlice<Int>.self, for: JSONLiteral.all(but: .array))
        expectMismatchEverywhere(Set<Int>.self, for: JSONLiteral.all(but: .array))
    }

    /// Documents of 10,000 elements are cut into pieces that end at every position of an element.
    private static let cuts = Cuts(chunkSizes: [61, 4_096])

    private func expectMany<Collection: Swift.Collection & Equatable>(
        _ collection: Collection, sourceLocation: SourceLocation = #_sourceLocation,
        json: (Collection.Element) -> String
    ) throws {
        let document = "[" + collection.map(json).joined(separator: ",") + "]"
        let decoded = try decodeEveryWay(Collection.self, document, cuts: Self.cuts, sourceLocation: sourceLocation)
        #expect(decoded == collection, "all \(collection.count) elements", sourceLocation: sourceLocation)
    }

    @Test("Lists grow beyond any buffer: 10,000 strings, models, Optionals, lists")
    func growth() throws {
        let range = 0..<10_000
        try expectMany(range.map { $0 }) { "\($0)" }
        try expectMany(range.map { "string number \($0)" }) { "\"\($0)\"" }
        try expectMany(range.map { Point(x: $0, y: -$0) }) { #"{"x":\#($0.x),"y":\#($0.y)}"# }
        try expectMany(range.map { $0 % 3 == 0 ? nil : "\($0)" }) { $0.map { "\"\($0)\"" } ?? "null" }
        try expectMany(range.map { $0 % 3 == 0 ? nil : Point(x: $0, y: 0) }) {
            $0.map { #"{"y":0,"x":\#($0.x)}"# } ?? "null"
        }
        try expectMany(ContiguousArray(range.map { Array(0..<$0 % 4) })) { "\($0)" }
        try expectMany(ArraySlice(range.map { UInt8(truncatingIfNeeded: $0) })) { "\($0)" }
        try expectMany(Set(range.map { "\($0)" })) { "\"\($0)\"" }
        try expectMany(range.map { Int128($0) << 80 }) { "\($0)" }
        try expectMany(range.map { StructModelTests.File(name: "file number \($0)", folders: ["f": .init(files: [])]) })
        {
            #"{"folders":{"f":{"files":[]}},"name":"\#($0.name)"}"#
        }
    }

    @Test("An error in the last of 10,000 elements has its place")
    func errorAtTheEnd() {
        let strings = (0..<9_999).map { "\"\($0)\"" }.joined(separator: ",\n")
        expectError(
            .typeMismatch, at: strings.utf8.count + 3, line: 10_000, column: 1, path: "$[9999]",
            expected: "String", found: "the number 0", decoding: [String].self, "[\(strings),\n0]", cuts: Self.cuts)
    }
}
