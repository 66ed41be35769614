/// One value under construction: an object, a collection, or an intermediate step.
///
/// The binder keeps a stack of these. The ``slot`` of the top frame receives the next value; when that value is
/// complete, the frame records it and prepares the next slot. A frame's own value goes to the slot of the frame below.
///
/// ```
/// {"name": "Emma", "tags": ["a", "b" ▸
///
///   root        slot: the result
///   object      base: the result       entry: "tags"   seen: name
///   list        base: growth buffer    count: 2        slot: base + 2 strides
/// ```
struct Frame {
    var kind: Kind
    /// Why ``slotShape`` is a gate; for an ignored value, how it is treated.
    var gate = Gate.none
    /// Four flags in one byte, to keep frames small, because one is written for every container.
    var flags: UInt8 = 0
    /// Whether a dictionary's last key has no value yet; for an undecided value, see ``isMarked``.
    var hasPendingKey = false
    /// The field of the next value.
    var field: Int32 = -1
    /// The address and the shape of the next value.
    ///
    /// SAFETY: the slot is uninitialised memory with room for a value of the shape, so a value may be stored there; it is
    /// initialised from then on. Code that stores into a slot has no note of its own.
    var slot: UnsafeMutableRawPointer
    var slotShape: ShapePointer
    /// The shape of the frame's own value.
    var shape: ShapePointer
    /// The storage of an object's fields; the first element of a collection.
    var base: UnsafeMutableRawPointer
    /// For a list, the last slot that its buffer has room for.
    var limit = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    /// The number of values in a collection, or of an object's keys so far.
    var count = 0
    var keys: UnsafePointer<KeyTable>?
    /// The entry to try first for the next key: the one after the last match.
    var predicted: UnsafePointer<KeyEntry>?
    /// The entry of the key whose value is being decoded.
    var entry: UnsafePointer<KeyEntry>?
    var meta: TypeMetaPointer?
    /// Which of the fields 0 to 63 have a value.
    var seen: UInt64 = 0
    /// The same for fields from 64 on, if the type has as many.
    var moreSeen: UnsafeMutablePointer<UInt64>?
    /// A ``RankState`` for each field with several keys, if the type has any.
    var ranks: GrowthBuffer?
    /// The elements or staged fields, if they are in a buffer from the pool.
    var buffer: GrowthBuffer?
    var keyBuffer: GrowthBuffer?
    /// The value that the staged fields will be moved into.
    var live: UnsafeMutableRawPointer?
    /// Two numbers with another meaning for each kind; used only through the names in `Frame+Kinds.swift`.
    var ofKind = 0
    var alsoOfKind = 0

    /// Whether it is an object of an update, whose fields are staged until the document is complete.
    var isUpdate: Bool {
        @inline(__always) get { flags & 1 != 0 }
        set { flags = newValue ? flags | 1 : flags & ~1 }
    }

    /// Whether the binder has a path node for the frame's value; it stays the same as long as the frame exists.
    var hasPathNode: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }

    /// Whether the members or elements can be read straight from the text.
    @inline(__always)
    var isStraight: Bool { flags & Self.straightFlag != 0 }

    static let straightFlag: UInt8 = 4

    /// Whether a value within it has failed, and its error has been collected.
    var lacksValue: Bool {
        @inline(__always) get { flags & 8 != 0 }
        set { flags = newValue ? flags | 8 : flags & ~8 }
    }

    enum Kind: UInt8 {
        case root
        /// A struct or class.
        case object
        /// A nested object with fields of a model in a frame below.
        case group
        /// A nested array with such fields; ``count`` is the index of its next element.
        case elements
        case list
        case fixedList
        case dictionary
        /// The value inside a wrapper.
        case wrapper
        /// A value that is decoded and discarded.
        case discard
        /// An object that is collected for its type's hook before it is decoded.
        case preview
        /// An array or object that is not decoded, or the rest of one.
        ///
        /// ``gate`` is how it is treated, and ``count`` the number of containers open around it.
        case ignored
        /// A value that replaces that of a field, or of the root of an update, when it is complete.
        case replacement
        /// The value of an unknown key, for the field that keeps unknown members.
        case unknown
        /// The value of a variant.
        case variant
        /// The object around a variant's value, or of a variant without one.
        case tagged
        /// A value that is kept and read again, because its variant is unknown or it belongs to several fields.
        case undecided
        /// An object or array on the path to a feed's items; ``field`` is the index of the next child.
        case route
        /// The container of a feed's items, which leave the binder one by one.
        case feed
    }

    /// Whether it is the rest of a failed value.
    var isAbandoned: Bool { kind == .ignored && gate == .failed }
}

/// The state of a field with several keys.
struct RankState {
    /// The rank of the key that gave its value; ``none`` without a value other than null.
    var rank = RankState.none
    /// The value of ``rank`` before the value under construction.
    var previousRank = RankState.none
    /// The rank of the key of the next value, or of the last one.
    var candidate = RankState.none
    /// The ranks of the keys that have occurred.
    var met: UInt64 = 0
    /// The place of the first null that did not become its value, the rank of that key, and whether it is a word that
    /// means null.
    var nullPlace: ModelError.Place?
    var nullRank = RankState.none
    var isNullWord = false
    /// Whether its type has refused a null; the error is among ``KeyTexts/refusals``.
    var isRefused = false

    static let none = UInt8.max

    /// Treats the key of the last value as absent: another value of the key is then not the second.
    mutating func forgetKey() { met &= ~(1 << UInt64(candidate)) }
}

extension Frame {
    @inline(__always)
    func isSeen(_ field: Int32) -> Bool {
        if field < 64 { return seen & (1 &<< UInt64(truncatingIfNeeded: field)) != 0 }
        return moreSeen![Int(field) / 64 - 1] & (1 &<< UInt64(truncatingIfNeeded: field & 63)) != 0
    }

    @inline(__always)
    mutating func markSeen(_ field: Int32) {
        if field < 64 {
            seen |= 1 &<< UInt64(truncatingIfNeeded: field)
        } else {
            moreSeen![Int(field) / 64 - 1] |= 1 &<< UInt64(truncatingIfNeeded: field & 63)
        }
    }

    mutating func unmarkSeen(_ field: Int32) {
        if field < 64 {
            seen &= ~(1 &<< UInt64(truncatingIfNeeded: field))
        } else {
            moreSeen![Int(field) / 64 - 1] &= ~(1 &<< UInt64(truncatingIfNeeded: field & 63))
        }
    }

    /// The state of a field with several keys; nil for one with a single key.
    @inline(__always)
    func rankState(of field: Int32) -> UnsafeMutablePointer<RankState>? {
        guard let ranks else { return nil }
        let index = meta!.pointee.fieldOrPart(field).pointee.rankedIndex
        // SAFETY: the buffer has a state for each field with several keys, initialised together with the frame.
        return index < 0 ? nil : ranks.start.assumingMemoryBound(to: RankState.self) + index
    }

    /// Whether the key has occurred before; a field with several keys may have its value from another one.
    func hasMet(_ target: KeyTarget) -> Bool {
        guard let state = rankState(of: target.field) else { return isSeen(target.field) }
        return state.pointee.met & (1 << UInt64(target.rank)) != 0
    }

    /// Word `index` of the bits of seen fields.
    @inline(__always)
    func seenWord(_ index: Int) -> UInt64 { index == 0 ? seen : moreSeen![index - 1] }
}
