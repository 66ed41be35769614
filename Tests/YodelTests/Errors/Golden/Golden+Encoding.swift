import Foundation
import Testing

@testable import Yodel

// Values that cannot be encoded.

extension Golden {
    final class Node: DefaultedModel {
        var name = ""
        var next: Node?
        init() {}
        // Made once: a cycle is never freed.
        nonisolated(unsafe) static let ring: Node = {
            let node = Node()
            node.next = node
            return node
        }()
    }

    struct OneWay: Model {
        var number: Int
        static let mapping = Mapping(.transform(\OneWay.number, by: Transform { (text: String) in text.count }))
    }

    struct Gauge: Model, WillEncodeModel {
        var value: Int
        var computed: Int { value }
        func willEncode() throws {
            guard value >= 0 else { throw Refusal("below zero") }
        }
    }

    enum Notice: Polymorphic {
        case text(Point), sound(Int), silent
        static let variants = Variants<Notice>("kind", .case("text", Notice.text))
    }

    static var encoding: [Golden] {
        [
            .encoding(
                ["a": [1, Double.nan]],
                "$.a[1]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it"
            ),
            .encoding(
                Kinds(half: -.infinity),
                "$.half: expected a finite number, found -inf (invalidValue); nonConformingFloats = .convert(…) writes it"
            ),
            .encoding(
                Visit(at: Date(timeIntervalSince1970: 1e15)),
                "$.at: expected a date from the year 0 to 9999, found 999999021692800.0 seconds from 2001 (invalidValue)"
            ),
            .encoding(
                Visit(photo: Data([0xFF])),
                "$.photo: expected UTF-8, found 1 byte of other data (invalidValue)"
            ) { $0.data = .utf8 },
            .encoding(
                Visit(at: Date(timeIntervalSince1970: 0)),
                "$.at: expected Date?, found -978307200.0 seconds from 2001 (invalidValue): not on Sundays"
            ) {
                $0.dates = .custom { _ in
                    Date()
                } encode: { _ in
                    throw Refusal("not on Sundays")
                }
            },
            .encoding([Node.ring], "$[0].next: found an object that contains itself (cyclicValue)"),
            .encoding(
                [OneWay(number: 1)],
                "$[0].number: expected a transform that can be reversed, found one without a closure for encoding (invalidValue)"
            ),
            .encoding(
                [Gauge(value: -1)],
                "$[0]: expected Gauge, found an object that its hook refuses (invalidValue): below zero"),
            .encoding(
                [Shape(), Blob()] as [Shape],
                "$[0]: expected one of the variants of Shape: \"circle\", \"square\", \"cube\", found an instance of Shape (unknownVariant)"
            ),
            .encoding(
                ["a": Notice.silent],
                #"$.a: expected one of the variants of Notice: "text", found Notice.silent (unknownVariant)"#),
            .encoding(
                [Notice.sound(1)],
                #"$[0]: expected one of the variants of Notice: "text", found Notice.sound, whose value no variant returns (unknownVariant)"#
            ),
            .calling(
                #"\Gauge.<computed Int> is not a property of Gauge that is written: a key path has to name a stored property that the mapping does not ignore (invalidMapping)"#
            ) { () throws(ModelError) in
                try ModelEncoder().only(\Gauge.computed).encodeText([Gauge(value: 1)])
            },
        ]
    }
}
