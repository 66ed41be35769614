import Testing

@testable import Yodel

/// The cost of unused members is proportional to their length, even if a run of them ends with one that cannot be
/// skipped.
@Suite("Cost of skipping", .serialized)
struct SkipCostTests {
    private static func members(_ count: Int, then end: String) -> [UInt8] {
        Array("{".utf8) + repeatElement(Array(#""zz":1, "#.utf8), count: count / 8).joined() + Array(end.utf8)
    }

    @Test(
        "An error late in an object",
        arguments: [#""zz":1!}"#, #""zz":01}"#, #""zz":1"#, #""zz":1 "y":2}"#, #""zz":"\x"}"#, #""zz":[1}}"#, "}"])
    func lateError(_ end: String) {
        let growth = CostGrowth.measured(at: 1 << 18) {
            Self.members($0, then: end)
        } work: { bytes in
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Kept.self, from: bytes) }
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("Trailing content, if it is allowed")
    func trailingContent() throws {
        let decoder = ModelDecoder.with { $0.allowsTrailingContent = true }
        for end: [UInt8] in [[0xFF], Array("\"\\x".utf8)] {
            let growth = try CostGrowth.measured(at: 1 << 18) { size in
                Self.members(size, then: #""zz":1}"#) + end
            } work: { bytes in
                let kept = try decoder.decode(Kept.self, from: bytes)
                #expect(kept.kept == nil)
            }
            #expect(growth < CostGrowth.limit)
        }
    }

    @Test("More keys than an object may have, and a deep value")
    func limits() throws {
        var decoder = ModelDecoder()
        decoder.limits.keysPerObject = 1_000
        decoder.limits.depth = 2_000
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        var growth = CostGrowth.measured(at: 1 << 18) {
            Self.members($0, then: #""zz":1}"#)
        } work: { bytes in
            #expect(throws: ModelError.self) { try decoder.decode(Kept.self, from: bytes) }
        }
        #expect(growth < CostGrowth.limit)
        decoder.limits.keysPerObject = 1 << 20
        growth = try CostGrowth.measured(at: 1 << 18) {
            Self.members($0, then: #""zz":\#(deep)}"#)
        } work: { bytes in
            let kept = try decoder.decode(Kept.self, from: bytes)
            #expect(kept.kept == nil)
        }
        #expect(growth < CostGrowth.limit)
    }
}
