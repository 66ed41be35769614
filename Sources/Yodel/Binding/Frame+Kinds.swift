// What frames of some kinds have besides. Two words of a frame have all of it: each kind has names of its own for them.

/// Of an object.
extension Frame {
    /// Tells the objects of an update apart; 0 for one that is no update.
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

    /// Of one that is updated: how many objects had been staged when it began.
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

/// Of a group, and of nested elements.
extension Frame {
    /// The number of the frame of the object that their fields belong to.
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

/// Of a list or dictionary.
extension Frame {
    var isCollection: Bool { kind == .list || kind == .dictionary }

    /// How many elements it goes without; 0 for every list of a fixed length.
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

    /// How many arrays and objects are open around its elements; 0 until one has failed.
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

/// Of a value whose variant is not known yet, and of an object around a variant's value.
extension Frame {
    /// How many keys the object has had.
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

    /// Of an undecided value: the variant of the instance that it would update.
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

    /// Of an undecided value: it is in a replay, which goes back to it.
    var isMarked: Bool {
        get { hasPendingKey }
        set { hasPendingKey = newValue }
    }

    /// Of the containers within it nothing has to be seen.
    var passesContainers: Bool { kind == .ignored || kind == .undecided && isMarked && field == 0 }
}

/// Of a feed.
extension Frame {
    /// It is an array or object of the document, not the document itself or one value of it.
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

    /// It is of one value.
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
