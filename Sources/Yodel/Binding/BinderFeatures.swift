/// The state of a binder that only some documents need, grouped by feature.
struct BinderFeatures {
    var replays = ReplayState()
    var parts = PartState()
    var keyTexts = KeyTexts()
    var unknown = UnknownMemberState()
    /// The pending changes of an update, made when the document is complete.
    var updates = PendingUpdates()
    var collected = CollectedErrors()
}

/// The state of replays and trials.
struct ReplayState {
    /// The value that the top undecided frame keeps; with other frames, the one kept last.
    var kept: Replay?
    /// The variant of the value to be played next, if it is known.
    var decided: Int?
    /// The number of nested replays in progress.
    var players = 0
    /// The work left for replays: see ``ReplayWork``.
    var workLeft = 0
    /// The nested trials in progress.
    var trials: [Binder.Trial] = []
    /// The tag whose value comes next, if its variant is already known.
    var knownTag: Binder.KnownTag?
}

/// The state of parts that are decoded separately: later, by another decoder, or after a hook has prepared them.
struct PartState {
    /// The start of the value whose bytes are being captured.
    var place: ModelError.PartPlace?
    /// The settings that parts are decoded with.
    var settings = PartSettingsList()
    /// The paths of frames, by index, for frames with a path node.
    var pathNodes: [PartPath.Node?] = []
    /// The places of the objects that are collected for a hook.
    var previews: [ModelError.Place] = []
}

/// The texts of keys that the tables do not contain.
struct KeyTexts {
    /// Keys as the document spells them, by frame, if a table or the key's type spells them differently.
    var spelled: [Int: String] = [:]
    /// The paths from an object to the nulls of its fields with several keys, by frame and field, if keys ignore case.
    var pathsOfNulls: [Int: [Int32: JSONPath]] = [:]
    /// The errors of types that refused null under one of several keys, by frame and field.
    var refusals: [Int: [Int32: ModelError]] = [:]
    /// The keys of the dictionaries under construction, if a repeated key is an error.
    var met: [Set<[UInt8]>] = []
}

/// Unknown members that types keep.
struct UnknownMemberState {
    /// The unknown members of the objects under construction, by frame.
    var members: [Int: UnknownMemberList] = [:]
    /// The key of the unknown member being decoded; there is only one at a time.
    var key = ""
    /// Whether a sample of its value is needed.
    var isSampled = false
}
