import Foundation
import Testing

@testable import Yodel

// Types and mappings that are invalid for any document; and decoders that are used wrongly.

extension Golden {
    struct Stranger { var number: Int }
    enum Loaded: Model { case one(String) }
    class Unready: Model { var number = 0 }
    final class Plain {}
    struct Action: Model { var run: () -> Void }
    struct Pair: Model { var pair: (Int, String) }
    struct Anything: Model { var any: Any }
    struct Mutable: Model { var list: NSMutableArray }
    struct Strange: Model { var stranger: Stranger }
    struct Weak: Model { weak var object: Plain? }
    struct DoubleKeys: Model { var table: [Double: Int] }
    actor Actor: DefaultedModel { var number = 0 }
    struct Written: Encodable { var number: Int }

    static var types: [Golden] {
        tables([
            Action.self:
                "Action.run: () -> () cannot be decoded. A key path cannot name a closure: list the other properties with Mapping.listing, and let init() set it (unsupportedType)",
            Pair.self:
                "Pair.pair: (Int, String) cannot be decoded. A tuple cannot conform to a protocol: declare a struct, or leave the property out with .ignore and a default (unsupportedType)",
            [Anything].self:
                "Anything.any: Any cannot be decoded. Declare JSONValue, which holds any JSON value, instead, and JSONObject instead of [String: Any]; or leave the property out with .ignore and a default (unsupportedType)",
            Mutable.self:
                "Mutable.list: NSMutableArray cannot be decoded. Declare an array instead, or leave the property out with .ignore and a default (unsupportedType)",
            Strange.self:
                "Strange.stranger: Stranger cannot be decoded. Conform it to Model (a struct or class decoded by its properties), to ModelScalar (one JSON scalar), to Polymorphic (one of several types), to ModelWrapper or to Decodable; or convert the property with .transform in the mapping, or every value of the type with the decoder's transforms (it has none for this type); or leave the property out with .ignore and a default (unsupportedType)",
            Loaded.self:
                "Loaded: its stored properties cannot be listed. Models are structs and classes; an enum can be RawRepresentable, Polymorphic or a ModelScalar; a struct compiled without reflection metadata can list its fields with Mapping.listing (unsupportedType)",
            Unready.self: "Unready: a class is created by its init(): declare it a DefaultedModel (unsupportedType)",
            Weak.self:
                "Weak.object: a weak or unowned property of a struct cannot be decoded. Make the model a class, or list its other fields with Mapping.listing (unsupportedType)",
            DoubleKeys.self:
                "DoubleKeys.table: [Double: Int]: keys can be strings, characters, integers, UUIDs, or types with one of these as raw value, not Double (unsupportedType)",
            Actor.self: "Actor: an actor cannot be a model: decode a struct and hand it to the actor (unsupportedType)",
            Written.self:
                "Written: Written cannot be decoded. It is only Encodable: conform it to Decodable as well, as one table serves for both directions, or write it with a YodelJSONEncoder; or leave the property out with .ignore and a default (unsupportedType)",
            [Stranger].self:
                "[Stranger]: Stranger cannot be decoded. Conform it to Model (a struct or class decoded by its properties), to ModelScalar (one JSON scalar), to Polymorphic (one of several types), to ModelWrapper or to Decodable; or convert the property with .transform in the mapping, or every value of the type with the decoder's transforms (it has none for this type); or leave the property out with .ignore and a default (unsupportedType)",
        ])
    }

    struct TwoKeys: Model {
        var name: String
        static let mapping = Mapping(.map(\TwoKeys.name, to: "a"), .map(\TwoKeys.name, to: "b"))
    }
    struct TwoDefaults: Model {
        var name: String
        static let mapping = Mapping(.default(\TwoDefaults.name, "a"), .map(\TwoDefaults.name, to: "x", default: "b"))
    }
    struct IgnoredKey: Model {
        var name: String?
        static let mapping = Mapping(.ignore(\IgnoredKey.name), .map(\IgnoredKey.name, to: "a"))
    }
    struct RepeatedKey: Model {
        var name: String
        static let mapping = Mapping(.map(\RepeatedKey.name, to: "a", "b", "a"))
    }
    struct Computed: Model {
        var name: String
        var upper: String { name.uppercased() }
        static let mapping = Mapping(.map(\Computed.upper, to: "a"))
    }
    struct IgnoredClosure: Model {
        var run: () -> Void
        static let mapping = Mapping(.ignore(\IgnoredClosure.run))
    }
    class NotFinal: DefaultedModel {
        var number = 0
        var other = 0
        final var name = ""
        required init() {}
        class var mapping: Mapping { Mapping(.map(\NotFinal.name, to: "a"), .map(\NotFinal.other, to: "b")) }
    }
    struct PathThroughValue: Model {
        var first: Int
        var second: Int
        static let mapping = Mapping(.map(\PathThroughValue.first, to: "a"), .map(\PathThroughValue.second, to: "a.b"))
    }
    struct Undefaulted: Model {
        var name: String
        static let mapping = Mapping(.ignore(\Undefaulted.name))
    }
    struct Unlisted: Model {
        var name: String
        var other: String
        static let mapping = Mapping.listing(.map(\Unlisted.name, to: "a"))
    }
    struct Twice: Polymorphic {
        static let variants = Variants<Twice>("t", .case("a", Twice.init(author:)), .case("a", Twice.init(author:)))
        init(author: Author) {}
    }

    struct Unmet: Model {
        var tags: [String]
        static let mapping = Mapping(.check(\Unmet.tags, .count(..<0)))
    }
    struct Unasked: Model {
        var name: String
        static let mapping = Mapping(.check(\Unasked.name))
    }
    struct IgnoredCheck: Model {
        var name: String?
        static let mapping = Mapping(.ignore(\IgnoredCheck.name), .check(\IgnoredCheck.name, .length(1...)))
    }
    struct TwoNames: Model {
        var name: String
        static let mapping = Mapping(.check("a name") { (_: Unasked) in true })
    }
    struct CheckedText: Model {
        var text: String
        static let mapping = Mapping(.check(each: \CheckedText.text, Constraint("any") { _ in true }))
    }

    static var mappings: [Golden] {
        tables([
            Unmet.self:
                "Unmet.tags: the mapping gives it a constraint that no value can meet: no count is below 0 (invalidMapping)",
            Unasked.self: "Unasked.name: the mapping checks it without a constraint (invalidMapping)",
            IgnoredCheck.self: "IgnoredCheck.name: the mapping both ignores it and checks it (invalidMapping)",
            TwoNames.self:
                #"TwoNames: the mapping has a check for whole values of another type, Unasked: "a name" (invalidMapping)"#,
            CheckedText.self:
                "CheckedText.text: the mapping checks it, but String is not an array, set or dictionary (invalidMapping)",
            TwoKeys.self: #"TwoKeys.name: the mapping names its keys twice: "a", and "b" (invalidMapping)"#,
            TwoDefaults.self: "TwoDefaults.name: the mapping gives it two defaults (invalidMapping)",
            IgnoredKey.self: #"IgnoredKey.name: the mapping both ignores it and names its keys, "a" (invalidMapping)"#,
            RepeatedKey.self: #"RepeatedKey.name: the mapping names one key twice: "a" (invalidMapping)"#,
            Computed.self:
                #"Computed: entry 1 of the mapping (to "a") names a property of type String that cannot be found among its stored properties; a mapping cannot name computed properties, properties with observers, closures, wrapped values or parts of properties (invalidMapping)"#,
            IgnoredClosure.self:
                "IgnoredClosure: entry 1 of the mapping names a property of type () -> () that cannot be found among its stored properties; a key path cannot name a closure: list the other properties with Mapping.listing, and let init() set it (invalidMapping)",
            NotFinal.self:
                #"NotFinal: entry 2 of the mapping (to "b") names a property of type Int (number or other) that cannot be found among its stored properties; in a class, the property or the class has to be final; a mapping cannot name computed properties, properties with observers, closures, wrapped values or parts of properties (invalidMapping)"#,
            PathThroughValue.self:
                #"PathThroughValue: PathThroughValue.second ("a.b") needs an object where PathThroughValue.first ("a") is not an object (invalidMapping)"#,
            Undefaulted.self:
                "Undefaulted.name is ignored but has no value: give it a default in the mapping, make it Optional, or declare the type a DefaultedModel (invalidMapping)",
            Unlisted.self:
                "Unlisted: a type that lists its fields is created by its init(): declare it a DefaultedModel (unsupportedType)",
            Twice.self: "Twice.variants: two variants have the same tag (invalidMapping)",
        ])
    }

    static var uses: [Golden] {
        [
            .calling(
                "$: the document has ended and its value has been taken: decode the next one with a new decoder (alreadyFinished)"
            ) {
                () throws(ModelError) in
                var decoder = ModelDecoder().incrementalDecoder(of: [Int].self)
                try decoder.feed("[1]")
                _ = try decoder.finish()
                return try decoder.finish()
            },
            .calling(
                "$: the document has ended and its value has been taken: decode the next one with a new decoder (alreadyFinished)"
            ) {
                () throws(ModelError) in
                var decoder = ModelDecoder().incrementalDecoder(of: [Int].self)
                try decoder.feed("[1]")
                _ = try decoder.finish()
                try decoder.feed("[2]")
                return "fed"
            },
            .calling("$: expected [Date], found an object (typeMismatch)") { () throws(ModelError) in
                try ModelDecoder().decode([Date].self, from: ["x": 1] as JSONValue)
            },
            .calling(
                #"$[0].born: expected Int, found the string "1775" (typeMismatch); conversions = .lenient converts it"#
            ) { () throws(ModelError) in
                try ModelDecoder().decode([Author].self, from: [["name": "Jane", "born": "1775"]] as JSONValue)
            },
        ]
    }
}
