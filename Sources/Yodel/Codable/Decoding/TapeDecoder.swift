/// A value of a tape, as `init(from:)` sees it.
///
/// Decoders are lent: each level of decoding has one, which moves from value to value as long as no client keeps it or
/// one of its keyed containers. The lender keeps the parent, so a lent decoder need not. A decoder that a client keeps
/// stays unchanged with everything it refers to, and the next value gets another.
final class TapeDecoder {
    let session: TapeSession
    /// The index of the value, which its containers share.
    @exclusivity(unchecked) private(set) var value: Int
    // SAFETY: the lender of a decoder keeps its parent; a decoder that is not lent keeps it itself.
    private let parent: Unmanaged<TapeDecoder>?
    private var keptParent: TapeDecoder?
    @exclusivity(unchecked) private var step: CodablePathStep
    /// Whether it belongs to a container within another, and no client was given it as a decoder.
    @exclusivity(unchecked) var isNested = false
    /// Whether it is returned after its value.
    private var isLent: Bool
    @exclusivity(unchecked) var containers = LentContainers()
    /// The unused decoder of the level below.
    @exclusivity(unchecked) private var spare: TapeDecoder?
    /// The model in the value that is being decoded by its table.
    @exclusivity(unchecked) var openModel: OpenModel?
    /// A table of the object's keys, if comparing bytes is not enough.
    @exclusivity(unchecked) var table: MemberIndex?

    /// A lent decoder of a document's root.
    init(_ session: TapeSession) {
        self.session = session
        value = session.root
        parent = nil
        step = .root
        isLent = true
    }

    /// - Parameter isLent: Whether the lender keeps the parent until the decoder is returned; otherwise the decoder
    ///   keeps it.
    private init(_ parent: TapeDecoder, at value: Int, _ step: CodablePathStep, isLent: Bool) {
        session = parent.session
        self.value = value
        self.parent = .passUnretained(parent)
        keptParent = isLent ? nil : parent
        self.step = step
        self.isLent = isLent
    }

    /// A decoder for a part of the value, which is not lent.
    func decoder(at value: Int, _ step: CodablePathStep) -> TapeDecoder {
        TapeDecoder(self, at: value, step, isLent: false)
    }

    /// The same for a client, who may descend to the depth of the document.
    func givenDecoder(at value: Int, _ step: CodablePathStep) throws -> TapeDecoder {
        try enter(value, step)
        return decoder(at: value, step)
    }

    /// A decoder for a container within one of this decoder's.
    func nestedDecoder(at value: Int, _ step: CodablePathStep) throws -> TapeDecoder {
        let nested = try givenDecoder(at: value, step)
        nested.isNested = true
        return nested
    }

    /// The decoder whose container this is, directly or within other containers.
    var owner: TapeDecoder {
        var owner = self
        while owner.isNested, let parent = owner.parent { owner = parent.takeUnretainedValue() }
        return owner
    }

    // MARK: - Lending

    @inline(__always)
    func withDecoder<Result>(
        at value: Int, _ step: CodablePathStep, _ body: (TapeDecoder) throws -> Result
    ) throws -> Result {
        try enter(value, step)
        var decoder = take(at: value, step)
        defer { giveBack(&decoder) }
        return try body(decoder)
    }

    /// Whether another of a client's values may be begun: there is enough stack, and the count is within the limit.
    @inline(__always)
    private func enter(_ value: Int, _ step: CodablePathStep) throws {
        guard CallStack.hasRoom else { throw tooDeep(at: value, step) }
        guard session.mayVisit(value) else { throw tooManyVisits(at: value, step) }
    }

    func take(at value: Int, _ step: CodablePathStep) -> TapeDecoder {
        guard let decoder = spare.take() else { return TapeDecoder(self, at: value, step, isLent: true) }
        decoder.value = value
        decoder.step = step
        return decoder
    }

    /// Moves a lent decoder to another part of the value, or replaces it if a client has kept it.
    @inline(__always)
    func move(_ decoder: inout TapeDecoder, to value: Int, index: Int) {
        if TapeDecoder.isReturned(&decoder) {
            decoder.value = value
            decoder.step = .index(index)
        } else {
            decoder = TapeDecoder(self, at: value, .index(index), isLent: true)
        }
    }

    /// Keeps an unneeded decoder as the spare one, unless a client has kept it.
    func giveBack(_ decoder: inout TapeDecoder) {
        guard TapeDecoder.isReturned(&decoder) else { return }
        decoder.step = .root
        spare = decoder
    }

    /// Whether no client has kept a lent decoder, or a container of it.
    ///
    /// If not kept, the decoder is ready for another value; if kept, it is no longer lent.
    ///
    /// The variable must hold the only reference, or the decoder looks as if it had been kept.
    @inline(__always)
    static func isReturned(_ decoder: inout TapeDecoder) -> Bool {
        let areReturned = decoder.containers.areReturned()
        guard areReturned, isKnownUniquelyReferenced(&decoder) else {
            decoder.outlive(areContainersReturned: areReturned)
            return false
        }
        if decoder.table != nil { decoder.table = nil }
        return true
    }

    /// Keeps everything the decoder refers to, since the lender no longer does.
    @inline(never)
    private func outlive(areContainersReturned: Bool) {
        session.isKept = true
        isLent = false
        keptParent = parent?.takeUnretainedValue()
        if !areContainersReturned { KeptContainers.keep(self) }
    }

    var entry: TapeEntry {
        @inline(__always) get { session.entries[value] }
    }

    // MARK: - Paths

    var codingPath: [any CodingKey] { codingPath(to: .root) }

    /// The path of an error.
    func codingPath(_ step: CodablePathStep) -> [any CodingKey] {
        session.count(work: ReplayWork.error)
        return codingPath(to: step)
    }

    private func codingPath(to step: CodablePathStep) -> [any CodingKey] {
        let count = stepCount(to: step)
        // The path is long at each of many levels, so its cost counts.
        session.count(work: count * ReplayWork.step)
        // An array without capacity shares its storage with all threads, and the count would be written to it.
        if count == 0 { return [] }
        return Array(unsafeUninitializedCapacity: count) { keys, initialized in
            // SAFETY: the decoders and their steps are those counted above, so each place is filled once.
            var place = count
            func put(_ step: CodablePathStep) {
                guard let key = step.key else { return }
                place -= 1
                keys.initializeElement(at: place, to: key)
            }
            put(step)
            forEachAround { put($0.step) }
            assert(place == 0)
            initialized = count
        }
    }

    /// Calls a closure with this decoder, the one around it, and so on to the document's.
    @inline(__always)
    private func forEachAround(_ body: (TapeDecoder) -> Void) {
        // SAFETY: lenders and kept decoders keep their parents, see `parent`, and this decoder is in use.
        var next = Optional(Unmanaged.passUnretained(self))
        while let decoder = next {
            next = decoder._withUnsafeGuaranteedRef {
                body($0)
                return $0.parent
            }
        }
    }

    /// The number of steps of a path.
    func stepCount(to step: CodablePathStep) -> Int {
        var count = step.isRoot ? 0 : 1
        forEachAround { if !$0.step.isRoot { count += 1 } }
        return count
    }

    /// The path of an error in the document.
    func path(to index: Int, _ step: CodablePathStep) -> JSONPath {
        let path = documentPath(to: index, step)
        session.count(work: ReplayWork.error + path.steps.count * ReplayWork.step)
        return path
    }

    /// The path of a part of the value in the document, whose keys a strategy may have changed.
    func documentPath(to index: Int, _ step: CodablePathStep) -> JSONPath {
        var steps: [JSONPath.Step] = []
        if let step = documentStep(step, to: index) { steps.append(step) }
        forEachAround { if let step = documentStep($0.step, to: $0.value) { steps.append(step) } }
        return JSONPath(steps.reversed())
    }

    /// The same path, which shares its steps with those to other parts of the document.
    func partPath(to index: Int, _ step: CodablePathStep) -> PartPath {
        var inner: [(value: Int, step: JSONPath.Step)] = []
        var node: PartPath.Node?
        forEachAround { decoder in
            guard node == nil else { return }
            node = session.pathNodes[decoder.value]
            if node == nil, let step = documentStep(decoder.step, to: decoder.value) {
                inner.append((decoder.value, step))
            }
        }
        for (value, step) in inner.reversed() {
            node = PartPath.Node(node, step)
            // Missing values share an index, but no path.
            if value != session.nothing { session.pathNodes[value] = node }
        }
        return PartPath(node, documentStep(step, to: index))
    }

    private func documentStep(_ step: CodablePathStep, to index: Int) -> JSONPath.Step? {
        switch step {
        case .root: nil
        case .index(let number): .index(number)
        case .key(let key): .key(documentKey(of: index) ?? key.stringValue)
        }
    }

    /// The key of a member, by the index of its value; nil for a missing value, and if keys are not changed.
    private func documentKey(of index: Int) -> String? {
        guard !session.keepsKeys, index > session.root, session.entries[index - 1].kind == .key else { return nil }
        // A long key is copied for each error below it.
        return session.countedString(session.entries[index - 1])
    }
}

extension TapeDecoder: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard entry.kind == .object else {
            throw mismatch([String: Any].self, at: value, .root, container: "keyed")
        }
        prepareMembers()
        guard isLent else { return KeyedDecodingContainer(KeyedTapeContainer(self, isLent: false)) }
        return containers.container(keyedBy: type, of: self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard entry.kind == .array else { throw mismatch([Any].self, at: value, .root, container: "unkeyed") }
        return UnkeyedTapeContainer(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { entry.kind == .null }

    @inline(__always)
    func decode<Value: TapeScalar>(_ type: Value.Type) throws -> Value { try Value.read(self, at: value, .root) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type, at: value, .root) }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    func decode(_ type: Int128.Type) throws -> Int128 { try Int128.read(self, at: value, .root) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try UInt128.read(self, at: value, .root) }
}
