import Testing
import Yodel

/// Code that an update calls may change the objects that are being updated.
@Suite struct UpdateInterferenceTests {
    @Test(arguments: Interference.all)
    private func whatIsUpdatedMayBeDroppedOrReplaced(_ interference: Interference) throws {
        let census = Census()
        try Census.$current.withValue(census) {
            nonisolated(unsafe) let company = Company.withPeople()
            var updated = company
            try Meddler.$code.withValue({ interference.meddle(company) }) {
                try ModelDecoder().update(&updated, from: interference.patch)
            }
            #expect(updated === company)
            #expect(company.description == interference.expected)
        }
        #expect(census.complaint == nil)
        #expect(census.made >= 3)
    }

    @Test func aDroppedStructHasNoPartsForAComposedProperty() {
        nonisolated(unsafe) let company = Company.withPeople()
        var updated = company
        let error = Meddler.$code.withValue({ company.office = nil }) {
            modelError { try ModelDecoder().update(&updated, from: #"{"office": {"note": 1, "x": 3}}"#) }
        }
        #expect(error?.missingKeys == ["y"])
        #expect(company.office?.name == nil)
    }

    /// After a refusal, the new values are destroyed when all old ones are back in their places.
    @Test func whatIsDestroyedAfterARefusalFindsTheOldObject() {
        nonisolated(unsafe) let refuser = Refuser()
        nonisolated(unsafe) var found: [String] = []
        var updated = refuser
        let error = Meddler.$code.withValue({ found.append(refuser.name) }) {
            modelError { try ModelDecoder().update(&updated, from: #"{"note": 1, "name": "new"}"#) }
        }
        #expect(error?.underlying is TestFailure)
        #expect(found == ["old", "old"])
    }

    @Test func anInstanceMayBeDroppedByTheMappingOfItsClass() throws {
        let census = Census()
        try Census.$current.withValue(census) {
            nonisolated(unsafe) let owner = Owner()
            owner.pet = Tomcat()
            var updated = owner
            try Meddler.$code.withValue({ owner.pet = nil }) {
                try ModelDecoder().update(&updated, from: #"{"pet": {"name": "c"}}"#)
            }
            #expect(owner.pet == nil)
        }
        #expect(census.complaint == nil)
    }

    /// The struct is then as the hook leaves it, unless it is gone.
    @Test func aStructMayBeDroppedOrReplacedByItsOwnHook() throws {
        let patch = #"{"part": {"name": "a second name that is long enough for the heap"}}"#
        for replacement in [nil, Part("a third name that is long enough for the heap")] {
            nonisolated(unsafe) let holder = PartHolder()
            holder.part = Part("a name that is long enough for the heap")
            var updated = holder
            try Meddler.$code.withValue({ holder.part = replacement }) {
                try ModelDecoder().update(&updated, from: patch)
            }
            #expect(
                holder.part?.names
                    == replacement.map { _ in ["", "a second name that is long enough for the heap"] })
        }
    }

    /// A replaced value is destroyed when all others are in their places.
    @Test func whatIsDestroyedFindsTheUpdatedObject() throws {
        nonisolated(unsafe) let company = Company()
        company.boss = Person("a")
        company.boss?.note = Meddler()
        nonisolated(unsafe) var found = ""
        var updated = company
        try Meddler.$code.withValue({ found += company.boss.map { "\($0.name) \($0.pay) " } ?? "" }) {
            try ModelDecoder().update(&updated, from: #"{"boss": {"note": null, "name": "c", "pay": 2}}"#)
        }
        #expect(found == "c 2 ")
    }
}

/// Calls code when it is made and when it is destroyed.
private final class Meddler: ModelScalar {
    @TaskLocal static var code: (@Sendable () -> Void)?

    init() {}
    init(scalar: JSONScalar) { Self.meddle() }
    deinit { Self.meddle() }

    /// Calls the code, unless the code itself has led here.
    static func meddle() {
        guard let code else { return }
        $code.withValue(nil) { code() }
    }

    var scalar: JSONScalar { .bool(true) }
}

private final class Company: DefaultedModel, CustomStringConvertible {
    var boss: Person?
    var office: Office?
    var porter: Porter?
    var name = ""
    private var life = Life()

    required init() {}

    static func withPeople() -> Company {
        let company = Company()
        (company.boss, company.office, company.porter) = (Person("a"), Office("b"), Porter())
        return company
    }

    static let mapping = Mapping(.ignore(\Company.life))

    var description: String { "\(boss?.name ?? "-") \(office?.name ?? "-") \(porter?.name ?? "-")" }
}

private final class Person: DefaultedModel {
    var note: Meddler?
    var name = "a name that is long enough for the heap"
    var home: Office?
    var pay = 1
    private var life = Life()

    required init() {}

    convenience init(_ name: String) {
        self.init()
        (self.name, home) = (name, Office("home of \(name)"))
    }

    static let mapping = Mapping(.ignore(\Person.life))
}

private struct Office: Model {
    var note: Meddler?
    var name: String
    var keeper: Tracked?
    var place: [Double]
    var others: JSONObject

    init(_ name: String) {
        (self.name, place, others) = (name, [1, 2], ["first": "a text that is long enough for the heap"])
    }

    static let mapping = Mapping(
        .compose(\Office.place, from: "x", "y", by: { (x: Double, y: Double) in [x, y] }, back: { ($0[0], $0[1]) }),
        .unknown(\Office.others))
}

private final class Refuser: DefaultedModel, DidDecodeModel {
    var note: Meddler?
    var name = "old"

    required init() {}

    func didDecode() throws { throw TestFailure() }
}

private final class Owner: DefaultedModel {
    var pet: Pet?

    required init() {}
}

private class Pet: DefaultedModel {
    var name = ""
    private final var life = Life()

    required init() {}

    class var mapping: Mapping { Mapping(.ignore(\Pet.life)) }
}

/// Only one test decodes it, because the table of a class is made once.
private final class Tomcat: Pet {
    override class var mapping: Mapping {
        Meddler.meddle()
        return super.mapping
    }
}

private final class PartHolder: DefaultedModel {
    var part: Part?

    required init() {}
}

private struct Part: Model, DidDecodeModel {
    var name: String
    var names: [String]

    init(_ name: String) { (self.name, names) = (name, [""]) }

    mutating func didDecode() {
        Meddler.meddle()
        names.append(name)
    }
}

private final class Porter: DefaultedModel, WillDecodeModel {
    var name = "old"
    private var life = Life()

    required init() {}

    static func willDecode(_ object: inout JSONObject) { Meddler.meddle() }

    static let mapping = Mapping(.ignore(\Porter.life))
}

private struct Interference: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let meddle: @Sendable (Company) -> Void
    let patch: String
    /// The company afterwards.
    let expected: String

    private static let office = #"{"note": 1, "keeper": "k", "x": 3, "y": 4, "other": [1], "name": "the second name"}"#
    private static let patches = [
        "boss": #"{"boss": {"note": 1, "name": "c", "home": \#(office), "pay": 3}}"#,
        "office": #"{"office": \#(office)}"#,
        "porter": #"{"porter": {"name": "p"}}"#,
    ]

    private static func each(
        _ description: String, boss: String, office: String, porter: String,
        meddle: @escaping @Sendable (Company) -> Void
    ) -> [Interference] {
        [("boss", boss), ("office", office), ("porter", porter)].map { name, expected in
            Interference(
                testDescription: "\(description) during \(name)", meddle: meddle, patch: patches[name]!,
                expected: expected)
        }
    }

    static let all = [
        each("dropped", boss: "- - -", office: "- - -", porter: "- - -") {
            $0.boss?.home = nil
            ($0.boss, $0.office, $0.porter) = (nil, nil, nil)
        },
        each("replaced", boss: "new new old", office: "new the second name old", porter: "new new old") {
            ($0.boss, $0.office, $0.porter) = (Person("new"), Office("new"), Porter())
        },
        each("parts dropped", boss: "c - old", office: "a - old", porter: "a - p") {
            $0.boss?.home = nil
            $0.office = nil
        },
    ].flatMap(\.self)
}
