/// One value under construction: an object, a collection, or a step between.
///
/// The binder keeps a stack of these. The frame on top has the ``slot`` that the next value goes to; when that value
/// is complete the frame notes it and makes the next slot ready. A frame's own value goes to the slot of the frame
/// below.
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
    /// Why ``slotShape`` is a gate, or what is done after what is ignored.
    var gate = Gate.none
    /// Four flags in a byte, so that a frame, which is written for every container, is no larger.
    var flags: UInt8 = 0
    /// A dictionary whose last key has no value yet; for an undecided value, see ``isMarked``.
    var hasPendingKey = false
    /// The field whose value comes next.
    var field: Int32 = -1
    /// Where the next value goes and how it is stored there.
    var slot: UnsafeMutableRawPointer
    var slotShape: ShapePointer
    /// What this frame makes.
    var shape: ShapePointer
    /// The storage of an object's fields; the first element of a collection.
    var base: UnsafeMutableRawPointer
    /// Where a list's buffer cannot take another element.
    var limit: UnsafeMutableRawPointer
    /// Elements of a collection that hold values; keys of an object so far.
    var count = 0
    var keys: UnsafePointer<KeyTable>?
    /// The entry that is tried first for the next key: the one after the last that matched.
    var predicted: UnsafePointer<KeyEntry>?
    /// The entry of the key whose value is being decoded.
    var entry: UnsafePointer<KeyEntry>?
    var meta: TypeMetaPointer?
    /// Fields 0 to 63 that hold a value.
    var seen: UInt64 = 0
    /// Fields 64 and up, when the type has as many.
    var moreSeen: UnsafeMutablePointer<UInt64>?
    /// What ranked fields have, when the type has any: a ``RankState`` each.
    var ranks: GrowthBuffer?
    /// The elements or staged fields, when they are in a buffer of the pool's.
    var buffer: GrowthBuffer?
    var keyBuffer: GrowthBuffer?
    /// The value that staged fields will be moved into.
    var live: UnsafeMutableRawPointer?
    /// Two numbers that mean something else for each kind: reached by what `Frame+Kinds.swift` calls them alone.
    var ofKind = 0
    var alsoOfKind = 0

    /// An object of an update: fields are staged until the whole document is in.
    var isUpdate: Bool {
        @inline(__always) get { flags & 1 != 0 }
        set { flags = newValue ? flags | 1 : flags & ~1 }
    }

    /// The path of what the frame makes is among the binder's: it stays the same as long as the frame is there.
    var hasPathNode: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }

    /// The members or elements can be read straight from the text.
    var isStraight: Bool {
        @inline(__always) get { flags & Self.straightFlag != 0 }
        set { flags = newValue ? flags | Self.straightFlag : flags & ~Self.straightFlag }
    }

    static let straightFlag: UInt8 = 4

    /// A value within it has failed, and its error has been collected.
    var lacksValue: Bool {
        @inline(__always) get { flags & 8 != 0 }
        set { flags = newValue ? flags | 8 : flags & ~8 }
    }

    enum Kind: UInt8 {
        case root
        /// A struct or class.
        case object
        /// A nested object that holds fields of a model further down the stack.
        case group
        /// A nested array that does; ``count`` is the index of its next element.
        case elements
        case list
        case fixedList
        case dictionary
        /// The value inside a wrapper.
        case wrapper
        /// A value that is not kept.
        case discard
        /// An object that its type looks at before it is decoded.
        case preview
        /// An array or object that the binder makes nothing of, or what is left of it.
        ///
        /// ``gate`` says what is done with it, and ``count`` how many are open around it.
        case ignored
        /// A value that takes the place of the one a field has, once it is whole.
        case replacement
        /// The value of an unknown key, for the field that keeps those.
        case unknown
        /// The value that a variant carries.
        case variant
        /// The object around the value that a variant carries, or instead of one.
        case tagged
        /// A value that is kept, to be read again: its variant is not known yet, or it belongs to several fields.
        case undecided
        /// An object or array on the way to the items of a feed; ``field`` is the number of the child that comes next.
        case route
        /// What holds the items of a feed: they leave the binder one by one.
        case feed
    }

    /// It is the rest of a value that has failed.
    var isAbandoned: Bool { kind == .ignored && gate == .failed }
}

/// What a field with several keys has got so far.
struct RankState {
    /// The rank of the key its value came from; ``none`` while it has none but perhaps null.
    var rank = RankState.none
    /// What ``rank`` was before the value under construction.
    var previousRank = RankState.none
    /// The rank of the key whose value comes next.
    var candidate = RankState.none
    /// The ranks of the keys that have been met.
    var met: UInt64 = 0
    /// Where the first null was found for it, and the rank of its key.
    var nullPlace: ModelError.Place?
    var nullRank = RankState.none

    static let none = UInt8.max
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

    /// What a field has got by its keys so far; nil for one that has a single key.
    @inline(__always)
    func rankState(of field: Int32) -> UnsafeMutablePointer<RankState>? {
        guard let ranks else { return nil }
        let place = meta!.pointee.slot(field).pointee.rankedPlace
        // SAFETY: the buffer has a state for each ranked field, initialised when the frame was made.
        return place < 0 ? nil : ranks.start.assumingMemoryBound(to: RankState.self) + place
    }

    /// Whether the key has occurred before: a field with several keys may have its value from another one.
    func hasMet(_ target: KeyTarget) -> Bool {
        guard let state = rankState(of: target.field) else { return isSeen(target.field) }
        return state.pointee.met & (1 << UInt64(target.rank)) != 0
    }

    /// Word `index` of the bits of seen fields.
    @inline(__always)
    func seenWord(_ index: Int) -> UInt64 { index == 0 ? seen : moreSeen![index - 1] }
}
