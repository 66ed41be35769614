import Foundation
import Testing
import Yodel

/// The time to make a tree is proportional to its size, however wide its containers are.
@Suite struct TreeCostTests {
    @Test func wideArrays() throws {
        try #expect(growth("[", "0]") { _ in "1," } < CostGrowth.limit)
    }

    @Test func wideObjects() throws {
        try #expect(growth("{", "\"last\":0}") { "\"key \($0)\":1," } < CostGrowth.limit)
    }

    private func growth(_ start: String, _ end: String, _ part: (Int) -> String) throws -> Double {
        try CostGrowth.measured(at: 64_000) { count in
            Array((start + (0..<count).map(part).joined() + end).utf8)
        } work: { json in
            _ = try ModelDecoder().decode(JSONValue.self, from: json).tree(null: NSNull())
        }
    }
}
