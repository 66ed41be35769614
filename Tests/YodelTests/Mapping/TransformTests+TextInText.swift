import Testing
import Yodel

/// Texts in the strings of texts, to any depth an attacker chooses.
@Suite("Text in text")
struct TextInTextTests {
    final class Node: DefaultedModel {
        var inner: Node?
        var number = 0
        static let mapping = Mapping(.transform(\Node.inner, by: .jsonText))
    }

    private static let mostLevels = 8

    /// A document with so many nested texts.
    ///
    /// Backslashes and quotes are written as numeric escapes, or the text would double with each level.
    private static func document(levels: Int) -> String {
        var text = #"{"number": 7}"#
        for _ in 0..<levels {
            let escaped = text.reduce(into: "") { $0 += $1 == "\"" ? "\\u0022" : $1 == "\\" ? "\\u005c" : String($1) }
            text = #"{"inner": "\#(escaped)"}"#
        }
        return text
    }

    private static func chain(_ levels: Int) -> Node {
        let node = Node()
        if levels > 0 { node.inner = chain(levels - 1) }
        return node
    }

    @Test("It may be 8 levels deep", arguments: Parser.all)
    func withinLimit(_ parser: Parser) throws {
        let decoder = ModelDecoder.with { $0.parser = parser }
        var node: Node? = try decoder.decode(Node.self, from: Self.document(levels: Self.mostLevels))
        for _ in 0..<Self.mostLevels { node = node?.inner }
        #expect(node?.number == 7)
        let text = try ModelEncoder().encodeText(Self.chain(Self.mostLevels))
        #expect(try ModelEncoder().encodeText(decoder.decode(Node.self, from: text)) == text)
    }

    @Test("Each text is a level of the depth limit, too")
    func depthLimit() {
        let shallow = ModelDecoder.with { $0.limits.depth = Self.mostLevels }
        #expect(
            refusal(
                of: Node.self, Self.document(levels: Self.mostLevels), decoder: shallow, cuts: Cuts(chunkSizes: [4_096])
            ).contains("depthLimit"))
        let encoder = ModelEncoder.with { $0.limits.depth = Self.mostLevels }
        #expect(refusal(encoding: Self.chain(Self.mostLevels), encoder: encoder).contains("depthLimit"))
    }

    @Test("Deeper ones are refused, whatever the stack", arguments: [9, 60])
    func beyondLimit(_ levels: Int) throws {
        let document = Self.document(levels: levels)
        let error = onStack(of: 512 << 10) { modelError { try ModelDecoder().decode(Node.self, from: document) } }
        error.expect(
            .depthLimit, at: 10, expected: "at most 8 levels of JSON in strings",
            hint: "a transform of your own can allow more")
        #expect(error?.path.steps.count == Self.mostLevels + 1)
    }

    @Test("They are not written either, since each level doubles the backslashes")
    func encoding() {
        #expect {
            try ModelEncoder().encode(Self.chain(Self.mostLevels + 1))
        } throws: { error in
            let error = error as? ModelError
            return error?.code == .depthLimit && error?.expected == "at most 8 levels of JSON in strings"
        }
    }
}
