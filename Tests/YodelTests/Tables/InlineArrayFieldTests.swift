import Testing

@testable import Yodel

@Suite("InlineArray fields")
struct InlineArrayFieldTests {
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    struct Matrix: Model {
        var name: String
        var rows: InlineArray<2, InlineArray<3, Int16>>
        var labels: InlineArray<2, String>?
        var corners: InlineArray<2, Point>
        var last: UInt8
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An inline array has exactly its number of elements")
    func exact() {
        expectEverywhere("[1,-2,3]", is: [1, -2, 3] as InlineArray<3, Int>) { $0.elements }
        expectEverywhere(
            #"["a","a text longer than fifteen bytes"]"#,
            is: ["a", "a text longer than fifteen bytes"] as InlineArray<2, String>
        ) { $0.elements }
        expectEverywhere("[true]", is: [true] as InlineArray<1, Bool>) { $0.elements }
        expectEverywhere("[null,1]", is: [nil, 1] as InlineArray<2, Int?>) { $0.elements }
        expectEverywhere(
            #"[{"x":1,"y":2},{"y":4,"x":3}]"#, is: [Point(x: 1, y: 2), Point(x: 3, y: 4)] as InlineArray<2, Point>
        ) { $0.elements }
        expectEverywhere("[[1],[],[2,3]]", is: [[1], [], [2, 3]] as InlineArray<3, [Int]>) { $0.elements }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An inline array of no elements is an empty array")
    func empty() {
        expectEverywhere("[]", is: [] as InlineArray<0, String>) { $0.count }
        expectRefusedEverywhere(
            "[ 1]", as: InlineArray<0, Int>.self, .wrongCount, expected: "0 elements", found: "more", namesType: false,
            offset: 2)
        expectRefusedEverywhere(
            "[[]]", as: InlineArray<0, String>.self, .wrongCount, expected: "0 elements", found: "more",
            namesType: false, offset: 1)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("Too few elements are refused at the end of the array, too many at the first extra one")
    func wrongCount() {
        expectRefusedEverywhere(
            "[1,2 ]", as: InlineArray<3, Int>.self, .wrongCount, expected: "3 elements", found: "2", namesType: false,
            offset: 5)
        expectRefusedEverywhere(
            "[]", as: InlineArray<3, String>.self, .wrongCount, expected: "3 elements", found: "0", namesType: false,
            offset: 1)
        for extra in ["4", "null", "true", #""a""#, "[]", "{}"] {
            expectRefusedEverywhere(
                "[1,2,\(extra)]", as: InlineArray<2, Int>.self, .wrongCount, expected: "2 elements", found: "more",
                namesType: false, offset: 5)
        }
        expectRefusedEverywhere(
            #"["a","b",{"x":1}]"#, as: InlineArray<2, String>.self, .wrongCount, expected: "2 elements", found: "more",
            namesType: false, offset: 9)
        expectRefusedEverywhere(
            "[[1],[2]]", as: InlineArray<2, InlineArray<2, Int>>.self, .wrongCount, expected: "2 elements", found: "1",
            namesType: false, offset: 3, path: "[0]")
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An element that does not match is refused at its index")
    func elementOfWrongType() {
        expectRefusedEverywhere(
            "[1,true]", as: InlineArray<2, Int>.self, .typeMismatch, expected: "Int", found: "true", namesType: false,
            offset: 3, path: "[1]")
        expectRefusedEverywhere(
            #"["a",null]"#, as: InlineArray<2, String>.self, .nullValue, expected: "String", found: "null",
            namesType: false, offset: 5, path: "[1]")
        expectRefusedEverywhere("7", as: InlineArray<2, Int>.self, .typeMismatch, expected: "InlineArray<2, Int>")
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("Inline arrays nest, also among other fields")
    func nested() throws {
        let json = """
            {"name": "m", "rows": [[1, 2, 3], [4, 5, 6]], "labels": ["first", "the second, longer one"],
             "corners": [{"x": 0, "y": 0}, {"x": 1, "y": 2}], "last": 255}
            """
        func parts(_ matrix: Matrix) -> [String] {
            [
                matrix.name, "\(matrix.rows[0].elements + matrix.rows[1].elements)", "\(matrix.labels?.elements ?? [])",
                "\(matrix.corners.elements)", "\(matrix.last)",
            ]
        }
        let matrix = try decodeEveryWay(Matrix.self, json, comparing: parts)
        #expect(matrix.rows[1].elements == [4, 5, 6])
        #expect(matrix.rows[0].elements == [1, 2, 3])
        #expect(matrix.labels?.elements == ["first", "the second, longer one"])
        #expect(matrix.corners.elements == [Point(x: 0, y: 0), Point(x: 1, y: 2)])
        #expect(matrix.last == 255)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("Many inline arrays in a list")
    func many() {
        let document = "[" + (0..<5_000).map { "[\"\($0)\",\"second of \($0)\"]" }.joined(separator: ",") + "]"
        expectDecoded(
            [InlineArray<2, String>].self, document, as: (0..<5_000).map { ["\($0)", "second of \($0)"] },
            cuts: Cuts(chunkSizes: [61, 4_096])
        ) { $0.map(\.elements) }
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray where Element: Copyable {
    fileprivate var elements: [Element] { indices.map { self[$0] } }
}
