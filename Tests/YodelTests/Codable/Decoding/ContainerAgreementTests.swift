import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// To a type's `init(from:)`, containers behave like those of Foundation's decoder.
@Suite(.enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct ContainerAgreementTests {
    private static let documents = [
        "{}", "[]", "null", "1", #""text""#, "true", "[1]", "[null]", "[1, 2, 3]", "[[1], {}]",
        #"["a", null, {"a": 1}]"#,
        #"{"a": 1}"#, #"{"a": null}"#, #"{"a": {"b": [1, {"c": 2}]}}"#, #"{"b": 1, "a": [2, 3]}"#,
        #"{"super": {"a": "x"}, "a": 1}"#, #"{"a": 1, "a": 2}"#, #"{"b": 0, "a": 1, "b": 2, "a": 3}"#,
        #"{"\u0061": 1, "a": 2}"#, #"{"é": 1, "e\u0301": 2, "a": 3}"#, #"{"1": {"2": 3}, "a": 1}"#,
    ]

    private func text(_ path: [any CodingKey]) -> String { CodableContainerText.of(path) }

    @Test(arguments: documents)
    func keyedContainers(_ document: String) {
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            return Set(container.allKeys.map(\.stringValue))
        }
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            return (["a", "b", "é", "super"] as [TestKey]).map { container.contains($0) }
        }
        expectAgreement(of: document) { decoder in
            try decoder.container(keyedBy: TestKey.self).decodeNil(forKey: "a")
        }
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            var seen: [String] = []
            for key in ["b", "a", "b", "a"] as [TestKey] {
                seen.append((try? container.decode(Int.self, forKey: key)).map { "\($0)" } ?? "none")
                seen.append("\(container.contains(key))")
            }
            return seen
        }
        expectAgreement(of: document) { decoder in
            CodableContainerText.of(try decoder.container(keyedBy: TestKey.self).codingPath)
        }
    }

    @Test(arguments: documents)
    func nestedContainers(_ document: String) {
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            let nested = try container.nestedContainer(keyedBy: TestKey.self, forKey: "a")
            return CodableContainerText.of(nested.codingPath) + "\(try nested.decode(Int.self, forKey: "b"))"
        }
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            var nested = try container.nestedUnkeyedContainer(forKey: "a")
            let path = CodableContainerText.of(nested.codingPath)
            return path + "\(try nested.decode(Int.self)) \(try nested.decode(String.self))"
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            let first = try container.nestedUnkeyedContainer()
            let second = try container.nestedContainer(keyedBy: TestKey.self)
            return [first.codingPath, second.codingPath].map(CodableContainerText.of) + ["\(container.currentIndex)"]
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            _ = try container.nestedContainer(keyedBy: TestKey.self)
            return container.currentIndex
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.container(keyedBy: TestKey.self)
                .nestedContainer(keyedBy: TestKey.self, forKey: "a").nestedUnkeyedContainer(forKey: "b")
            _ = try container.decode(Int.self)
            return try container.decode([String: String].self)
        }
    }

    /// The protocol has a function for each of these types.
    @Test(arguments: ["true", "null", "3", "1.5", #""s""#, "[]"])
    func elementsThatMayBeMissing(_ element: String) {
        func elements<Value: Decodable>(
            _ decode: @escaping @Sendable (inout any UnkeyedDecodingContainer) throws -> Value?
        ) {
            expectAgreement(of: "[\(element),null,\(element)]") { decoder in
                var container = try decoder.unkeyedContainer()
                return try (0..<4).map { _ in "\(try decode(&container) as Any) \(container.currentIndex)" }
            }
        }
        elements { try $0.decodeIfPresent(Bool.self) }
        elements { try $0.decodeIfPresent(String.self) }
        elements { try $0.decodeIfPresent(Double.self) }
        elements { try $0.decodeIfPresent(Float.self) }
        elements { try $0.decodeIfPresent(Int.self) }
        elements { try $0.decodeIfPresent(Int8.self) }
        elements { try $0.decodeIfPresent(Int16.self) }
        elements { try $0.decodeIfPresent(Int32.self) }
        elements { try $0.decodeIfPresent(Int64.self) }
        elements { try $0.decodeIfPresent(Int128.self) }
        elements { try $0.decodeIfPresent(UInt.self) }
        elements { try $0.decodeIfPresent(UInt8.self) }
        elements { try $0.decodeIfPresent(UInt16.self) }
        elements { try $0.decodeIfPresent(UInt32.self) }
        elements { try $0.decodeIfPresent(UInt64.self) }
        elements { try $0.decodeIfPresent(UInt128.self) }
        elements { try $0.decode(Int128.self) }
        elements { try $0.decode(UInt128.self) }
    }

    @Test(arguments: documents)
    func unkeyedContainers(_ document: String) {
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            var seen = ["\(container.count ?? -1)"]
            for _ in 0..<5 {
                seen.append("\(container.isAtEnd) \(container.currentIndex)")
                seen.append((try? container.decodeNil()).map { "\($0)" } ?? "no nil")
                seen.append((try? container.decode(Int.self)).map { "\($0)" } ?? "no Int")
                seen.append((try? container.decodeIfPresent(String.self)).map { "\($0)" } ?? "no String")
            }
            return seen
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            while true { _ = try container.decode([String: Int]?.self) }
            return 0
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            var decoders: [String] = []
            while !container.isAtEnd {
                decoders.append(CodableContainerText.of(try container.superDecoder().codingPath))
            }
            _ = try container.superDecoder()
            return decoders
        }
        expectAgreement(of: document) { decoder in
            var container = try decoder.unkeyedContainer()
            return try container.nestedUnkeyedContainer().count
        }
    }

    @Test(arguments: documents)
    func superDecoders(_ document: String) {
        expectAgreement(of: document) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            let parent = try container.superDecoder()
            let value = try parent.container(keyedBy: TestKey.self).decode(String.self, forKey: "a")
            return CodableContainerText.of(parent.codingPath) + value
        }
        for key in ["a", "b"] as [TestKey] {
            expectAgreement(of: document) { decoder in
                let container = try decoder.container(keyedBy: TestKey.self)
                let parent = try container.superDecoder(forKey: key)
                return CodableContainerText.of(parent.codingPath)
                    + "\(try parent.singleValueContainer().decodeNil()) \(try Int?(from: parent) ?? -1)"
            }
        }
    }

    @Test(arguments: documents)
    func singleValueContainers(_ document: String) {
        expectAgreement(of: document) { try $0.singleValueContainer().decodeNil() }
        expectAgreement(of: document) { try $0.singleValueContainer().decode([String: Int].self) }
        expectAgreement(of: document) { try $0.singleValueContainer().decode([Int?].self) }
        expectAgreement(of: document) { try $0.singleValueContainer().decode(String.self) }
        expectAgreement(of: document) { CodableContainerText.of(try $0.singleValueContainer().codingPath) }
    }

    @Test func classesWithSuperclasses() {
        class Base: Decodable { var id: Int }
        final class Derived: Base {
            var name: String
            private enum CodingKeys: CodingKey { case name }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                try super.init(from: container.superDecoder())
            }
        }
        for document in [
            #"{"name": "n", "super": {"id": 1}}"#, #"{"name": "n"}"#, #"{"name": "n", "super": {}}"#,
            #"{"name": "n", "super": {"id": "x"}}"#,
        ] {
            expectAgreement(of: document) { decoder in
                let derived = try Derived(from: decoder)
                return "\(derived.id) \(derived.name)"
            }
        }
    }

    @Test func enumsWithAssociatedValues() {
        enum Shape: Decodable, Equatable {
            case circle(radius: Double)
            case square(Int)
            case empty
        }
        for document in [
            #"{"circle": {"radius": 1.5}}"#, #"{"square": {"_0": 2}}"#, #"{"empty": {}}"#, #"{"other": {}}"#, "{}",
            #"{"circle": {}}"#, #"{"circle": {"radius": 1}, "empty": {}}"#, #"{"circle": {"radius": "x"}}"#,
        ] {
            expectAgreement(Shape.self, document)
            expectAgreement([Shape].self, "[\(document)]")
        }
    }

    @Test func containersOfTheStandardLibrary() {
        for document in [
            "[1, 2, 2]", "[]", "[null]", #"["a"]"#, "{}", "null", "[[1, 2], [3]]", #"{"1": "a"}"#, #"["a", 1]"#,
        ] {
            expectAgreement(Set<Int>.self, document)
            expectAgreement(ContiguousArray<Int>.self, document)
            expectAgreement([[Int]].self, document)
            expectAgreement([Set<Int>].self, document)
            expectAgreement([Int: String].self, document)
            expectAgreement([String: String].self, document)
            expectAgreement(ClosedRange<Int>.self, document)
            expectAgreement(Range<Double>.self, document)
            expectAgreement([String: [Int?]]?.self, document)
            expectAgreement([[String: Int]?].self, document)
            expectAgreement(Optional<Optional<Int>>.self, document)
        }
        for document in [
            #"{"1": {"x": 1}, "2": {}}"#, #"{"a": null}"#, #"{"a": {"x": "y"}}"#, #"{"a": {"x": 1}}"#,
            #"{"3": {"x": true}}"#,
        ] {
            expectAgreement([String: [String: Int]].self, document)
            expectAgreement([String: [String: Int]?].self, document)
            expectAgreement([Int: [String: Int]].self, document)
        }
    }

    @Test func typesThatContainThemselves() {
        final class Tree: Decodable, Equatable {
            var name: String
            var children: [Tree]?

            static func == (left: Tree, right: Tree) -> Bool {
                left.name == right.name && left.children == right.children
            }
        }
        var document = #"{"name": "leaf"}"#
        for level in 0..<100 { document = #"{"name": "\#(level)", "children": [\#(document), {"name": "x"}]}"# }
        expectAgreement(Tree.self, document)
        expectAgreement(Tree.self, document.replacingOccurrences(of: "leaf\"", with: "leaf\", \"children\": [{}]"))
    }

    @Test func userInfoIsHandedDown() {
        let key = CodingUserInfoKey(rawValue: "answer")!
        let settings = DecoderSettings.with { $0.userInfo[key] = 42 }
        expectAgreement(of: #"{"a": [{"b": 1}]}"#, settings) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            let inner = try container.superDecoder(forKey: "a")
            return [decoder.userInfo[key] as? Int, inner.userInfo[key] as? Int]
        }
    }

    @Test func errorsOfManyTypesAndKindsSayWhatWasFound() {
        let document = #"[null, true, 1, "a", [], {}]"#
        var seen: [String] = []
        for _ in 0..<2 {
            for index in 0..<6 {
                func text<Value: Decodable>(_ type: Value.Type) -> String {
                    let error = #expect(throws: DecodingError.self) {
                        _ = try YodelJSONDecoder().decode(Alternatives<Value>.self, from: document).values[index].get()
                    }
                    switch error {
                    case .typeMismatch(_, let context), .valueNotFound(_, let context):
                        return "\(CodableContainerText.of(context.codingPath)): \(context.debugDescription)"
                    default: return "\(String(describing: error))"
                    }
                }
                if index != 1 { seen.append(text(Bool.self)) }
                if index != 2 { seen += [text(Int.self), text(Int8.self), text(UInt16.self), text(Double.self)] }
                if index != 3 { seen.append(text(String.self)) }
            }
        }
        #expect(seen.count == 2 * 30)
        #expect(Array(seen.prefix(30)) == Array(seen.suffix(30)))
        #expect(seen[0] == "Index 0(0): Expected to decode Bool but found null instead.")
        #expect(seen[1] == "Index 0(0): Cannot get value of type Int -- found null value instead")
        #expect(seen[5] == "Index 0(0): Cannot get value of type String -- found null value instead")
        #expect(seen[6] == "Index 1(1): Expected to decode Int but found bool instead.")
        #expect(seen[29] == "Index 5(5): Expected to decode String but found a dictionary instead.")
    }

    /// The elements of an array, each as a value of a type or the error of decoding it.
    private struct Alternatives<Value: Decodable>: Decodable {
        private struct Element: Decodable {
            var value: Result<Value, any Error>

            init(from decoder: any Decoder) throws {
                value = Result { try decoder.singleValueContainer().decode(Value.self) }
            }
        }

        var values: [Result<Value, any Error>]

        init(from decoder: any Decoder) throws {
            values = try decoder.singleValueContainer().decode([Element].self).map(\.value)
        }
    }
}

enum CodableContainerText {
    static func of(_ path: [any CodingKey]) -> String {
        path.map { "\($0.stringValue)(\($0.intValue.map { "\($0)" } ?? "-"))" }.joined(separator: "/")
    }
}
