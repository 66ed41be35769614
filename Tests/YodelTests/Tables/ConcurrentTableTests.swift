import Testing

@testable import Yodel

/// First uses by many threads are in `FirstUseTests`.
@Suite("Tables and threads")
struct ConcurrentTableTests {
    /// Types of this test alone.
    private struct Fresh: Model {
        var inner: [String: Inner]
        struct Inner: Model {
            @Indirect var deep: Inner?
            var back: [Fresh]?
        }
    }

    private struct Broken: Model {
        var fresh: Fresh
        var action: () -> Void
    }

    @Test("Types that are prepared while they are decoded, and ones that fail, do not disturb each other")
    func prepareAndFail() async throws {
        let errors = await withTaskGroup(of: ModelError?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? ModelDecoder().prepare(Fresh.self)
                    return modelError { try ModelDecoder().prepare(Broken.self) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 8 && Set(errors.map { $0?.reason }).count == 1)
        #expect(errors.first??.code == .unsupportedType)
        #expect(errors.first??.reason?.contains("Broken.action") == true)
        #expect(try ModelDecoder().decode(Fresh.self, from: #"{"inner": {"a": {}}}"#).inner["a"]?.deep == nil)
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
