import Foundation
import Testing

@testable import Yodel

/// Trees made by Foundation and by hand-written code.
@Suite struct FoundationTreeTests {
    private struct Everything: Model, Equatable {
        var bool: Bool
        var int: Int
        var double: Double
        var string: String
        var null: Int?
        var list: [Int]
        var object: [String: String]
    }

    // MARK: - Kinds

    @Test func whatJSONSerializationGivesIsDecoded() throws {
        let json = #"""
            {"bool": true, "int": 1, "double": 1.5, "string": "é", "null": null, "list": [0, 1], "object": {"a": "b"}}
            """#
        let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
        #expect(
            try ModelDecoder().decode(Everything.self, fromTree: tree)
                == ModelDecoder().decode(Everything.self, from: json))
    }

    @Test func aDictionaryOfFoundationUpdatesAModel() throws {
        struct Draft: Model, DidDecodeModel, Equatable {
            struct NoPages: Error {}
            var title: String?
            var pages: Int
            var author: Author

            func didDecode() throws {
                if pages == 0 { throw NoPages() }
            }
        }
        var draft = Draft(title: "t", pages: 1, author: Author(name: "a", born: 1))
        let patch: [String: Any] = ["title": NSNull(), "pages": 9, "author": ["name": "b"]]
        try ModelDecoder().update(&draft, fromTree: patch)
        let expected = Draft(title: nil, pages: 9, author: Author(name: "b", born: 1))
        #expect(draft == expected)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder().update(&draft, fromTree: ["title": "new", "pages": 0] as [String: Any])
        }
        #expect(error?.underlying is Draft.NoPages)
        #expect(error?.code == .invalidValue)
        #expect(error?.path == JSONPath())
        #expect(draft == expected)
    }

    @Test func booleansAndNumbersAreToldApart() throws {
        let tree: [Any] = [
            NSNumber(value: true), NSNumber(value: 1), NSNumber(value: false), NSNumber(value: 0), true, 1, false, 0,
        ]
        #expect(try JSONValue(tree: tree).text() == "[true,1,false,0,true,1,false,0]")
        #expect(
            treeRefusal(of: [Bool].self, [NSNumber(value: 1)] as [Any])
                == "$[0]: expected Bool, found the number 1 (typeMismatch); conversions = .lenient converts it")
        #expect(
            treeRefusal(of: [Int].self, [NSNumber(value: true)] as [Any])
                == "$[0]: expected Int, found true (typeMismatch); conversions = .lenient converts it")
    }

    @Test func integersAreExact() throws {
        let tree: [Any] = [
            Int.min, Int.max, UInt64.max, Int8(-1), UInt16.max, Int128.max, NSNumber(value: Int64.min),
            NSNumber(value: UInt64.max), NSNumber(value: Int8.min), NSNumber(value: UInt32.max),
        ]
        #expect(
            try JSONValue(tree: tree).text() == """
                [-9223372036854775808,9223372036854775807,18446744073709551615,-1,65535,\
                170141183460469231731687303715884105727,-9223372036854775808,18446744073709551615,-128,4294967295]
                """)
    }

    @Test func anIntegerIsItsDigitsHoweverItDescribesItself() throws {
        let tree: [Any] = [Wrapped(value: 12), Wrapped(value: -3)]
        #expect(try JSONValue(tree: tree).text() == "[12,-3]")
        #expect(try ModelDecoder().decode([RawJSON].self, fromTree: tree).map(\.text) == ["12", "-3"])
        #expect(try ModelDecoder().decode([Int].self, fromTree: tree) == [12, -3])
    }

    @Test func aDoubleIsItsShortestText() throws {
        let tree: [Any] = [
            0.1, 1e300, -0.0, Double.leastNonzeroMagnitude, NSNumber(value: 0.1), NSNumber(value: -0.0),
            NSNumber(value: 1e100),
        ]
        #expect(try JSONValue(tree: tree).text() == "[0.1,1e+300,-0.0,5e-324,0.1,-0.0,1e+100]")
        #expect(try ModelDecoder().decode([Double].self, fromTree: tree)[2].sign == .minus)
    }

    @Test func aDecimalIsExact() throws {
        let digits = "12345678901234567890.123456789012345678"
        let decimal = try #require(Decimal(string: digits))
        #expect(try JSONValue(tree: [decimal, NSDecimalNumber(decimal: decimal)]).text() == "[\(digits),\(digits)]")
        #expect(try ModelDecoder().decode(Decimal.self, fromTree: NSDecimalNumber(decimal: decimal)) == decimal)
    }

    @Test func whatIsNotFiniteIsRefused() {
        let cases: [(Any, String)] = [
            (Double.nan, "nan"), (-Double.infinity, "-inf"), (NSNumber(value: Double.infinity), "inf"),
            (Decimal.nan, "NaN"), (Float.infinity, "inf"), (NSDecimalNumber.notANumber, "NaN"),
        ]
        for (value, text) in cases {
            #expect(
                treeRefusal(of: JSONValue.self, ["a": [value]] as [String: Any])
                    == "$.a[0]: expected a finite number, found \(text) (invalidValue)")
        }
        // The decoder's word for NaN is a string.
        let decoder = ModelDecoder.with {
            $0.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        }
        #expect(
            treeRefusal(of: Double.self, Double.nan, decoder: decoder)
                == "$: expected a finite number, found nan (invalidValue)")
    }

    @Test func stringsAndNullsOfEveryKind() throws {
        let tree: [Any] = [
            "a", "bc".dropFirst(), NSString("d"), NSMutableString("é"), NSNull(), Int?.none as Any,
            Int??.some(nil) as Any, Int?.some(1) as Any,
        ]
        #expect(try JSONValue(tree: tree).text() == #"["a","c","d","é",null,null,null,1]"#)
    }

    @Test func containersOfEveryKind() throws {
        let tree: [Any] = [
            [1, 2], [[1.5]], ["a": ["b": 1]], NSArray(array: [1]), NSMutableArray(array: ["x"]),
            NSDictionary(dictionary: ["k": "v"]), NSMutableDictionary(dictionary: ["k": [NSNull()]]),
            ["h": 1] as [AnyHashable: Any], [AnyHashable("x")], JSONValue.array([1]), ["o": 1] as JSONObject,
            [JSONValue.null], [] as [Any], [:] as [String: Any],
        ]
        #expect(
            try JSONValue(tree: tree).text() == """
                [[1,2],[[1.5]],{"a":{"b":1}},[1],["x"],{"k":"v"},{"k":[null]},{"h":1},["x"],[1],{"o":1},[null],[],{}]
                """)
    }

    @Test func foundationsContainersHoldJSONValues() throws {
        let number = try #require(JSONNumber(text: "1.50"))
        let values: [Any] = [JSONValue.bool(true), number, ["o": 1] as JSONObject, [JSONValue.null]]
        #expect(try JSONValue(tree: NSArray(array: values)).text() == #"[true,1.50,{"o":1},[null]]"#)
        let tree = NSDictionary(dictionary: ["v": JSONValue.array([1, "a"])])
        #expect(try JSONValue(tree: tree).text() == #"{"v":[1,"a"]}"#)
    }

    @Test func membersComeInTheOrderOfTheirKeys() throws {
        let tree: [String: Any] = ["b": 1, "a": 2, "é": 3, "c": 4, "B": 5]
        #expect(try JSONValue(tree: tree).text() == #"{"B":5,"a":2,"b":1,"c":4,"é":3}"#)
        let value: JSONValue = ["b": 1, "a": 2]
        #expect(try JSONValue(tree: [value]).text() == #"[{"b":1,"a":2}]"#)
    }

    @Test func keysMayBeStringsOfAnyType() throws {
        let tree: [Any] = [["ab"[...]: 1], [AnyHashable("c"[...]): 2, AnyHashable("b"): 3]]
        #expect(try JSONValue(tree: tree).text() == #"[{"ab":1},{"b":3,"c":2}]"#)
    }

    /// A dictionary tells apart a string and a substring, and has no order.
    @Test func keysThatAreEqualAsStringsAreInTheOrderOfTheirBytes() throws {
        for number in 0..<40 {
            let dictionary: [AnyHashable: Any] = ["é\(number)": 1, "e\u{301}\(number)"[...]: 2]
            let object = try JSONValue(tree: dictionary).objectValue
            #expect(object?.values.map { $0 } == [2, 1])
        }
    }

    // MARK: - Values that are not JSON

    private final class Stranger {}
    private struct Plain {}
    private enum Unit: Polymorphic {
        case unit
        static let variants = Variants<Unit>(.external, .case("unit", Unit.unit))
    }

    @Test func whatIsNoJSONIsRefusedByItsTypeAndPath() {
        #expect(
            treeRefusal(of: JSONValue.self, ["a": [1, Stranger()] as [Any]] as [String: Any])
                == "$.a[1]: expected a JSON value, found a value of the type Stranger (invalidValue)")
        #expect(
            treeRefusal(of: Everything.self, Plain())
                == "$: expected a JSON value, found a value of the type Plain (invalidValue)")
        #expect(
            treeRefusal(of: [String: RawJSON].self, ["a": ["b": [Set([1])]]])
                == "$.a.b[0]: expected a JSON value, found a value of the type Set<Int> (invalidValue)")
        #expect(
            treeRefusal(of: JSONValue.self, ["a": [1: 2, 3: 4]])
                == "$.a: expected keys that are strings, found the key 1 of the type Int (invalidValue)")
        #expect(
            treeRefusal(of: [Int].self, Plain(), decoder: .with { $0.allowsFragments = false })
                == "$: expected a JSON value, found a value of the type Plain (invalidValue)")
        #expect(
            treeRefusal(of: Unit.self, ["unit": Plain()])
                == "$.unit: expected a JSON value, found a value of the type Plain (invalidValue)")
    }

    @Test func unusedValuesMayBeAnything() throws {
        let tree: [String: Any] = [
            "bool": true, "int": 1, "double": 1.5, "string": "s", "list": [0], "object": [:] as [String: Any],
            "x": Stranger(),
        ]
        #expect(try ModelDecoder().decode(Everything.self, fromTree: tree).int == 1)
    }

    @Test func aTreeThatContainsItselfEndsAtTheDepthLimit() {
        let array = NSMutableArray()
        array.add(array)
        defer { array.removeAllObjects() }
        let dictionary = NSMutableDictionary()
        dictionary["self"] = ["x": dictionary]
        defer {
            array.removeAllObjects()
            dictionary.removeAllObjects()
        }
        for tree in [array, dictionary] as [Any] {
            for refusal in [treeRefusal(of: JSONValue.self, tree), treeRefusal(of: RawJSON.self, tree)] {
                #expect(
                    refusal.hasSuffix("expected at most 512 levels (depthLimit); a higher limits.depth allows it"),
                    "\(refusal.suffix(100))")
            }
        }
    }

    // MARK: - And back

    @Test func aValueBecomesATree() throws {
        let value: JSONValue = [
            "a": [1, 1.5, "s", true, nil, []], "b": ["c": JSONValue.number(JSONNumber(UInt64.max))], "d": [:],
        ]
        let tree = try value.tree(null: NSNull())
        let object = try #require(tree as? [String: Any])
        let list = try #require(object["a"] as? [Any])
        #expect(type(of: list[0]) == Int.self)
        #expect(type(of: list[1]) == Double.self)
        #expect(list[3] as? Bool == true)
        #expect(list[4] is NSNull)
        #expect((object["b"] as? [String: Any])?["c"] as? UInt64 == .max)
        #expect(try JSONValue(tree: tree) == value)
    }

    @Test func theTreeIsOneThatJSONSerializationWrites() throws {
        let value: JSONValue = ["a": [1, "s", true, nil, ["b": 2.5]]]
        let data = try JSONSerialization.data(withJSONObject: value.tree(null: NSNull()))
        #expect(try ModelDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test func numbersBecomeWhatHoldsThem() throws {
        func native(_ text: String) throws -> Any {
            try JSONValue.number(#require(JSONNumber(text: text))).tree(null: "")
        }
        #expect(try native("1e3") as? Int == 1_000)
        #expect(try native("18446744073709551615") as? UInt64 == .max)
        #expect(try native("0.1") as? Double == 0.1)
        #expect(try native("0.12345678901234567890") as? Decimal == Decimal(string: "0.12345678901234567890"))
        #expect(try native("1e-300") as? Double == 1e-300)
        let huge = JSONValue.array([.number(JSONNumber(text: "1e400")!)])
        #expect(throws: ModelError.self) { try huge.tree(null: "") }
        #expect(
            modelError { try JSONValue.object(["a": huge]).tree(null: "") }?.description
                == "$.a[0]: expected a number that a tree can hold, found the number 1e400 (numberOutOfRange)")
        let long = JSONValue.number(JSONNumber(text: String(repeating: "9", count: 400))!)
        #expect(
            modelError { try long.tree(null: "") }?.found == "the number \(String(repeating: "9", count: 40))…")
    }

    @Test func aDeepValueBecomesATree() throws {
        var value: JSONValue = 1
        for _ in 0..<5_000 { value = ["a": [value]] }
        var tree = try value.tree(null: NSNull())
        var levels = 0
        while let object = tree as? [String: Any], let list = object["a"] as? [Any] {
            tree = list[0]
            levels += 1
        }
        #expect(levels == 5_000)
    }

    /// A client's own strategy may return any value.
    @Test func aDateThatIsNoNumberAfterAllIsRefused() throws {
        for text in ["oops", "", "-", "1e", "01", "+5", "1,2"] {
            let decoder = ModelDecoder.with { $0.dates = .custom({ _ in Date() }, encode: { _ in .number(text) }) }
            for error in [
                #expect(throws: ModelError.self) { try decoder.decode(JSONValue.self, fromTree: ["d": Date()]) },
                #expect(throws: ModelError.self) {
                    try decoder.decode([String: RawJSON].self, fromTree: ["d": Date()])
                },
                #expect(throws: ModelError.self) { try decoder.decode([String: Int].self, fromTree: ["d": Date()]) },
            ] {
                error.expect(.invalidValue, path: "$.d")
            }
        }
        let decoder = ModelDecoder.with { $0.dates = .custom({ _ in Date() }, encode: { _ in .number("-1.5e3") }) }
        #expect(try decoder.decode([String: RawJSON].self, fromTree: ["d": Date()])["d"]?.text == "-1.5e3")
    }

    @Test func aHookThatChangesTheTextOfADateLeavesAText() throws {
        struct Hooked: DidEncodeModel {
            var date: Date
            func didEncode(_ object: inout JSONObject) {
                guard case .string(let text)? = object["date"] else { return }
                object["date"] = .string(text + "9")
            }
        }
        let tree = try ModelEncoder().encodeTree(Hooked(date: Date()), null: NSNull()) as? [String: Any]
        #expect(tree?["date"] is String)
    }

    /// Descriptions may be a client's code: that of an array that contains itself does not end.
    @Test func aKeyThatIsNoStringIsNamedByItsType() {
        let array = NSMutableArray()
        array.add(array)
        defer { array.removeAllObjects() }
        let dictionary = NSMutableDictionary()
        dictionary.setObject(1, forKey: array)
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        for tree in [dictionary, [AnyHashable(never): 1], [AnyHashable([1]): 1]] as [Any] {
            let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, fromTree: tree) }
            #expect(error?.description.contains("found a key of the type ") == true, "\(error!)")
        }
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder().decode(JSONValue.self, fromTree: [AnyHashable(7): 1])
        }
        #expect(error?.description.contains("the key 7 of the type") == true, "\(error!)")
    }

    @Test func aDateThatNoCalendarHasIsShownInErrors() {
        struct Day: Model {
            var date: Date
            static let mapping = Mapping(.transform(\Day.date, by: .values(["then": Date(timeIntervalSince1970: 0)])))
        }
        let day = Day(date: Date(timeIntervalSinceReferenceDate: .nan))
        #expect(modelError { try ModelEncoder().encodeText(day) }?.found == "nan seconds from 2001")
    }
}

/// An integer whose description is not its digits.
private struct Wrapped: FixedWidthInteger, CustomStringConvertible {
    var value: Int

    var description: String { "Wrapped(\(value))" }

    init(value: Int) { self.value = value }
    init(integerLiteral value: Int) { self.value = value }
    init(_truncatingBits bits: UInt) { value = Int(bitPattern: bits) }
    init(_ source: some BinaryInteger) { value = Int(source) }
    init(_ source: some BinaryFloatingPoint) { value = Int(source) }
    init(truncatingIfNeeded source: some BinaryInteger) { value = Int(truncatingIfNeeded: source) }
    init(clamping source: some BinaryInteger) { value = Int(clamping: source) }
    init?(exactly source: some BinaryInteger) {
        guard let value = Int(exactly: source) else { return nil }
        self.value = value
    }
    init?(exactly source: some BinaryFloatingPoint) {
        guard let value = Int(exactly: source) else { return nil }
        self.value = value
    }

    static var isSigned: Bool { true }
    static var bitWidth: Int { Int.bitWidth }
    static var max: Wrapped { Wrapped(value: .max) }
    static var min: Wrapped { Wrapped(value: .min) }
    var words: Int.Words { value.words }
    var magnitude: UInt { value.magnitude }
    var nonzeroBitCount: Int { value.nonzeroBitCount }
    var leadingZeroBitCount: Int { value.leadingZeroBitCount }
    var trailingZeroBitCount: Int { value.trailingZeroBitCount }
    var byteSwapped: Wrapped { Wrapped(value: value.byteSwapped) }

    static func < (left: Wrapped, right: Wrapped) -> Bool { left.value < right.value }
    static func + (left: Wrapped, right: Wrapped) -> Wrapped { Wrapped(value: left.value + right.value) }
    static func - (left: Wrapped, right: Wrapped) -> Wrapped { Wrapped(value: left.value - right.value) }
    static func * (left: Wrapped, right: Wrapped) -> Wrapped { Wrapped(value: left.value * right.value) }
    static func / (left: Wrapped, right: Wrapped) -> Wrapped { Wrapped(value: left.value / right.value) }
    static func % (left: Wrapped, right: Wrapped) -> Wrapped { Wrapped(value: left.value % right.value) }
    static func += (left: inout Wrapped, right: Wrapped) { left.value += right.value }
    static func -= (left: inout Wrapped, right: Wrapped) { left.value -= right.value }
    static func *= (left: inout Wrapped, right: Wrapped) { left.value *= right.value }
    static func /= (left: inout Wrapped, right: Wrapped) { left.value /= right.value }
    static func %= (left: inout Wrapped, right: Wrapped) { left.value %= right.value }
    static func &= (left: inout Wrapped, right: Wrapped) { left.value &= right.value }
    static func |= (left: inout Wrapped, right: Wrapped) { left.value |= right.value }
    static func ^= (left: inout Wrapped, right: Wrapped) { left.value ^= right.value }

    // None of these is called.
    func addingReportingOverflow(_: Wrapped) -> (partialValue: Wrapped, overflow: Bool) { fatalError() }
    func subtractingReportingOverflow(_: Wrapped) -> (partialValue: Wrapped, overflow: Bool) { fatalError() }
    func multipliedReportingOverflow(by: Wrapped) -> (partialValue: Wrapped, overflow: Bool) { fatalError() }
    func dividedReportingOverflow(by: Wrapped) -> (partialValue: Wrapped, overflow: Bool) { fatalError() }
    func remainderReportingOverflow(dividingBy: Wrapped) -> (partialValue: Wrapped, overflow: Bool) { fatalError() }
    func multipliedFullWidth(by: Wrapped) -> (high: Wrapped, low: UInt) { fatalError() }
    func dividingFullWidth(_: (high: Wrapped, low: UInt)) -> (quotient: Wrapped, remainder: Wrapped) { fatalError() }
}
