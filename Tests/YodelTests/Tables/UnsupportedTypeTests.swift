import Foundation
import Testing

@testable import Yodel

/// Expects that the table of a type cannot be built, with an error that has the place and advice.
@discardableResult
func expectUnsupported<Value>(
    _ type: Value.Type, _ code: ModelError.Code = .unsupportedType, naming names: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) -> ModelError? {
    expectUnsupported(type, code, naming: names, decoder: ModelDecoder(), sourceLocation: sourceLocation)
}

/// The same by a decoder.
@discardableResult
func expectUnsupported<Value>(
    _ type: Value.Type, _ code: ModelError.Code, naming names: [String], decoder: ModelDecoder,
    sourceLocation: SourceLocation
) -> ModelError? {
    func attempt(_ body: () throws(ModelError) -> Void) -> ModelError? {
        do throws(ModelError) {
            try body()
            Issue.record("\(type) is accepted", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }
    let first = attempt { () throws(ModelError) in try decoder.prepare(type) }
    guard let first else { return nil }
    #expect(first.code == code, sourceLocation: sourceLocation)
    #expect(first.category == .model, sourceLocation: sourceLocation)
    #expect(first.offset == nil && first.line == nil && first.column == nil, sourceLocation: sourceLocation)
    for name in names {
        #expect(first.reason?.contains(name) == true, "\(first) names \(name)", sourceLocation: sourceLocation)
    }
    #expect("\(first)".contains(first.reason ?? "-"), sourceLocation: sourceLocation)
    // Nothing half-built is left: every further attempt gets the same error.
    #expect(attempt { () throws(ModelError) in try decoder.prepare(type) } == first, sourceLocation: sourceLocation)
    for document in ["{}", "", "!", "[]"] {
        #expect(
            attempt { () throws(ModelError) in _ = try decoder.decode(type, from: document) } == first,
            sourceLocation: sourceLocation)
    }
    #expect(
        attempt { () throws(ModelError) in
            var incremental = decoder.incrementalDecoder(of: type)
            try incremental.feed("{}")
        } == first, sourceLocation: sourceLocation)
    return first
}

/// Beside those of `Golden+Tables`.
@Suite("Types that cannot be decoded")
struct UnsupportedTypeTests {
    struct Stranger { var number: Int; var text: String }
    class Unconvinced: Model { var number = 0 }
    final class Other {}
    protocol Shape {}
    enum Bare: Model { case one, two }
    enum Loaded: Model { case one(String), two(Int) }
    struct LoadedField: Model { var loaded: Loaded? }
    enum Initialised: DefaultedModel {
        case one, two
        init() { self = .one }
    }
    enum Payload { case one(Int), two(String) }
    struct Closure: Model { var name: String; var action: () -> Void }
    struct OptionalClosure: Model { var action: ((Int) -> Int)? }
    struct Nothing: Model { var void: Void }
    struct Existential: Model { var shape: any Shape }
    struct Object: Model { var object: AnyObject }
    struct Unowned: Model { unowned var object: Other }
    struct PlainClass: Model { var other: Other }
    struct PlainEnum: Model { var payload: Payload }
    struct ModelClass: Model { var object: Unconvinced }
    struct Pointer: Model { var pointer: UnsafeMutablePointer<Int> }
    struct Boxed: Model { var number: NSNumber? }

    @Test("A field of a type that JSON cannot express is named, with advice")
    func fields() {
        expectUnsupported(Closure.self, naming: "Closure.action", "() -> ()", "Mapping.listing")
        expectUnsupported(OptionalClosure.self, naming: "OptionalClosure.action", "Mapping.listing")
        expectUnsupported(Nothing.self, naming: "Nothing.void", ".ignore")
        expectUnsupported(Existential.self, naming: "Existential.shape", "Shape", ".ignore")
        expectUnsupported(Object.self, naming: "Object.object", "AnyObject", ".ignore")
        expectUnsupported(PlainClass.self, naming: "PlainClass.other", "Other", "Model")
        expectUnsupported(PlainEnum.self, naming: "PlainEnum.payload", "Payload", "ModelScalar")
        expectUnsupported(Pointer.self, naming: "Pointer.pointer", "UnsafeMutablePointer<Int>", ".ignore")
        expectUnsupported(Boxed.self, naming: "Boxed.number", "NSNumber", "JSONNumber", ".ignore")
    }

    @Test("An unowned property of a struct is named, with advice")
    func references() {
        expectUnsupported(Unowned.self, naming: "Unowned.object", "unowned", "class")
    }

    @Test("A class needs init()")
    func classes() {
        expectUnsupported(Unconvinced.self, naming: "Unconvinced", "DefaultedModel")
        expectUnsupported(ModelClass.self, naming: "Unconvinced", "DefaultedModel")
        expectUnsupported([Unconvinced?].self, naming: "Unconvinced", "DefaultedModel")
    }

    @Test("An enum needs raw values, or must be a scalar")
    func enums() {
        expectUnsupported(Bare.self, naming: "Bare", "RawRepresentable", "ModelScalar")
        expectUnsupported(Initialised.self, naming: "Initialised", "RawRepresentable", "ModelScalar")
        expectUnsupported(Loaded.self, naming: "Loaded", "RawRepresentable", "ModelScalar")
        expectUnsupported(LoadedField.self, naming: "Loaded", "RawRepresentable", "ModelScalar")
        expectUnsupported(Payload.self, naming: "Payload", "ModelScalar")
    }

    struct BoolKeys: Model { var table: [Bool: Int] }
    struct OptionalKeys: Model { var table: [String?: Int] }
    struct ModelKeys: Model { var table: [Point: Int] }
    struct RatioKeys: Model { var table: [RawValueFieldTests.Ratio: Int] }
    struct StrangeKeys: Model { var table: [[String: [Double: Int]]] }

    @Test("Keys of a dictionary are strings, integers, or raw values of those")
    func keys() {
        expectUnsupported(BoolKeys.self, naming: "BoolKeys.table", "[Bool: Int]", "keys")
        expectUnsupported(OptionalKeys.self, naming: "OptionalKeys.table", "[String?: Int]", "keys")
        expectUnsupported(ModelKeys.self, naming: "ModelKeys.table", "[Point: Int]", "keys")
        expectUnsupported(RatioKeys.self, naming: "RatioKeys.table", "Ratio", "keys")
        expectUnsupported(StrangeKeys.self, naming: "StrangeKeys.table", "[Double: Int]", "keys")
        expectUnsupported([Double: Int].self, naming: "[Double: Int]", "keys")
    }

    enum ListRaw: RawRepresentable {
        case one
        init?(rawValue: [Int]) { self = .one }
        var rawValue: [Int] { [1] }
    }
    struct ListRawField: Model { var raw: ListRaw }
    struct StrangerRaw: RawRepresentable { var rawValue: Stranger }
    struct StrangerRawField: Model { var raw: StrangerRaw? }

    @Test("A raw value is a scalar")
    func rawValues() {
        expectUnsupported(ListRawField.self, naming: "ListRawField.raw", "[Int]", "ModelScalar")
        expectUnsupported(StrangerRawField.self, naming: "StrangerRawField.raw", "Stranger")
    }

    struct Deep: Model {
        struct Inner: Model {
            var names: [String]
            var handlers: [String: [(() -> Void)?]]
        }
        var inners: [Inner?]
    }

    @Test("However deep the field, its own type and name are in the error")
    func nested() {
        expectUnsupported(Deep.self, naming: "Inner.handlers", "() -> ()")
        expectUnsupported([Deep].self, naming: "Inner.handlers", "() -> ()")
        expectUnsupported([String: Deep?].self, naming: "Inner.handlers", "() -> ()")
    }

    @Test("A document type that JSON cannot express")
    func roots() {
        expectUnsupported((() -> Void).self, naming: "() -> ()")
        expectUnsupported((Int, Int).self, naming: "(Int, Int)")
        expectUnsupported(Any.self, naming: "Any")
        expectUnsupported((any Model).self, naming: "Model")
        expectUnsupported((any Shape)?.self, naming: "Shape")
        expectUnsupported([Stranger].self, naming: "Stranger")
        expectUnsupported(Set<UnsafeRawPointer>.self, naming: "UnsafeRawPointer")
    }

    // MARK: - State after a failure

    struct Part: Model, Equatable { var values: [[String: [Int]]] }
    struct Bad: Model { var first: Part; var lists: [[() -> Void]]; var last: Good? }
    struct Good: Model, Equatable { var part: Part; var list: [Part] }
    struct Second: Model { var bad: [Bad]; var good: Good }

    @Test("Types that share parts with one that cannot be decoded can still be decoded")
    func sharedParts() {
        let part = #"{"values":[{"a":[1]}]}"#
        let expected = Part(values: [["a": [1]]])
        expectUnsupported(Bad.self, naming: "Bad.lists")
        expectDecoded(Part.self, part, as: expected)
        expectUnsupported(Second.self, naming: "Bad.lists")
        expectDecoded(#"{"part":\#(part),"list":[\#(part)]}"#, as: Good(part: expected, list: [expected]))
        expectUnsupported(Bad.self, naming: "Bad.lists")
        expectUnsupported([Bad].self, naming: "Bad.lists")
    }
}
