// Updates of existing models: the document's values are staged, object by object, and stored only when all of it has
// been decoded. Until then the model is unchanged, and afterwards nothing can fail except the models' own hooks and
// checks.

extension Binder {
    /// The storage of the model that the next value would update; nil if the slot's Optional is `nil`.
    func liveModel() -> UnsafeMutableRawPointer? {
        let shape = updatedShape
        guard let address = liveAddress, let meta = shape.pointee.model, !shape.pointee.isNil(address) else {
            return nil
        }
        return meta.pointee.storage == .instance ? address.load(as: UnsafeMutableRawPointer.self) : address
    }

    /// The memory of the model that an object updates; nil if code that the update called has set an Optional around it
    /// to `nil`.
    func liveStorage(of owner: UnsafeMutablePointer<Frame>) -> UnsafeMutableRawPointer? {
        optionals(around: owner).allSatisfy(\.hasValue) ? owner.pointee.live : nil
    }

    /// Whether a model in a field of an object is updated rather than decoded anew.
    ///
    /// A part of a composed property is decoded anew: only the memory of a new object has a place for it, not the live
    /// one.
    func updatesInPlace(_ field: UnsafePointer<FieldMeta>, of owner: UnsafeMutablePointer<Frame>) -> Bool {
        owner.pointee.isUpdate && field.pointee.whenAbsent != .part && field.pointee.shape.pointee.isUpdatable
    }

    /// For a field with several keys that is updated in place, discards what a key of lower rank has staged.
    ///
    /// - Returns: Whether the field is updated in place.
    mutating func beginRankedUpdate() -> Bool {
        let owner = ownerOfTop
        guard let field = fieldOfTop, updatesInPlace(field, of: owner) else { return false }
        updates.discard(top.pointee.field, of: owner.pointee.updateID)
        setGate(.update)
        return true
    }

    /// Begins to stage an update of a model; all its fields are decoded anew, except those that are models themselves.
    ///
    /// - Parameters:
    ///   - own: The shape of the model if it is not the field's. An instance of a subclass of the declared class is
    ///     updated with its own class's table.
    ///   - isPrepared: Whether the type's hook has already prepared the object.
    mutating func pushUpdate(
        _ live: UnsafeMutableRawPointer, shape own: ShapePointer? = nil, isPrepared: Bool = false
    ) -> Bool {
        var shape = own ?? updatedShape
        let isInstance = shape.pointee.model!.pointee.storage == .instance
        if isInstance {
            // Before the first code of the client that this calls, which is that of the subclass's table.
            updates.keep(live)
            if shape.pointee.model!.pointee.isOfSubclass(live) {
                do throws(ModelError) {
                    shape = try shape.pointee.model!.pointee.shape(ofSubclassInstance: live)
                } catch {
                    return fail(error.code, reason: error.reason, underlying: error)
                }
            }
        }
        let meta = shape.pointee.model!
        if meta.pointee.preparation != nil, !isPrepared { return pushPreview(shape, meta, updating: live) }
        if isInstance, !updates.begin(live) {
            // Two properties share an object, and each update could free memory that the other writes to.
            return fail(
                .invalidValue, expected: "each object to be updated once", found: "a second update of this object")
        }
        pushObjectFrame(shape, meta, top.pointee.slot, updating: live)
        top.pointee.updateID = updates.nextID()
        top.pointee.stagedBefore = updates.count
        return true
    }

    /// Begins an object for an instance of a class with variants: it updates the instance, or replaces it if it names
    /// another variant.
    ///
    /// - Returns: Nil if a new value must be decoded.
    mutating func updateVariant() -> Bool? {
        let shape = updatedShape
        guard shape.pointee.kind == .variant, let table = shape.pointee.variants, table.pointee.tagging == .internal,
            table.pointee.isHierarchy
        else { return nil }
        guard let address = liveAddress, !shape.pointee.isNil(address) else { return nil }
        let live = address.load(as: UnsafeMutableRawPointer.self)
        // SAFETY: the shape is that of a class, or of an Optional or Field of one, which is not nil.
        let instance = Unmanaged<AnyObject>.fromOpaque(live).takeUnretainedValue()
        guard let own = table.index(of: instance) else {
            return top.pointee.kind == .root ? failOther(expecting: table.pointee.knownTags) : nil
        }
        // With a single class, the tag is checked where it occurs.
        if table.pointee.only != nil { return pushUpdate(live, as: own, table) }
        guard let index = replays.decided.take() else { return pushUndecided(shape, gate: .update, own: own) }
        if table.pointee.variants[index].operations.valueType == type(of: instance) {
            return pushUpdate(live, as: index, table)
        }
        if top.pointee.kind == .root { return failOther(than: own, table) }
        openField()
        return enterObject(index, table)
    }

    /// Begins to stage an update of an instance, in the frame of its variant, so that its tags are checked as in
    /// decoding.
    private mutating func pushUpdate(
        _ live: UnsafeMutableRawPointer, as index: Int, _ table: VariantTablePointer
    ) -> Bool {
        openField()
        pushVariant(index, kind: .variant)
        guard pushUpdate(live, shape: table.pointee.variants[index].shape!) else { return false }
        wantTag(of: index, table)
        return true
    }

    /// Fails because an update cannot change the class of an object.
    private mutating func failOther(than index: Int, _ table: VariantTablePointer) -> Bool {
        let tags = table.pointee.variants[index].tags.map(\.text)
        // The class for unknown values has no known tag.
        return failOther(
            expecting: tags.isEmpty ? "a tag other than \(table.pointee.listedTags)" : tags.joined(separator: " or "))
    }

    private mutating func failOther(expecting tags: String) -> Bool {
        fail(
            .unknownVariant, expected: tags, found: "an object of another class, and an update cannot change the class")
    }

    /// The shape of the next value's field, or of the root.
    var updatedShape: ShapePointer { top.pointee.kind == .root ? top.pointee.shape : fieldShape }

    /// The address of the value that the next value would update; nil if an Optional around it has become `nil`.
    private var liveAddress: UnsafeMutableRawPointer? {
        if top.pointee.kind == .root { return top.pointee.live }
        return liveStorage(of: ownerOfTop).map { [offset = fieldOfTop!.pointee.offset] in $0 + offset }
    }

    /// The shape of the next value's field.
    var fieldShape: ShapePointer { fieldOfTop!.pointee.shape }

    /// Ends an updated object: its fields wait for the end of the document, and its parent stores nothing.
    mutating func finishUpdate() -> Bool {
        guard checkNulls(), composeUpdated() else { return false }
        let frame = top.pointee
        let isObserved = frame.meta!.pointee.didDecode != nil
        updates.append(
            frame, in: optionals(around: top),
            observedAt: isObserved
                ? (path: partPath(through: top - 1), place: source.place(at: source.tokenStart)) : nil)
        top -= 1
        if top.pointee.kind == .variant { top -= 1 }
        if top.pointee.kind == .root {
            isComplete = true
            return false
        }
        leaveValue()
        updates.record(from: frame.stagedBefore, field: top.pointee.field, of: ownerOfTop.pointee.updateID)
        return true
    }

    /// Fails if a field with several keys received only null, and does not accept it.
    private mutating func checkNulls() -> Bool {
        guard top.pointee.ranks != nil else { return true }
        for (index, field) in top.pointee.meta!.pointee.fields.enumerated() {
            guard let state = top.pointee.rankState(of: Int32(index))?.pointee, let place = state.nullPlace,
                !top.pointee.isSeen(Int32(index)), !updates.hasUpdate(of: Int32(index), of: top.pointee.updateID),
                state.isRefused
                    || ((field.tolerance.nulls ?? options.nulls) == .error || field.whenAbsent == .required)
                        && (field.refusesNull || field.tolerance.nulls == .error || !takesNull(field.shape))
            else { continue }
            guard acceptsNull(index, state, place) else { return false }
        }
        return true
    }

    /// The Optionals that contain an updated struct, from the outermost in its instance or the root.
    private func optionals(around object: UnsafeMutablePointer<Frame>) -> [PendingUpdates.Holder] {
        var holders: [PendingUpdates.Holder] = []
        var frame = object
        while frame.pointee.meta?.pointee.storage != .instance {
            frame -= 1
            // The groups between two objects have fields of the outer object.
            guard frame > frames else { break }
            let owner = owner(of: frame)
            let field = owner.pointee.meta!.pointee.fieldOrPart(frame.pointee.field)
            if field.pointee.shape.pointee.nilTest != .never {
                let address = owner.pointee.live! + field.pointee.offset
                holders.insert(PendingUpdates.Holder(address: address, shape: field.pointee.shape), at: 0)
            }
            frame = owner
        }
        return holders
    }

    /// Commits the update.
    ///
    /// Only the models' own hooks and checks can fail here.
    mutating func commitUpdates() throws(ModelError) {
        precondition(isComplete && isUpdate, "an update is committed after its document is complete")
        if let refusal = updates.commit() { throw refusal }
    }
}
