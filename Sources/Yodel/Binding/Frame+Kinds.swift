// The additional state of some kinds of frames: two words, for which each kind has its own names.

/// Objects.
extension Frame {
    /// Identifies the objects of an update; 0 for an object that is not one of them.
    var updateID: Int {
        @inline(__always) get { word(ofKind, kind == .object) }
        set { ofKind = word(newValue, kind == .object) }
    }

    /// For an updated object, the number of objects staged when it began.
    var stagedBefore: Int {
        @inline(__always) get { word(alsoOfKind, kind == .object) }
        set { alsoOfKind = word(newValue, kind == .object) }
    }
}

/// Groups and nested elements.
extension Frame {
    /// The index of the frame whose object has their fields.
    var holder: Int {
        @inline(__always) get { word(alsoOfKind, isNested) }
        set { alsoOfKind = word(newValue, isNested) }
    }
}

/// Lists and dictionaries.
extension Frame {
    var isCollection: Bool { kind == .list || kind == .dictionary }

    /// The number of dropped elements; for a list of fixed length, only while errors are collected.
    var dropped: Int {
        @inline(__always) get { word(ofKind, isCollection || kind == .fixedList) }
        set { ofKind = word(newValue, isCollection || kind == .fixedList) }
    }

    /// The number of arrays and objects open around its elements; 0 until one has failed.
    var elementDepth: Int {
        @inline(__always) get { word(alsoOfKind, isCollection) }
        set { alsoOfKind = word(newValue, isCollection) }
    }
}

/// Undecided values, and objects around a variant's value.
extension Frame {
    /// The number of keys so far.
    var keyCount: Int {
        @inline(__always) get { word(alsoOfKind, kind == .undecided || kind == .tagged) }
        set { alsoOfKind = word(newValue, kind == .undecided || kind == .tagged) }
    }

    /// For an undecided value, the variant of the instance that it would update.
    var ownVariant: Int? {
        @inline(__always) get { word(ofKind, kind == .undecided) == 0 ? nil : ofKind - 1 }
        set { ofKind = word(newValue.map { $0 + 1 } ?? 0, kind == .undecided) }
    }

    /// Whether an undecided value is within a replay, which will go back to it.
    var isMarked: Bool {
        get { hasPendingKey }
        set { hasPendingKey = newValue }
    }

    /// Whether the source may skip the containers within the value.
    var passesContainers: Bool { kind == .ignored || kind == .undecided && isMarked && field == 0 }
}

/// Feeds.
extension Frame {
    /// Whether it is an array or object in the document, rather than the document itself or a single value.
    var isBracketed: Bool {
        @inline(__always) get { word(alsoOfKind, kind == .feed) == 1 }
        set { alsoOfKind = word(newValue ? 1 : 0, kind == .feed) }
    }

    /// Whether it has a single item.
    var isSingle: Bool {
        @inline(__always) get { word(ofKind, kind == .feed) == 1 }
        set { ofKind = word(newValue ? 1 : 0, kind == .feed) }
    }
}

/// The word, which only frames of some kinds have under its name.
@inline(__always)
private func word(_ value: Int, _ isOfKind: Bool) -> Int {
    assert(isOfKind)
    return value
}
