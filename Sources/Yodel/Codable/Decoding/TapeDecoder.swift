#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of a tape, as `init(from:)` sees it.
///
/// Decoders are lent: there is one for each level of what is being decoded, which goes from value to value as long as
/// no client keeps it, or a keyed container of it. Who lends it has its parent, so that it need not keep that itself. A
/// decoder that has been kept stays what it was, with all it refers to: for the next value there is another.
final class TapeDecoder {
    let session: TapeSession
    /// The index of the value, which is that of its containers.
    @exclusivity(unchecked) private(set) var value: Int
    // SAFETY: who lends a decoder has its parent; one that is not lent keeps it.
    private let parent: Unmanaged<TapeDecoder>?
    private var keptParent: TapeDecoder?
    @exclusivity(unchecked) private var step: CodablePathStep
    /// It is that of a container within another, and not one that a client has been given.
    @exclusivity(unchecked) var isNested = false
    /// It is taken back after the value that it is for.
    private var isLent: Bool
    /// The containers that are lent with it.
    @exclusivity(unchecked) var containers = LentContainers()
    /// The decoder of the level below, while it is not in use.
    @exclusivity(unchecked) private var spare: TapeDecoder?
    /// The keys of the object, for which bytes will not do.
    @exclusivity(unchecked) var table: MemberIndex?

    /// A decoder of a document's root, which is lent.
    init(_ session: TapeSession) {
        self.session = session
        value = session.root
        parent = nil
        step = .root
        isLent = true
    }

    /// - Parameter isLent: The parent is there until the decoder is taken back; otherwise the decoder keeps it.
    private init(_ parent: TapeDecoder, at value: Int, _ step: CodablePathStep, isLent: Bool) {
        session = parent.session
        self.value = value
        self.parent = .passUnretained(parent)
        keptParent = isLent ? nil : parent
        self.step = step
        self.isLent = isLent
    }

    /// A decoder for a part of the value that is not taken back.
    func decoder(at value: Int, _ step: CodablePathStep) -> TapeDecoder {
        TapeDecoder(self, at: value, step, isLent: false)
    }

    /// The same for a client, who may go on with it as deep as the document is.
    func givenDecoder(at value: Int, _ step: CodablePathStep) throws -> TapeDecoder {
        try enter(value, step)
        return decoder(at: value, step)
    }

    /// A decoder for a container within one of this.
    func nestedDecoder(at value: Int, _ step: CodablePathStep) throws -> TapeDecoder {
        let nested = try givenDecoder(at: value, step)
        nested.isNested = true
        return nested
    }

    /// The decoder of whose containers, or of those within them, this is one.
    var owner: TapeDecoder {
        var owner = self
        while owner.isNested, let parent = owner.parent { owner = parent.takeUnretainedValue() }
        return owner
    }

    // MARK: - Lending

    /// Lends a decoder for a part of the value.
    @inline(__always)
    func withDecoder<Result>(
        at value: Int, _ step: CodablePathStep, _ body: (TapeDecoder) throws -> Result
    ) throws -> Result {
        try enter(value, step)
        var decoder = take(at: value, step)
        defer { giveBack(&decoder) }
        return try body(decoder)
    }

    /// Whether another of a client's values may be begun: there is stack for it, and not too many have been.
    @inline(__always)
    private func enter(_ value: Int, _ step: CodablePathStep) throws {
        guard CallStack.hasRoom else { throw tooDeep(step) }
        guard session.mayVisit(value) else { throw tooManyVisits(step) }
    }

    /// Takes the spare decoder, or a new one.
    func take(at value: Int, _ step: CodablePathStep) -> TapeDecoder {
        guard let decoder = spare.take() else { return TapeDecoder(self, at: value, step, isLent: true) }
        decoder.value = value
        decoder.step = step
        return decoder
    }

    /// Moves a decoder that was taken to another part of the value, or takes another where a client has kept it.
    @inline(__always)
    func move(_ decoder: inout TapeDecoder, to value: Int, index: Int) {
        if TapeDecoder.isReturned(&decoder) {
            decoder.value = value
            decoder.step = .index(index)
        } else {
            decoder = TapeDecoder(self, at: value, .index(index), isLent: true)
        }
    }

    /// Keeps a decoder that is not needed any more for the next who takes one, unless a client has kept it.
    func giveBack(_ decoder: inout TapeDecoder) {
        guard TapeDecoder.isReturned(&decoder) else { return }
        decoder.step = .root
        spare = decoder
    }

    /// Whether no client has kept a decoder that was lent, nor a container of it.
    ///
    /// One that has been kept is not lent any more; one that has not is ready for another value.
    ///
    /// Nothing but the variable may have the decoder, or it will look as though it had been kept.
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

    /// Keeps all that the decoder refers to, as whoever has lent it does not any more.
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
        var count = 0
        var decoder: TapeDecoder? = self
        while let current = decoder {
            if !current.step.isRoot { count += 1 }
            decoder = current.parent?.takeUnretainedValue()
        }
        // Whoever asks for it at each of many levels asks for a lot.
        session.count(work: count << 4)
        let length = step.isRoot ? count : count + 1
        // Without room for keys, the count would be written to the empty array that all threads share.
        guard length > 0 else { return [] }
        return [any CodingKey](unsafeUninitializedCapacity: length) { keys, initialized in
            // SAFETY: from the last one back to the first, each of the keys that were counted gets its place.
            if let key = step.key { (keys.baseAddress! + count).initialize(to: key) }
            var place = count
            var decoder: TapeDecoder? = self
            while let current = decoder {
                if let key = current.step.key {
                    place -= 1
                    (keys.baseAddress! + place).initialize(to: key)
                }
                decoder = current.parent?.takeUnretainedValue()
            }
            assert(place == 0)
            initialized = length
        }
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

    // The standard library has functions of its own for these, which come before a generic one.

    func decode(_ type: Int128.Type) throws -> Int128 { try Int128.read(self, at: value, .root) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try UInt128.read(self, at: value, .root) }
}
