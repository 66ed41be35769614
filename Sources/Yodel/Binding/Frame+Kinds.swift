// The additional state of some kinds of frames: two words, for which each kind has its own names.

/// Objects.
extension Frame {
    /// Identifies the objects of an update; 0 for an object that is not one of them.
    var updateID: Int {
        @inline(__always) get {
            assert(kind == .object)
            return ofKind
        }
        set {
            assert(kind == .object)
            ofKind = newValue
        }
    }

    /// For an updated object, the number of objects staged when it began.
    var stagedBefore: Int {
        @inline(__always) get {
            assert(kind == .object)
            return alsoOfKind
        }
        set {
            assert(kind == .object)
            alsoOfKind = newValue
        }
    }
}

/// Groups and nested elements.
extension Frame {
    /// The index of the frame whose object has their fields.
    var holder: Int {
        @inline(__always) get {
            assert(isNested)
            return alsoOfKind
        }
        set {
            assert(isNested)
            alsoOfKind = newValue
        }
    }
}

/// Lists and dictionaries.
extension Frame {
    var isCollection: Bool { kind == .list || kind == .dictionary }

    /// The number of dropped elements; always 0 for a list of fixed length.
    var dropped: Int {
        @inline(__always) get {
            assert(isCollection || kind == .fixedList)
            return ofKind
        }
        set {
            assert(isCollection)
            ofKind = newValue
        }
    }

    /// The number of arrays and objects open around its elements; 0 until one has failed.
    var elementDepth: Int {
        @inline(__always) get {
            assert(isCollection)
            return alsoOfKind
        }
        set {
            assert(isCollection)
            alsoOfKind = newValue
        }
    }
}

/// Undecided values, and objects around a variant's value.
extension Frame {
    /// The number of keys so far.
    var keyCount: Int {
        @inline(__always) get {
            assert(kind == .undecided || kind == .tagged)
            return alsoOfKind
        }
        set {
            assert(kind == .undecided || kind == .tagged)
            alsoOfKind = newValue
        }
    }

    /// For an undecided value, the variant of the instance that it would update.
    var ownVariant: Int? {
        @inline(__always) get {
            assert(kind == .undecided)
            return ofKind == 0 ? nil : ofKind - 1
        }
        set {
            assert(kind == .undecided)
            ofKind = newValue.map { $0 + 1 } ?? 0
        }
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
        @inline(__always) get {
            assert(kind == .feed)
            return alsoOfKind == 1
        }
        set {
            assert(kind == .feed)
            alsoOfKind = newValue ? 1 : 0
        }
    }

    /// Whether it has a single item.
    var isSingle: Bool {
        @inline(__always) get {
            assert(kind == .feed)
            return ofKind == 1
        }
        set {
            assert(kind == .feed)
            ofKind = newValue ? 1 : 0
        }
    }
}
