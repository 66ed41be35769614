/// Sends a binder the events of a tree in memory: a ``JSONValue``, or the objects of Foundation's JSON and property
/// lists.
///
/// It uses a stack of its own, limited by the depth limit, so a tree that contains itself ends there. Unused values are
/// not checked. A tree has no bytes, so all events have the same place: nowhere for a whole tree, and the start of the
/// object for a tree that the binder has made of an object in a document.
final class TreeSource: EventSource {
    private let context: DecodingContext
    private let limits: ParserLimits
    private let place: ModelError.Place
    /// Accessed through a pointer, because a property of the object would be checked for exclusive access at every
    /// event.
    private let state: UnsafeMutablePointer<State>

    private struct State: ~Copyable {
        var binderMemory = BinderMemory()
        var open: [TreeContainer] = []
        /// The value whose first event is being sent.
        var current = TreeNode.null
        var currentObject: JSONObject?
        /// The number of open containers when a value began that is only captured, not sent.
        var unsentFrom: Int?
        /// The text captured so far; nil when nothing is captured.
        var captured: OutputBuffer?
        var start = 0
    }

    init(_ context: DecodingContext, place: ModelError.Place = .nowhere) {
        self.context = context
        limits = context.limits
        self.place = place
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    // MARK: - Answers to the binder

    override var binderMemory: UnsafeMutablePointer<BinderMemory> {
        // SAFETY: it is the first property of the state, so it has the state's address for as long as the source
        // exists.
        UnsafeMutableRawPointer(state).assumingMemoryBound(to: BinderMemory.self)
    }
    override var tokenStart: Int { state.pointee.start }
    override var tokenEnd: Int {
        isCapturing ? captured.count : state.pointee.start + state.pointee.current.byteCount
    }
    override var hasPlaces: Bool { false }
    override func place(at offset: Int) -> ModelError.Place { place }
    override var currentObject: JSONObject? {
        get { state.pointee.currentObject }
        set { state.pointee.currentObject = newValue }
    }

    override func beginCapture() {
        state.pointee.captured = OutputBuffer(capacity: 1_024, maximumBytes: .max)
        state.pointee.start = 0
        // Cannot fail: the binder has already made text of a value for which a strategy might have none.
        _ = try? write(state.pointee.current)
    }

    override func capturedSoFar() -> [UInt8] { Array(captured) }

    override func cancelCapture() { state.pointee.captured = nil }

    private var isCapturing: Bool { state.pointee.captured != nil }

    private var captured: UnsafeBufferPointer<UInt8> {
        switch state.pointee.captured {
        case .some(let buffer): buffer.bytes
        case .none: UnsafeBufferPointer(start: nil, count: 0)
        }
    }

    /// Appends to the captured text.
    private func capture(_ text: String) { _ = state.pointee.captured!.write(text) }

    private func capture(quoted text: String) { _ = state.pointee.captured!.writeString(text) }

    // MARK: - Playing

    /// Sends all events of a tree; returns whether the binder accepts more.
    func play(_ root: TreeNode, to binder: inout Binder) -> Bool {
        play(to: &binder) { begin(root, &$0) }
    }

    /// Sends the events of an object that the binder has already begun, including its end.
    func playInside(_ object: JSONObject, to binder: inout Binder) -> Bool {
        play(to: &binder) { _ in
            state.pointee.open.append(TreeContainer(object))
            return true
        }
    }

    private func play(to binder: inout Binder, from first: (inout Binder) -> Bool) -> Bool {
        let before = binder.source
        binder.source = self
        defer { binder.source = before }
        var goesOn = first(&binder)
        while goesOn, !state.pointee.open.isEmpty {
            let last = state.pointee.open.count - 1
            goesOn = state.pointee.open[last].isAtEnd ? endLast(&binder) : beginNext(of: last, &binder)
        }
        return goesOn
    }

    /// Begins the next element or member of the innermost container.
    private func beginNext(of last: Int, _ binder: inout Binder) -> Bool {
        let isFirst = state.pointee.open[last].advance()
        if isCapturing, !isFirst { capture(",") }
        if let key = state.pointee.open[last].key {
            guard isWithinLimit(key, &binder) else { return recovers(after: .key, &binder) }
            switch send(key: key, &binder) {
            case .take: break
            case .fail: return false
            case .skip where isCapturing: state.pointee.unsentFrom = state.pointee.open.count
            case .skip: return true
            }
        }
        do throws(TreeProblem) {
            return begin(try state.pointee.open[last].node(), &binder)
        } catch {
            return fail(error, &binder)
        }
    }

    /// Sends a scalar, or begins an array or object.
    private func begin(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        switch node {
        case .array(let elements): beginContainer(node, TreeContainer(elements), &binder)
        case .values(let elements): beginContainer(node, TreeContainer(elements), &binder)
        case .object(let object): beginObject(object, &binder)
        case .members(let members): beginContainer(node, TreeContainer(members), &binder)
        default: sendScalar(node, &binder)
        }
    }

    private func beginContainer(_ node: TreeNode, _ container: TreeContainer, _ binder: inout Binder) -> Bool {
        guard beginToken(node, &binder) else { return false }
        if let unsentFrom = state.pointee.unsentFrom {
            let depth = binder.depth + (state.pointee.open.count - unsentFrom)
            guard depth < limits.depth else { return binder.failDepth() || recovers(after: .start, &binder) }
        } else {
            guard container.isObject ? binder.startObject() : binder.startArray() else { return false }
        }
        state.pointee.open.append(container)
        return true
    }

    /// Begins a JSONObject, which its type may change before its members are sent.
    private func beginObject(_ object: JSONObject, _ binder: inout Binder) -> Bool {
        state.pointee.currentObject = object
        defer { state.pointee.currentObject = nil }
        guard beginContainer(.object(object), TreeContainer(object), &binder) else { return false }
        if state.pointee.unsentFrom == nil, let changed = state.pointee.currentObject {
            state.pointee.open[state.pointee.open.count - 1] = TreeContainer(changed)
        }
        return true
    }

    private func endLast(_ binder: inout Binder) -> Bool {
        let container = state.pointee.open.removeLast()
        if isCapturing {
            state.pointee.start = captured.count
            capture(container.isObject ? "}" : "]")
        }
        guard let unsentFrom = state.pointee.unsentFrom else {
            return container.isObject ? binder.endObject() : binder.endArray()
        }
        if state.pointee.open.count == unsentFrom { state.pointee.unsentFrom = nil }
        return true
    }

    private func sendScalar(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        if case .string(let text) = node, !isWithinLimit(text, &binder) { return recovers(after: .scalar, &binder) }
        guard beginToken(node, &binder) else { return recovers(after: .scalar, &binder) }
        guard state.pointee.unsentFrom == nil else { return endUnsent(node, &binder) }
        return store(node, &binder)
    }

    private func store(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        switch node {
        case .null: binder.null()
        case .bool(let value): binder.bool(value)
        case .number(var text): text.withUTF8 { binder.number(NumberText($0)) }
        case .string(var text): text.withUTF8 { binder.string($0.start, $0.count) }
        case .date(let date): binder.date(date)
        case .data(let data): binder.data(data)
        case .array, .values, .object, .members: preconditionFailure("a container is not a scalar")
        }
    }

    /// Ends a scalar that is only captured, and whose length only this function checks.
    private func endUnsent(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        if case .number(let text) = node, text.utf8.count > limits.numberCharacters {
            return binder.failNumberLimit() || recovers(after: .scalar, &binder)
        }
        if state.pointee.open.count == state.pointee.unsentFrom { state.pointee.unsentFrom = nil }
        return true
    }

    private func send(key: String, _ binder: inout Binder) -> KeyAnswer {
        if isCapturing {
            state.pointee.start = captured.count
            capture(quoted: key)
        }
        defer { if isCapturing { capture(":") } }
        guard state.pointee.unsentFrom == nil else { return .take }
        return withBytes(of: key) { binder.key($0.start, $0.count) }
    }

    // MARK: - Errors

    private func isWithinLimit(_ text: String, _ binder: inout Binder) -> Bool {
        let limit = limits.stringBytes
        return text.utf8.count <= limit || binder.fail(.stringLimit, expected: "at most \(counted(limit, "byte"))")
    }

    /// Reports a value that JSON does not allow.
    ///
    /// Only Foundation's trees can contain one, not those of documents. A captured one fails even if no field needs it,
    /// because it has no text.
    private func fail(_ problem: TreeProblem, _ binder: inout Binder) -> Bool {
        guard isCapturing else { return binder.send(.unusable(expected: problem.expected, found: problem.found)) }
        _ = binder.fail(
            .invalidValue, path: JSONPath(state.pointee.open.map(\.step)), expected: problem.expected,
            found: problem.found)
        return recovers(after: .scalar, &binder)
    }

    /// Recovers from an error in a value that is only captured: skips the rest of it, as the binder knows only its key.
    private func recovers(after event: FailedEvent, _ binder: inout Binder) -> Bool {
        guard let unsentFrom = state.pointee.unsentFrom else { return binder.recovers(after: event) }
        state.pointee.open.removeLast(state.pointee.open.count - unsentFrom)
        state.pointee.unsentFrom = nil
        return binder.recovers(after: .key)
    }

    // MARK: - Text

    private func beginToken(_ node: TreeNode, _ binder: inout Binder) -> Bool {
        state.pointee.current = node
        guard isCapturing else { return true }
        state.pointee.start = captured.count
        do {
            try write(node)
            return true
        } catch {
            return binder.fail(
                .invalidValue, expected: "a value that the decoder's strategies can write", underlying: error)
        }
    }

    /// Writes a scalar, or the bracket that begins a container.
    private func write(_ node: TreeNode) throws {
        switch node {
        case .null: capture("null")
        case .bool(let value): capture(value ? "true" : "false")
        case .number(let text): capture(text)
        case .string(let text): capture(quoted: text)
        case .array, .values: capture("[")
        case .object, .members: capture("{")
        case .date(let date):
            switch try context.options.dates.readableSource(from: date) {
            case .string(let text)?: capture(quoted: text)
            case .number(let text)?: capture(text)
            case nil: throw UnwritableValue()
            }
        case .data(let data) where context.options.data.isArray:
            capture("[\(data.map(String.init).joined(separator: ","))]")
        case .data(let data):
            guard let text = try context.options.data.text(from: data) else { throw UnwritableValue() }
            capture(quoted: text)
        }
    }

    /// The error for a date or data that a strategy cannot write.
    private struct UnwritableValue: Error {}
}
