import Foundation
import Testing

@testable import Yodel

/// Absent, null or a value: the three states of a key in a document.
@Suite struct FieldTests {
    private struct Author: Model, Equatable {
        var name: String
        var born: Field<Int>
    }

    private struct Book: Model, Equatable {
        var title: Field<String>
        var pages: Field<Int>
        var isSold: Field<Bool>
        var price: Field<Double?>
        var author: Field<Author>
        var tags: Field<[String]>
    }

    fileprivate final class Shelf: DefaultedModel {
        var label: Field<String> = .value("new")
        var size: Field<Int> = .absent
        init() {}
    }

    @Test func theValueHasToFit() {
        #expect(
            refusal(of: Book.self, #"{"pages":"1"}"#)
                == #"$.pages: expected Field<Int>, found the string "1" (typeMismatch, line 1, column 10, offset 9); conversions = .lenient converts it"#
        )
        #expect(
            refusal(of: Book.self, #"{"author":{"born":null}}"#)
                == #"$.author: missing keys: "name" (missingKeys, line 1, column 23, offset 22)"#)
    }

    @Test func inClassesTheDefaultStandsForAnAbsentKey() throws {
        func label(_ json: String) throws -> [String] {
            try decodeEveryWay(Shelf.self, json) { ["\($0.label)", "\($0.size)"] }.fields
        }
        #expect(try label("{}") == ["new", "absent"])
        #expect(try label(#"{"label":null,"size":3}"#) == ["null", "3"])
    }

    @Test func elementsAreNeverAbsent() {
        expectDecoded([Field<Int>].self, "[1,null,2]", as: [1, nil, 2])
        expectDecoded([String: Field<String>].self, #"{"a":null,"b":"c"}"#, as: ["a": nil, "b": "c"])
    }

    @Test func ofSeveralKeysANullNeverBeatsAValue() {
        struct Book: Model, Equatable {
            var name: Field<String>
            static let mapping = Mapping(.map(\Book.name, to: "name", "title"))
        }
        expectDecoded(#"{"name":null,"title":"t"}"#, as: Book(name: "t"))
        expectDecoded(#"{"title":null}"#, as: Book(name: .null))
        expectDecoded("{}", as: Book(name: .absent))
    }

    @Test func anUpdateKeepsWhatIsAbsent() throws {
        func book(_ title: Field<String>, pages: Field<Int>, _ author: Field<Author>) -> Book {
            Book(title: title, pages: pages, isSold: .absent, price: .absent, author: author, tags: .absent)
        }
        let old = book("t", pages: .absent, .value(Author(name: "n", born: 1900)))
        #expect(
            try updated(old, by: #"{"pages":7,"author":{"born":null}}"#)
                == book("t", pages: 7, .value(Author(name: "n", born: .null))))
        let none = try updated(old, by: #"{"title":null,"author":null}"#)
        #expect(none == book(.null, pages: .absent, .null))
        #expect(
            try updated(none, by: #"{"author":{"name":"m"}}"#)
                == book(.null, pages: .absent, .value(Author(name: "m", born: .absent))))
    }

    @Test func listedTypesAndWrappedFieldsHaveThemToo() {
        struct Book: DefaultedModel, Equatable {
            var title: Field<String> = .absent
            var pages: Field<Int> = 1
            static let mapping = Mapping.listing(.map(\Book.title, to: "t"), .map(\Book.pages, to: "p"))
        }
        expectDecoded(#"{"t":null}"#, as: Book(title: .null, pages: 1))
        expectDecoded(#"{"p":2}"#, as: Book(title: .absent, pages: 2))
        // An Optional around it takes null, and is nil when the key is absent.
        struct Odd: Model, Equatable { var a: Field<Int>? }
        expectDecoded(#"[{},{"a":null},{"a":1}]"#, as: [Odd(), Odd(), Odd(a: 1)])
    }

    @Test func theTableSaysAbsent() throws {
        struct Patch: Model { var name: Field<Int> }
        #expect(
            try ModelDecoder().tableDescription(of: Patch.self)
                == "Patch (struct, 9 bytes)\n  name  0  Field<Int>  int64  \"name\"  absent")
    }

    @Test func mergingTakesWhatIsThere() throws {
        struct Patch: Model, Equatable {
            var a: Field<Int>
            var b: Field<Int>
            var c: Field<Int>
        }
        var patch = Patch(a: 1, b: 2, c: 3)
        try patch.merge(from: Patch(a: .absent, b: .null, c: 4))
        #expect(patch == Patch(a: 1, b: .null, c: 4))
    }

    // MARK: - The type itself

    @Test func helpers() {
        let fields: [Field<Int>] = [.absent, .null, 3]
        #expect(fields.map(\.value) == [nil, nil, 3])
        #expect(fields.map(\.isAbsent) == [true, false, false])
        #expect(fields.map(\.isNull) == [false, true, false])
        #expect(fields.map { $0.map { "\($0)" } } == [.absent, .null, "3"])
        #expect(fields.map(\.description) == ["absent", "null", "3"])
        #expect(Field(nil as Int?) == .null)
        #expect(Field(Optional(4)) == .value(4))
        let applied = fields.map { field in
            var property: Int? = 1
            field.apply(to: &property)
            return property
        }
        #expect(applied == [1, nil, 3])
        #expect(Set(fields).count == 3)
    }

    @Test func literalsOfAnyKindAreValues() {
        #expect(1.5 as Field<Double> == .value(1.5))
        #expect("é" as Field<Character> == .value("\u{E9}"))
        #expect("é" as Field<Unicode.Scalar> == .value("\u{E9}"))
    }

    @Test func anElementThatIsAbsentIsWrittenAsNull() throws {
        let fields: [Field<Int>] = [1, .null, .absent]
        #expect(try JSONEncoder().encode(fields) == Data("[1,null,null]".utf8))
    }

    @Test func codableTypesLeaveOutWhatIsAbsent() throws {
        struct Patch: Codable, Equatable {
            var a: Field<Int>
            var b: Field<String>
            var c: Field<[Int]>
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let patch = Patch(a: .absent, b: .null, c: .value([1]))
        let json = try encoder.encode(patch)
        #expect(String(decoding: json, as: UTF8.self) == #"{"b":null,"c":[1]}"#)
        #expect(try JSONDecoder().decode(Patch.self, from: json) == patch)
        #expect(try JSONDecoder().decode([Field<Int>].self, from: Data("[1,null]".utf8)) == [1, .null])
    }
}

extension FieldTests.Shelf {
    fileprivate var fields: [String] { ["\(label)", "\(size)"] }
}
