import BenchmarkModels
import Foundation

/// A type as which both Foundation's decoder and Yodel's decode documents, with its type erased.
package struct CodableSubject: Sendable {
    /// The properties of a type that the comparison must know.
    struct Traits: OptionSet {
        var rawValue: Int

        /// Its members are decoded in the order of `allKeys`, which changes from run to run in Foundation.
        static let unordered = Traits(rawValue: 1)
        /// Its keys are data, so strategies on them cannot always be undone, and the types of its values vary.
        static let isDynamic = Traits(rawValue: 2)
        /// The encoded value differs from the decoded one.
        static let oneWay = Traits(rawValue: 4)
    }

    package let name: String
    /// Writes a document for it, valid or nearly so.
    package let document: @Sendable (inout RandomJSON) -> String
    private let compare: @Sendable ([UInt8], CodableRecipe) -> String?

    init<Value: Codable & Equatable & SendableMetatype>(
        _ type: Value.Type, _ traits: Traits = [], document: @escaping @Sendable (inout RandomJSON) -> String
    ) {
        name = "\(type)"
        self.document = document
        compare = { document, recipe in
            CodableComparison<Value>(recipe: recipe, traits: traits).difference(document)
        }
    }

    init<Value: CodableSample>(_ type: Value.Type, _ traits: Traits = []) {
        self.init(type, traits) { type.json(&$0) }
    }

    /// The difference between Yodel's and Foundation's outcome for a document; nil if there is none.
    package func difference(_ document: [UInt8], _ recipe: CodableRecipe) -> String? {
        compare(document, recipe)
    }
}

/// A type that can write documents for itself.
protocol CodableSample: Codable, Equatable, SendableMetatype {
    static func json(_ json: inout RandomJSON) -> String
}

extension CodableSubject {
    /// A scalar alone and at every kind of place.
    private static func scalar<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ traits: Traits = [], _ literal: @escaping @Sendable (inout RandomJSON) -> String
    ) -> [CodableSubject] {
        [
            CodableSubject(type, traits, document: literal),
            CodableSubject(CodableFamily.Everywhere<Value>.self, traits.union(.unordered)) {
                CodableFamily.Everywhere<Value>.json(&$0, literal)
            },
        ]
    }

    private static func integer<Value: FixedWidthInteger & Codable & Sendable>(_ type: Value.Type) -> [CodableSubject] {
        scalar(type) { $0.literal(of: type) }
    }

    /// The subjects of recipes, by number: append new ones, so that earlier inputs keep their recipe.
    package static let all: [CodableSubject] = {
        var subjects = integer(Int.self) + integer(Int8.self) + integer(Int16.self) + integer(Int32.self)
        subjects += integer(Int64.self) + integer(UInt.self) + integer(UInt8.self) + integer(UInt16.self)
        subjects += integer(UInt32.self) + integer(UInt64.self) + integer(Int128.self) + integer(UInt128.self)
        subjects += scalar(Bool.self) { $0.bool() }
        subjects += scalar(String.self) { $0.string() }
        subjects += scalar(Double.self) { $0.floatLiteral() } + scalar(Float.self) { $0.floatLiteral() }
        subjects += scalar(Decimal.self) { $0.floatLiteral() }
        subjects += scalar(Date.self) { $0.dateLiteral() } + scalar(Data.self) { $0.dataLiteral() }
        subjects += scalar(URL.self) { $0.urlLiteral() } + scalar(UUID.self) { $0.uuidLiteral() }
        subjects += scalar(CodableFamily.Size.self) { $0.one(of: [#""small""#, #""medium""#, #""larger than any""#]) }
        subjects += scalar(CodableFamily.Level.self) { $0.one(of: ["1", "2", "-7", "1.0"]) }
        subjects += scalar(CodableFamily.Name.self) { $0.string() }
        subjects += scalar(CodableFamily.Celsius.self) { $0.floatLiteral() }
        subjects += scalar(Range<Int>.self) { $0.array(2...2) { $0.integer(-3...9) } }
        subjects += [
            CodableSubject(CodableFamily.Record.self),
            CodableSubject([CodableFamily.Record].self) {
                $0.array(0...4, CodableFamily.Record.json)
            },
            CodableSubject(CodableFamily.Tree.self, .unordered), CodableSubject(CodableFamily.Chain.self),
            CodableSubject(CodableFamily.Child.self), CodableSubject(CodableFamily.Expression.self),
            CodableSubject(CodableFamily.Keyed.self, .unordered), CodableSubject(CodableFamily.Nested.self),
            CodableSubject(CodableFamily.Stack.self), CodableSubject(CodableFamily.Tolerant.self, .oneWay),
            CodableSubject(CodableFamily.Anything.self, [.unordered, .isDynamic]) { $0.anyText() },
            CodableSubject(CodableFamily.Anything.self, [.unordered, .isDynamic], document: CodableFamily.Tree.json),
            CodableSubject([String: [CodableFamily.Anything?]].self, [.unordered, .isDynamic]) { json in
                json.dictionary(0...3) {
                    $0.pick(["a", "b_c", "é", "e\u{301}"])
                } value: {
                    $0.array(0...3) { $0.anyText() }
                }
            },
            CodableSubject(CodableProbe.self, .oneWay) { $0.anyText() },
            CodableSubject(CodableProbe.self, .oneWay, document: CodableFamily.Record.json),
            CodableSubject([CodableProbe].self, .oneWay) { $0.array(0...4) { $0.anyText() } },
            CodableSubject(CodableProbe.self, .oneWay, document: CodableFamily.Keyed.json),
            CodableSubject(RandomModels.Flat.self, document: RandomModels.Flat.json),
            CodableSubject(RandomModels.Keyed.self, .unordered, document: RandomModels.Keyed.json),
            CodableSubject([[[Double]]].self) {
                $0.array(0...3) { $0.array(0...3) { $0.array(0...3) { $0.double() } } }
            },
            CodableSubject([[String: [Int]?]?].self, .unordered) { json in
                json.array(0...3) {
                    $0.dictionary(0...2) {
                        $0.pick(["k", "l"])
                    } value: {
                        $0.array(0...2) { $0.integer(0...9) }
                    }
                }
            },
        ]
        return subjects
    }()
}
