import Testing

@testable import Yodel

@Suite("Tables and threads")
struct ConcurrentTableTests {
    struct Fresh<Tag>: Model {
        var number: Int
        var inner: [String: Inner]
        var next: [Fresh]
        var object: Object?

        struct Inner: Model {
            var text: String?
            @Indirect var deep: Inner?
            var back: [Fresh]?
        }

        final class Object: DefaultedModel {
            var name = "object"
            var fresh: [Fresh] = []
        }
    }

    struct Broken<Tag>: Model {
        var fresh: Fresh<Tag>
        var action: () -> Void
    }

    enum First {}
    enum Second {}
    enum Third {}
    enum Fourth {}

    private static let json = """
        {"number": 1, "inner": {"a": {"text": "t", "deep": {"deep": null}}, "b": {"back": []}},
         "next": [{"number": 2, "inner": {}, "next": [], "object": {"fresh": [{"number": 3, "inner": {}, "next": []}]}}]}
        """

    /// Decodes a type that was never used before, on eight threads at once.
    private func hammer<Tag>(_ tag: Tag.Type, decoder: ModelDecoder = ModelDecoder()) async throws {
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var sum = 0
                    for round in 0..<1_000 {
                        if (round + task) % 2 == 0 {
                            let fresh = try decoder.decode(Fresh<Tag>.self, from: Self.json)
                            sum += fresh.number + (fresh.inner["a"]?.text == "t" ? 1 : 0) + fresh.next[0].number
                            sum += fresh.next[0].object?.fresh[0].number ?? 0
                        } else {
                            let list = try decoder.decode([String: [Fresh<Tag>]].self, from: "{\"k\":[\(Self.json)]}")
                            sum += list["k"]?[0].next[0].object?.name == "object" ? 7 : 0
                        }
                    }
                    return sum
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(total == 8 * 1_000 * 7)
    }

    @Test("All of eight threads decode a type that they use for the first time")
    func firstUse() async throws {
        try await hammer(First.self)
    }

    @Test("Types that are prepared while they are decoded, and ones that fail, do not disturb each other")
    func prepareAndFail() async throws {
        let errors = await withTaskGroup(of: ModelError?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? ModelDecoder().prepare(Fresh<Second>.self)
                    return modelError { try ModelDecoder().prepare(Broken<Second>.self) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 8 && Set(errors.map { $0?.reason }).count == 1)
        #expect(errors.first??.code == .unsupportedType)
        #expect(errors.first??.reason?.contains("Broken<Second>.action") == true)
        try await hammer(Second.self)
    }

    @Test("The same for the tables of a custom key strategy")
    func customStrategy() async throws {
        var decoder = ModelDecoder()
        decoder.keys = .custom { $0 }
        try await hammer(Third.self, decoder: decoder)
        decoder.keys = .caseInsensitive
        try await hammer(Fourth.self, decoder: decoder)
    }

    private struct Whole: Model {
        var outer: Outer
        var part: Part
    }

    private struct Outer: Model {
        var part: Part
        var inner: Inner
    }

    private struct Inner: Model {
        var part: Part

        static var mapping: Mapping {
            _ = try? ModelDecoder().decode(Part.self, from: "{}")
            return Mapping()
        }
    }

    private struct Part: Model {
        var number: Int?
    }

    @Test("A type has one table, also if a mapping decodes it while the table of a type around it is built")
    func oneTable() throws {
        try ModelDecoder().prepare(Outer.self)
        let schema = try ModelDecoder().schema(of: Whole.self)
        #expect(schema["$defs"]?.objectValue?.keys == ["Whole", "Outer", "Part", "Inner"])
    }

    private struct Circular: Model {
        var number: Int
        static let inner = Locked<[ModelError?]>([])

        static let mapping = {
            let error = modelError { try ModelDecoder().decode([Circular].self, from: "[]") }
            inner.withLock { $0.append(error) }
            return Mapping(.default(\Circular.number, 7))
        }()
    }

    @Test("A mapping that decodes its own type gets an error that says so")
    func circularMapping() throws {
        #expect(try ModelDecoder().decode(Circular.self, from: "{}").number == 7)
        let errors = Circular.inner.withLock { $0 }
        #expect(errors.map { $0?.code } == [.invalidMapping])
        #expect(
            errors[0]?.reason
                == "Circular: its mapping needs a table that is made from it, for example to decode a value of the type"
        )
    }

    private class Inherited: DefaultedModel {
        final var number = 0
        required init() {}

        private static let constant = {
            _ = try? ModelDecoder().decode([Inherited].self, from: "[]")
            return Mapping(.map(\Inherited.number, to: "n"))
        }()
        class var mapping: Mapping { constant }
    }

    private final class Inheriting: Inherited {}

    @Test("The same for a mapping that a subclass inherits")
    func inheritedCircularMapping() throws {
        #expect(try ModelDecoder().decode(Inheriting.self, from: #"{"n":7}"#).number == 7)
    }

    private enum Choosing: Polymorphic {
        case plain(Numbered)
        static let inner = Locked<[ModelError?]>([])

        static let variants = {
            let error = modelError { try ModelDecoder().decode([Choosing].self, from: "[]") }
            inner.withLock { $0.append(error) }
            return Variants<Choosing>("kind", .case("plain", Choosing.plain))
        }()
    }

    private struct Numbered: Model { var number: Int }

    @Test("Variants that decode their own type get an error, too")
    func circularVariants() throws {
        switch try ModelDecoder().decode(Choosing.self, from: #"{"kind":"plain","number":7}"#) {
        case .plain(let plain): #expect(plain.number == 7)
        }
        let errors = Choosing.inner.withLock { $0 }
        #expect(errors.map { $0?.code } == [.invalidMapping])
        #expect(
            errors[0]?.reason
                == "Choosing: its variants need a table that is made from them, for example to decode a value of the type"
        )
    }

    private class Figure: DefaultedModel, Polymorphic {
        final var number = 0
        required init() {}

        private static let constant = {
            _ = try? ModelDecoder().decode([Figure].self, from: "[]")
            return Variants<Figure>("kind", .type("round", Round.self))
        }()
        class var variants: Variants<Figure> { constant }
    }

    private final class Round: Figure {}

    @Test("The same for variants that a subclass inherits")
    func inheritedCircularVariants() throws {
        #expect(try ModelDecoder().decode(Round.self, from: #"{"number":7}"#).number == 7)
    }

    private struct Starting: Model {
        var number: Int
        static let task = Locked<Task<Int, any Error>?>(nil)

        static let mapping = {
            task.exclusive = Task {
                // Keys of its own need a table of their own.
                var decoder = ModelDecoder()
                decoder.keys = .snakeCase
                return try decoder.decode(Starting.self, from: #"{"n":7}"#).number
            }
            return Mapping(.map(\Starting.number, to: "n"))
        }()
    }

    @Test("A task that a mapping starts may decode the type")
    func taskOfMapping() async throws {
        try ModelDecoder().prepare(Starting.self)
        #expect(try await Starting.task.exclusive?.value == 7)
    }

    private struct Plain: Model {
        var part: Part
        var own: Part
        static let mapping = Mapping(.transform(\Plain.own, by: Transform<Part, Part>({ $0 })))
    }

    private struct Plains: Model {
        var plain: Plain
        var own: Part
        static let mapping = Mapping(.transform(\Plains.own, by: Transform<Part, Part>({ $0 })))
    }

    @Test("A type has one table without the transform of the decoder's set")
    func oneUntransformedTable() throws {
        var decoder = ModelDecoder()
        decoder.transforms = TransformSet(Transform<Part, Part>({ $0 }))
        try decoder.prepare(Plain.self)
        let schema = try decoder.schema(of: Plains.self)
        #expect(schema["$defs"]?.objectValue?.keys == ["Plains", "Plain", "Part"])
    }
}
