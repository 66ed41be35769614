import Testing

@testable import Yodel

/// Policies that a type cannot carry out.
@Suite struct RecoveryMappingTests {
    @Test func aDefaultThatIsNone() {
        let text =
            "Chosen.number uses its default for bad values but has no default: give it one in the mapping, make it "
            + "Optional, or declare the type a DefaultedModel"
        #expect(contradiction(in: .onMismatch(\Chosen.number, .useDefault)) == text)
        #expect(contradiction(in: .onNull(\Chosen.number, .useDefault)) == text)
    }

    @Test func elementsThatAreNone() {
        #expect(
            contradiction(in: .onBadElement(\Chosen.maybe, .drop))
                == "Chosen.maybe: the mapping has a policy for bad elements, but Int? is not an array, set or dictionary"
        )
        #expect(
            contradiction(in: .onBadElement(\Chosen.lists, .null))
                == "Chosen.lists: the mapping replaces bad elements by nil, but the elements of [[Int]]? are not Optional"
        )
    }

    struct Folder: ModelWrapper, Equatable { var wrappedValue: [String: Folder?] }

    @Test func elementsOfAWrapperThatContainsItself() {
        struct Cupboard: Model, Equatable {
            var folder: Folder
            static let mapping = Mapping(.onBadElement(\Cupboard.folder, .drop))
        }
        let expected = Cupboard(folder: Folder(wrappedValue: ["a": Folder(wrappedValue: [:])]))
        expectDecoded(Cupboard.self, #"{"folder":{"a":{},"b":1}}"#, as: expected)
    }

    @Test func contradictions() {
        #expect(
            contradiction(in: .onNull(\Chosen.maybe, .error), .onNull(\Chosen.maybe, .useDefault))
                == "Chosen.maybe: the mapping has two policies for null")
        #expect(
            contradiction(in: .ignore(\Chosen.maybe), .onMismatch(\Chosen.maybe, .useDefault))
                == "Chosen.maybe: the mapping both ignores it and has a policy for its bad values")
        for policy in [Mapping.Entry.onMismatch(\Chosen.maybe, .useDefault), .onNull(\Chosen.maybe, .useDefault)] {
            #expect(
                contradiction(in: .required(\Chosen.maybe), policy)
                    == "Chosen.maybe: the mapping both requires it and uses its default for bad values")
        }
    }

    @Test func unknownMembersHaveOneHome() {
        #expect(
            contradiction(in: .unknown(\Chosen.members), .unknown(\Chosen.others))
                == "Chosen: only one of members and others can keep unknown members")
        #expect(
            contradiction(in: .unknown(\Chosen.members), .map(\Chosen.members, to: "b"))
                == "Chosen.members keeps unknown members, so the mapping cannot have another entry for it")
    }
}
