import Testing
import Yodel

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
/// Also in `-Ounchecked` builds, which `Scripts/compatibility` runs: a precondition would not work there.
@Suite("A type that writes incompatible values ends the program, as with Foundation")
struct EncoderMisuseTests {
    @Test("A second value in one place")
    func twoValues() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try encode {
                var container = $0.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        #expect(ended.said("A single-value container already has its value: encode only one"))
    }

    @Test("An array in the place of another value")
    func valueAndArray() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try encode {
                var container = $0.singleValueContainer()
                try container.encode("text")
                try container.encode([1])
            }
        }
        #expect(ended.said("A single-value container already has its value: encode only one"))
    }

    @Test("An object and an array in one place")
    func objectAndArray() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try encode {
                _ = $0.container(keyedBy: TestKey.self)
                _ = $0.unkeyedContainer()
            }
        }
        #expect(
            ended.said("A place has values of different kinds (object, array or single value): encode only one of them")
        )
    }

    @Test("An object and an array for one key")
    func objectAndArrayForKey() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try encode {
                var container = $0.container(keyedBy: TestKey.self)
                var first = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
                try first.encode(1, forKey: "b")
                _ = container.nestedUnkeyedContainer(forKey: "a")
            }
        }
        #expect(
            ended.said("A key has values of different kinds (object, array or single value): encode only one of them"))
    }

    @Test("A container for a key that has a number")
    func numberAndObjectForKey() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try encode {
                var container = $0.container(keyedBy: TestKey.self)
                try container.encode(1, forKey: "a")
                _ = container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
            }
        }
        #expect(ended.said("A nested container was asked for at a key whose value is neither an object nor an array"))
    }
}

private func encode(_ write: @escaping (any Encoder) throws -> Void) throws {
    _ = try YodelJSONEncoder().encode(Writing(write))
}
#endif
