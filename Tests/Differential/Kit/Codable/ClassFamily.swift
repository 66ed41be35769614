import BenchmarkModels
import Foundation
import Yodel

/// A class of a hierarchy, as random sequences decode it.
protocol ClassSample: AnyObject, Decodable {
    /// The decoded value, with the class of the instance.
    var shown: String { get }
}

/// Hierarchies of classes.
///
/// Each is generic, so that each tag makes classes that have never been decoded.
enum ClassFamily {
    /// Models that are `Codable`.
    class Model<Tag>: DefaultedModel, Codable, ClassSample {
        final var a = -1

        required init() {}

        private enum CodingKeys: CodingKey { case a }

        var shown: String { "Model \(a)" }
    }

    class SubModel<Tag>: Model<Tag> {
        final var b = -1

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            b = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("b"))
        }

        override var shown: String { "SubModel \(a) \(b)" }
    }

    final class SubSubModel<Tag>: SubModel<Tag> {
        var c = -1

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            c = try container.decode(Int.self, forKey: AnyKey("c"))
            try super.init(from: decoder)
        }

        override var shown: String { "SubSubModel \(a) \(b) \(c)" }
    }

    /// A model whose `init(from:)` is its superclass's.
    final class InheritingModel<Tag>: Model<Tag> {
        var b = -1

        override var shown: String { "InheritingModel \(a) \(b)" }
    }

    /// `Codable` but no model; subclasses have their superclass's members under `super`.
    class Plain<Tag>: Codable, ClassSample {
        final var a = -1

        required init() {}

        private enum CodingKeys: CodingKey { case a }

        var shown: String { "Plain \(a)" }
    }

    class SubPlain<Tag>: Plain<Tag> {
        final var b = -1

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            b = try container.decode(Int.self, forKey: AnyKey("b"))
            try super.init(from: container.superDecoder())
        }

        override var shown: String { "SubPlain \(a) \(b)" }
    }

    final class SubSubPlain<Tag>: SubPlain<Tag> {
        var c = -1

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            c = try container.decode(Int.self, forKey: AnyKey("c"))
            try super.init(from: container.superDecoder(forKey: AnyKey("super")))
        }

        override var shown: String { "SubSubPlain \(a) \(b) \(c)" }
    }

    /// A model whose superclass is not a model.
    final class ModelOfPlain<Tag>: Plain<Tag>, DefaultedModel {
        var b = -1

        required init() { super.init() }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            b = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("b"))
        }

        override var shown: String { "ModelOfPlain \(a) \(b)" }
    }
}

/// The members of an object that every class of the family can be decoded from.
struct ClassMembers {
    let a: Int
    let b: Int
    let c: Int
    /// The values of the object under `super`, and of the one under `super` in that.
    let inner: (a: Int, b: Int)
    let innermost: Int

    init(using generator: inout some RandomNumberGenerator) {
        func next() -> Int { Int.random(in: 0...99, using: &generator) }
        (a, b, c, inner, innermost) = (next(), next(), next(), (next(), next()), next())
    }

    /// An object that also contains itself in an array and in a dictionary.
    var json: String {
        let members =
            #""c":\#(c),"a":\#(a),"super":{"b":\#(inner.b),"a":\#(inner.a),"super":{"a":\#(innermost)}},"b":\#(b)"#
        return #"{"array":[{\#(members)}],\#(members),"object":{"k":{\#(members)}}}"#
    }
}

/// Decodes with one metatype, whose static type may be a superclass of its value.
struct ClassPair: Sendable {
    typealias Tables = Bool

    /// The text of an instance that is decoded from these members, by tables or by its `init(from:)`.
    let expected: @Sendable (ClassMembers, Tables) -> String
    /// The same from a keyed container, to which the standard library passes only the static type.
    let expectedOfKey: @Sendable (ClassMembers, Tables) -> String
    let keyed: @Sendable (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> String
    let keyedIfPresent: @Sendable (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> String
    let unkeyed: @Sendable (inout any UnkeyedDecodingContainer) throws -> String
    let unkeyedIfPresent: @Sendable (inout any UnkeyedDecodingContainer) throws -> String
    let single: @Sendable (any SingleValueDecodingContainer) throws -> String
    let foundation: @Sendable (JSONDecoder, Data) throws -> String
    let codable: @Sendable (YodelJSONDecoder, ClassWay, Data) throws -> String
    let model: @Sendable (ModelDecoder, ClassWay, Data) throws -> String

    init<Static: ClassSample & SendableMetatype>(
        _ type: Static.Type, _ expected: @escaping @Sendable (ClassMembers, Tables) -> String,
        ofKey expectedOfKey: (@Sendable (ClassMembers, Tables) -> String)? = nil
    ) {
        self.expected = expected
        self.expectedOfKey = expectedOfKey ?? expected
        keyed = { try $0.decode(type, forKey: $1).shown }
        keyedIfPresent = { try $0.decodeIfPresent(type, forKey: $1)?.shown ?? "nil" }
        unkeyed = { try $0.decode(type).shown }
        unkeyedIfPresent = { try $0.decodeIfPresent(type)?.shown ?? "nil" }
        single = { try $0.decode(type).shown }
        foundation = { try $0.decode(type, from: $1).shown }
        codable = { decoder, way, data in
            switch way {
            case .text: return try decoder.decode(type, from: String(decoding: data, as: UTF8.self)).shown
            case .chunks:
                var gathering = decoder.gatheringDecoder(of: type)
                for start in stride(from: 0, to: data.count, by: 7) {
                    try gathering.feed(data.dropFirst(start).prefix(7))
                }
                return try gathering.finish().shown
            default: return try decoder.decode(type, from: data).shown
            }
        }
        model = { decoder, way, data in
            switch way {
            case .chunks:
                var incremental = decoder.incrementalDecoder(of: type)
                for start in stride(from: 0, to: data.count, by: 7) {
                    try incremental.feed(data.dropFirst(start).prefix(7))
                }
                return try incremental.finish().shown
            case .tree: return try decoder.decode(type, from: decoder.decode(JSONValue.self, from: data)).shown
            case .items: return try items(Feed(of: type), decoder, Data("[".utf8) + data + Data("]".utf8)) { $0.shown }
            case .lines: return try items(Feed(of: type, in: .lines), decoder, data) { $0.shown }
            case .made: return try items(Feed(of: type, in: .lines) { $0.shown }, decoder, data) { $0 }
            case .members:
                let object = Data(#"{"k":"#.utf8) + data + Data("}".utf8)
                return try items(Feed(ofMembers: type), decoder, object) { $0.value.shown }
            default: return try decoder.decode(type, from: data).shown
            }
        }
        @Sendable func items<Item>(
            _ feed: Feed<Item>, _ decoder: ModelDecoder, _ data: Data, _ shown: (Item) -> String
        ) throws -> String {
            var feed = feed
            feed.decoder = decoder
            var parser = feed.parser()
            parser.feed(data)
            parser.finish()
            var texts: [String] = []
            while let item = try parser.next() { texts.append(shown(item)) }
            return texts.joined(separator: ", ")
        }
    }

    /// Every pair of a static and a dynamic type in the hierarchies of a tag.
    static func all<Tag>(_ tag: Tag.Type) -> [ClassPair] {
        typealias Family = ClassFamily
        let model = { @Sendable (members: ClassMembers, _: Tables) in "Model \(members.a)" }
        let subModel = { @Sendable (members: ClassMembers, _: Tables) in "SubModel \(members.a) \(members.b)" }
        let subSubModel = { @Sendable (members: ClassMembers, _: Tables) in
            "SubSubModel \(members.a) \(members.b) \(members.c)"
        }
        let inheriting = { @Sendable (members: ClassMembers, tables: Tables) in
            "InheritingModel \(members.a) \(tables ? members.b : -1)"
        }
        let plain = { @Sendable (members: ClassMembers, _: Tables) in "Plain \(members.a)" }
        let subPlain = { @Sendable (members: ClassMembers, _: Tables) in "SubPlain \(members.inner.a) \(members.b)" }
        let subSubPlain = { @Sendable (members: ClassMembers, _: Tables) in
            "SubSubPlain \(members.innermost) \(members.inner.b) \(members.c)"
        }
        let modelOfPlain = { @Sendable (members: ClassMembers, _: Tables) in "ModelOfPlain \(members.a) \(members.b)" }
        return [
            ClassPair(Family.Model<Tag>.self, model),
            ClassPair(Family.SubModel<Tag>.self as Family.Model<Tag>.Type, subModel, ofKey: model),
            ClassPair(Family.SubModel<Tag>.self, subModel),
            ClassPair(Family.SubSubModel<Tag>.self as Family.Model<Tag>.Type, subSubModel, ofKey: model),
            ClassPair(Family.SubSubModel<Tag>.self as Family.SubModel<Tag>.Type, subSubModel, ofKey: subModel),
            ClassPair(Family.SubSubModel<Tag>.self, subSubModel),
            ClassPair(Family.InheritingModel<Tag>.self as Family.Model<Tag>.Type, inheriting, ofKey: model),
            ClassPair(Family.InheritingModel<Tag>.self, inheriting),
            ClassPair(Family.Plain<Tag>.self, plain),
            ClassPair(Family.SubPlain<Tag>.self as Family.Plain<Tag>.Type, subPlain, ofKey: plain),
            ClassPair(Family.SubPlain<Tag>.self, subPlain),
            ClassPair(Family.SubSubPlain<Tag>.self as Family.Plain<Tag>.Type, subSubPlain, ofKey: plain),
            ClassPair(Family.SubSubPlain<Tag>.self as Family.SubPlain<Tag>.Type, subSubPlain, ofKey: subPlain),
            ClassPair(Family.SubSubPlain<Tag>.self, subSubPlain),
            ClassPair(Family.ModelOfPlain<Tag>.self as Family.Plain<Tag>.Type, modelOfPlain, ofKey: plain),
            ClassPair(Family.ModelOfPlain<Tag>.self, modelOfPlain),
            // The element types are static.
            ClassPair(Elements<Family.Model<Tag>>.self, model),
            ClassPair(Elements<Family.SubModel<Tag>>.self, subModel),
            ClassPair(Elements<Family.Plain<Tag>>.self, plain),
            ClassPair(Elements<Family.SubPlain<Tag>>.self, subPlain),
        ]
    }
}

/// Decodes a value as an Optional, an array's only element and a dictionary's only value.
private final class Elements<Element: ClassSample>: ClassSample {
    let shown: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let optional = try decoder.singleValueContainer().decode(Element?.self)?.shown
        let elements = try container.decode([Element?].self, forKey: AnyKey("array")).map { $0?.shown }
        let values = try container.decode([String: Element].self, forKey: AnyKey("object")).mapValues(\.shown)
        let isSame = elements == [optional] && values == ["k": optional]
        shown = isSame ? optional ?? "nil" : "\(optional as Any) \(elements) \(values)"
    }
}

/// The ways to pass a document of one value to a decoder.
enum ClassWay: CaseIterable { case whole, text, chunks, tree, items, lines, made, members }
