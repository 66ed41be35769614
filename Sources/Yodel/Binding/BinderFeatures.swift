/// What only some documents need of a binder, each feature's by itself.
struct BinderFeatures {
    var replays = ReplayState()
    var parts = PartState()
    var keyTexts = KeyTexts()
    var unknown = UnknownMemberState()
    /// What an update will do once the whole document is in.
    var updates = PendingUpdates()
    var collected = CollectedErrors()
}

/// Values that are read again, and variants that are tried.
struct ReplayState {
    /// The value that an undecided frame on top keeps; with other frames, the one that was kept last.
    var kept: Replay?
    /// The variant of the value that is read again next, when that is known.
    var decided: Int?
    /// How many values are being read again, one within another.
    var players = 0
    /// What may still be played: see ``ReplayWork``.
    var workLeft = 0
    /// The values whose variants are being tried, one within another.
    var trials: [Binder.Trial] = []
    /// The tag whose value comes next, when its variant is known already.
    var knownTag: Binder.KnownTag?
}

/// Parts of the document that are decoded by themselves: later, by another decoder, or once their type has seen them.
struct PartState {
    /// Where the value begins whose bytes are being kept for later.
    var place: ModelError.PartPlace?
    /// How parts are decoded.
    var settings = PartSettingsList()
    /// Paths of frames, by their numbers, for those that have theirs.
    var pathNodes: [PartPath.Node?] = []
    /// Where the objects began that their types look at before they are decoded.
    var previews: [ModelError.Place] = []
}

/// Texts of keys, where tables do not have them.
struct KeyTexts {
    /// Keys as the document spells them, by frame, where the tables or the keys' types spell them otherwise.
    var spelled: [Int: String] = [:]
    /// The keys of the dictionaries under construction, where a second one is an error.
    var met: [Set<[UInt8]>] = []
}

/// Members that no property asks for, and that their types want all the same.
struct UnknownMemberState {
    /// Those of the objects under construction, by frame.
    var members: [Int: UnknownMemberList] = [:]
    /// The key of the one whose value is being decoded; there is one at a time.
    var key = ""
    /// Of that value a sample is wanted.
    var isSampled = false
}
