#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of a tape, as `init(from:)` sees it.
///
/// Decoders are used again: there is one for each level of what is being decoded, which goes from value to value as long
/// as nobody else keeps it. A container keeps its decoder, and that one its parent, so that what a client holds on to
/// stays what it was: for the next value there is another.
final class TapeDecoder {
    let session: TapeSession
    /// The index of the value, which is that of its containers.
    @exclusivity(unchecked) private(set) var value: Int
    @exclusivity(unchecked) private var parent: TapeDecoder?
    @exclusivity(unchecked) private var step: CodablePathStep
    /// It is that of a container within another, and not one that a client has been given.
    @exclusivity(unchecked) var isNested = false
    /// The decoder of the level below, while it is not in use.
    @exclusivity(unchecked) private var spare: TapeDecoder?
    /// The keys of the object, for which bytes will not do.
    @exclusivity(unchecked) var table: MemberIndex?

    init(_ session: TapeSession, at value: Int, parent: TapeDecoder? = nil, step: CodablePathStep = .root) {
        self.session = session
        self.value = value
        self.parent = parent
        self.step = step
    }

    /// Goes to the root of another document.
    func restart() {
        value = session.root
        table = nil
    }

    /// A decoder for a part of the value that nobody has to give back.
    func decoder(at value: Int, _ step: CodablePathStep) -> TapeDecoder {
        TapeDecoder(session, at: value, parent: self, step: step)
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
        while owner.isNested, let parent = owner.parent { owner = parent }
        return owner
    }

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
        guard let decoder = spare else { return TapeDecoder(session, at: value, parent: self, step: step) }
        spare = nil
        decoder.value = value
        decoder.step = step
        decoder.parent = self
        return decoder
    }

    /// Moves a decoder that was taken to another part of the value, or takes another where somebody has kept it.
    @inline(__always)
    func move(_ decoder: inout TapeDecoder, to value: Int, index: Int) {
        if isKnownUniquelyReferenced(&decoder) {
            decoder.value = value
            decoder.step = .index(index)
            if decoder.table != nil { decoder.table = nil }
        } else {
            session.isKept = true
            decoder = TapeDecoder(session, at: value, parent: self, step: .index(index))
        }
    }

    /// Keeps a decoder that is not needed any more for the next who takes one, unless somebody has kept it.
    func giveBack(_ decoder: inout TapeDecoder) {
        guard isKnownUniquelyReferenced(&decoder) else {
            session.isKept = true
            return
        }
        decoder.parent = nil
        decoder.step = .root
        if decoder.table != nil { decoder.table = nil }
        spare = decoder
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
            decoder = current.parent
        }
        // Whoever asks for it at each of many levels asks for a lot.
        session.count(work: count << 4)
        let length = step.isRoot ? count : count + 1
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
                decoder = current.parent
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
        return KeyedDecodingContainer(KeyedTapeContainer(decoder: self))
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
