import Foundation
import Testing

@testable import Yodel

/// Calls of names that are deprecated, through requirements that are not, so that the tests compile without a warning.
private protocol FormerCalls {
    func incremental() throws -> [Int]
    func gathered() throws -> [Int]
    func table() throws -> String
    func value() throws -> JSONValue
    func dates() throws -> [Double]
    func hooks() -> [Bool]
    func budget() -> FailureBudget
    func changedBudget() -> Int
    func objects() -> [JSONObject]
    func read(_ descriptor: Int32) throws -> [Int]
    func items(_ descriptor: Int32) async throws -> [Int]
}

@available(*, deprecated)
private struct Times: Model {
    var seconds: Date
    var milliseconds: Date?

    static let mapping = Mapping(
        .map(\Times.seconds, to: "s", by: .epochSeconds), .map(\Times.milliseconds, to: "m", by: .epochMilliseconds))
}

private struct Calls {}

extension Calls: FormerCalls {
    @available(*, deprecated)
    func incremental() throws -> [Int] {
        var decoder = ModelDecoder().incremental([Int].self)
        try decoder.feed("[1, 2]".utf8)
        return try decoder.finish()
    }

    @available(*, deprecated)
    func gathered() throws -> [Int] {
        var decoder = YodelJSONDecoder().gathering([Int].self)
        try decoder.feed("[1, 2]".utf8)
        return try decoder.finish()
    }

    @available(*, deprecated)
    func table() throws -> String { try ModelDecoder().describe(Times.self) }
    @available(*, deprecated)
    func value() throws -> JSONValue { try ModelEncoder().encodeValue([1]) }

    @available(*, deprecated)
    func dates() throws -> [Double] {
        let times = try ModelDecoder().decode(Times.self, from: #"{"s": 1, "m": 1500}"#)
        return [times.seconds.timeIntervalSince1970, times.milliseconds!.timeIntervalSince1970]
    }

    @available(*, deprecated)
    func hooks() -> [Bool] {
        [
            (any PreparedModel).self == (any WillDecodeModel).self,
            (any DecodingObserver).self == (any DidDecodeModel).self,
            (any EncodingObserver).self == (any WillEncodeModel).self,
            (any FinishedModel).self == (any DidEncodeModel).self,
        ]
    }

    @available(*, deprecated)
    func budget() -> FailureBudget { FailureBudget(ratio: 0.5, minimum: 7) }

    @available(*, deprecated)
    func changedBudget() -> Int {
        var budget = FailureBudget(minimumItems: 3)
        budget.minimum += 1
        return budget.minimum
    }

    @available(*, deprecated)
    func objects() -> [JSONObject] {
        let member: (String, JSONValue) = ("a", 1)
        return [
            JSONObject(uniqueKeysWithValues: [member]), JSONObject(uniqueKeysWithValues: JSONObject(members: [member])),
        ]
    }

    @available(*, deprecated)
    func read(_ descriptor: Int32) throws -> [Int] {
        var reader = Feed(of: Int.self, in: .lines).reader(of: descriptor)
        let items = try reader.rest()
        return items
    }

    @available(*, deprecated)
    func items(_ descriptor: Int32) async throws -> [Int] {
        try await Feed(of: Int.self, in: .lines).items(from: descriptor).reduce(into: []) { $0.append($1) }
    }
}

@Suite("Names of 0.1")
struct FormerNamesTests {
    private let calls: any FormerCalls = Calls()

    @Test("Deprecated functions do what those with the new names do")
    func functions() throws {
        #expect(try calls.incremental() == [1, 2])
        #expect(try calls.gathered() == [1, 2])
        #expect(try calls.table().hasPrefix("Times"))
        #expect(try calls.value() == [1])
        #expect(try calls.dates() == [1, 1.5])
        #expect(calls.hooks() == [true, true, true, true])
        #expect(calls.budget() == FailureBudget(ratio: 0.5, minimumItems: 7))
        #expect(calls.changedBudget() == 4)
        #expect(calls.objects() == [["a": 1], ["a": 1]])
    }

    @Test("Deprecated functions read descriptors")
    func descriptors() async throws {
        let (first, second) = (Pipe(), Pipe())
        for pipe in [first, second] {
            try pipe.fileHandleForWriting.write(contentsOf: Data("1\n2\n".utf8))
            try pipe.fileHandleForWriting.close()
        }
        #expect(try calls.read(first.fileHandleForReading.fileDescriptor) == [1, 2])
        #expect(try await calls.items(second.fileHandleForReading.fileDescriptor) == [1, 2])
        withExtendedLifetime((first, second)) {}
    }
}
