import Testing

@testable import Yodel

/// Policies that a type cannot carry out.
@Suite struct RecoveryMappingTests {
    private func reason(_ type: (some Model).Type) -> String? {
        refusalReason(.invalidMapping) { try ModelDecoder().prepare(type) }
    }

    @Test func aDefaultThatIsNone() {
        struct Book: Model {
            var pages: Int
            static let mapping = Mapping(.onMismatch(\Book.pages, .useDefault))
        }
        struct Shelf: Model {
            var size: Int
            static let mapping = Mapping(.onNull(\Shelf.size, .useDefault))
        }
        let text =
            "uses its default for bad values but has no default: give it one in the mapping, make it Optional, or "
        #expect(reason(Book.self) == "Book.pages \(text)declare the type a DefaultedModel")
        #expect(reason(Shelf.self) == "Shelf.size \(text)declare the type a DefaultedModel")
    }

    @Test func elementsThatAreNone() {
        struct Book: Model {
            var pages: Int?
            static let mapping = Mapping(.onBadElement(\Book.pages, .drop))
        }
        struct Shelf: Model {
            var sizes: [[Int]]?
            static let mapping = Mapping(.onBadElement(\Shelf.sizes, .null))
        }
        #expect(
            reason(Book.self)
                == "Book.pages: the mapping has a policy for bad elements, but Int? is not an array, set or dictionary")
        #expect(
            reason(Shelf.self)
                == "Shelf.sizes: the mapping replaces bad elements by nil, but the elements of [[Int]]? are not Optional"
        )
    }

    struct Folder: ModelWrapper, Equatable {
        var wrappedValue: [String: Folder?]
    }

    @Test func elementsOfAWrapperThatContainsItself() {
        struct Cupboard: Model, Equatable {
            var folder: Folder
            static let mapping = Mapping(.onBadElement(\Cupboard.folder, .drop))
        }
        let expected = Cupboard(folder: Folder(wrappedValue: ["a": Folder(wrappedValue: [:])]))
        expectDecoded(Cupboard.self, #"{"folder":{"a":{},"b":1}}"#, as: expected)
    }

    @Test func contradictions() {
        struct Twice: Model {
            var pages: Int?
            static let mapping = Mapping(.onNull(\Twice.pages, .error), .onNull(\Twice.pages, .useDefault))
        }
        struct Ignored: Model {
            var pages: Int?
            static let mapping = Mapping(.ignore(\Ignored.pages), .onMismatch(\Ignored.pages, .useDefault))
        }
        #expect(reason(Twice.self) == "Twice.pages: the mapping has two policies for null")
        #expect(
            reason(Ignored.self)
                == "Ignored.pages: the mapping both ignores it and has a policy for its bad values")
    }

    @Test func unknownMembersHaveOneHome() {
        struct Two: Model {
            var a: JSONObject
            var b: [String: JSONValue]?
            static let mapping = Mapping(.unknown(\Two.a), .unknown(\Two.b))
        }
        struct Mapped: Model {
            var a: JSONObject
            static let mapping = Mapping(.unknown(\Mapped.a), .map(\Mapped.a, to: "b"))
        }
        #expect(reason(Two.self) == "Two: only one of a and b can keep unknown members")
        #expect(
            reason(Mapped.self) == "Mapped.a keeps unknown members, so the mapping cannot have another entry for it")
    }
}
