import Foundation
import Testing
import Yodel

/// A tree is made in time that is in proportion to its size, however wide its containers are.
@Suite struct TreeCostTests {
    @Test(
        arguments: [("[", "0]", { _ in "1," }), ("{", "\"last\":0}", { "\"key \($0)\":1," })]
            as [(
                String, String, @Sendable (Int) -> String
            )])
    func wideContainers(_ start: String, _ end: String, _ part: @Sendable (Int) -> String) throws {
        let growth = try CostGrowth.measured(at: 64_000) { count in
            Array((start + (0..<count).map(part).joined() + end).utf8)
        } work: { json in
            _ = try ModelDecoder().decode(JSONValue.self, from: json).tree(null: NSNull())
        }
        #expect(growth < CostGrowth.limit)
    }
}
