#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Drives a binder with the events of a tree that is in memory: a ``JSONValue``, or what Foundation makes of JSON and
/// property lists.
///
/// It walks with a stack of its own, no deeper than the depth limit: a tree that contains itself ends there. What
/// nobody wants is not looked at. A tree has no bytes: every event stands at one place, which is nowhere for a tree
/// of its own, and where an object began for one that was made of that object.
final class TreeSource: EventSource {
    private let options: DecodingOptions
    private let place: ModelError.Place
    /// The path of the tree's root.
    private let path: JSONPath
    private var open: [TreeContainer] = []
    /// The value whose first event is being sent.
    private var current = TreeNode.null
    private var currentJSONObject: JSONObject?
    /// How many containers were open when a value began that is only captured, not sent.
    private var unsentFrom: Int?
    /// The text of what is captured, kept up with the events.
    private var captured: [UInt8] = []
    private var isCapturing = false
    private var start = 0

    init(_ options: DecodingOptions, place: ModelError.Place = .nowhere, path: JSONPath = JSONPath()) {
        self.options = options
        self.place = place
        self.path = path
    }

    // MARK: - What the binder asks

    override var tokenStart: Int { start }
    override var tokenEnd: Int { captured.count }
    override var hasPlaces: Bool { false }
    override func place(at offset: Int) -> ModelError.Place { place }
    override var currentObject: JSONObject? {
        get { currentJSONObject }
        set { currentJSONObject = newValue }
    }

    override func beginCapture() {
        captured.removeAll(keepingCapacity: true)
        start = 0
        isCapturing = true
        // What cannot be written has not come here: the binder has made text of it already.
        _ = try? write(current)
    }

    override func capturedSoFar() -> [UInt8] { captured }

    override func endCapture() -> [UInt8] {
        defer { cancelCapture() }
        return captured
    }

    override func cancelCapture() {
        isCapturing = false
        captured = []
    }

    // MARK: - Playing

    /// Sends every event of a tree; returns whether the binder wants to go on.
    func play(_ root: TreeNode, to binder: inout Binder) -> Bool {
        play(to: &binder) { begin(root, &$0) }
    }

    /// Sends the events of an object that the binder is in already, its end included.
    func playInside(_ object: JSONObject, to binder: inout Binder) -> Bool {
        play(to: &binder) { _ in
            open.append(TreeContainer(content: .object(object.members)))
            return true
        }
    }

    private func play(to binder: inout Binder, from begin: (inout Binder) -> Bool) -> Bool {
        let before = binder.source
        binder.source = self
        defer { binder.source = before }
        var goesOn = begin(&binder)
        while goesOn, let container = open.last {
            goesOn = container.begun < container.count ? beginNext(of: container, &binder) : endLast(&binder)
        }
        return goesOn
    }

    private func beginNext(of container: TreeContainer, _ binder: inout Binder) -> Bool {
        let position = container.begun
        open[open.count - 1].begun = position + 1
        if isCapturing, position > 0 { captured.append(UInt8(ascii: ",")) }
        if let key = container.key(at: position) {
            guard isWithinLimit(key, &binder) else { return false }
            switch send(key: key, &binder) {
            case .take: break
            case .fail: return binder.recovers(after: .key)
            case .skip where isCapturing: unsentFrom = open.count
            case .skip: return true
            }
        }
        do throws(TreeProblem) {
            return begin(try container.value(at: position), &binder)
        } catch {
            return fail(error, &binder)
        }
    }

    /// Sends a scalar, or begins an array or object.
    private func begin(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        switch node {
        case .array(let elements): beginContainer(node, TreeContainer(content: .array(elements)), &binder)
        case .foreignArray(let elements): beginContainer(node, TreeContainer(content: .foreignArray(elements)), &binder)
        case .object(let object): beginObject(object, &binder)
        case .foreignObject(let members):
            beginContainer(node, TreeContainer(content: .foreignObject(members)), &binder)
        default: sendScalar(node, &binder)
        }
    }

    private func beginContainer(_ node: TreeNode, _ container: TreeContainer, _ binder: inout Binder) -> Bool {
        guard beginToken(node, &binder) else { return false }
        if let unsentFrom {
            guard binder.depth + (open.count - unsentFrom) < options.limits.depth else { return binder.failDepth() }
        } else {
            let goesOn = container.isObject ? binder.startObject() : binder.startArray()
            guard goesOn || binder.recovers(after: .start) else { return false }
        }
        open.append(container)
        return true
    }

    /// A JSONObject, which its type may change before its members are sent.
    private func beginObject(_ object: JSONObject, _ binder: inout Binder) -> Bool {
        currentJSONObject = object
        defer { currentJSONObject = nil }
        let members = TreeContainer(content: .object(object.members))
        guard beginContainer(.object(object), members, &binder) else { return false }
        if unsentFrom == nil, let changed = currentJSONObject {
            open[open.count - 1] = TreeContainer(content: .object(changed.members))
        }
        return true
    }

    private func endLast(_ binder: inout Binder) -> Bool {
        let container = open.removeLast()
        if isCapturing {
            start = captured.count
            captured.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
        guard let unsentFrom else {
            return (container.isObject ? binder.endObject() : binder.endArray()) || binder.recovers(after: .end)
        }
        if open.count == unsentFrom { self.unsentFrom = nil }
        return true
    }

    private func sendScalar(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        if case .string(let text) = node, !isWithinLimit(text, &binder) { return false }
        guard beginToken(node, &binder) else { return false }
        guard unsentFrom == nil else { return endUnsent(node, &binder) }
        return store(node, &binder) || binder.recovers(after: .scalar)
    }

    private func store(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        switch node {
        case .null: binder.null()
        case .bool(let value): binder.bool(value)
        case .number(var text): text.withUTF8 { binder.number(NumberText($0)) }
        case .string(var text): text.withUTF8 { binder.string($0.start, $0.count) }
        case .date(let date): binder.date(date)
        case .data(let data): binder.data(data)
        case .array, .object, .foreignArray, .foreignObject: preconditionFailure("a container is no scalar")
        }
    }

    /// A scalar that is only captured: nobody else looks at its limit.
    private func endUnsent(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        if open.count == unsentFrom { unsentFrom = nil }
        if case .number(let text) = node, text.utf8.count > options.limits.numberCharacters {
            return binder.failNumberLimit()
        }
        return true
    }

    private func send(key: String, _ binder: inout Binder) -> KeyAnswer {
        var key = key
        if isCapturing {
            start = captured.count
            captured.append(quoted: key)
        }
        defer { if isCapturing { captured.append(UInt8(ascii: ":")) } }
        guard unsentFrom == nil else { return .take }
        return key.withUTF8 { binder.key($0.start, $0.count) }
    }

    // MARK: - What goes wrong

    private func isWithinLimit(_ text: String, _ binder: inout Binder) -> Bool {
        let limit = options.limits.stringBytes
        return text.utf8.count <= limit || binder.fail(.stringLimit, expected: "at most \(limit) bytes")
    }

    private func fail(_ problem: TreeProblem, _ binder: inout Binder) -> Bool {
        _ = binder.fail(
            .invalidValue, path: JSONPath(path.steps + open.map(\.step)), expected: problem.expected,
            found: problem.found)
        // Of a value that is captured, the binder knows the beginning only.
        return unsentFrom == nil && binder.recovers(after: .scalar)
    }

    // MARK: - Text

    private func beginToken(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        current = node
        guard isCapturing else { return true }
        start = captured.count
        do {
            try write(node)
            return true
        } catch {
            return binder.fail(
                .invalidValue, expected: "a value that the decoder's strategies write", underlying: error)
        }
    }

    /// Writes a scalar, or the bracket that begins a container.
    private func write(_ node: TreeNode) throws {
        switch node {
        case .null: captured.append("null")
        case .bool(let value): captured.append(value ? "true" : "false")
        case .number(let text): captured.append(contentsOf: text.utf8)
        case .string(let text): captured.append(quoted: text)
        case .array, .foreignArray: captured.append("[")
        case .object, .foreignObject: captured.append("{")
        case .date(let date):
            switch try options.dates.source(from: date) {
            case .string(let text)?: captured.append(quoted: text)
            case .number(let text)?: captured.append(contentsOf: text.utf8)
            case nil: throw UnwritableValue()
            }
        case .data(let data) where options.data.isArray:
            captured.append(contentsOf: "[\(data.map(String.init).joined(separator: ","))]".utf8)
        case .data(let data):
            guard let text = try options.data.text(from: data) else { throw UnwritableValue() }
            captured.append(quoted: text)
        }
    }

    /// A date or data that a strategy has no text for.
    private struct UnwritableValue: Error {}
}
