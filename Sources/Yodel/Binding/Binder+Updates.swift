// Updates of existing models: the document's values are staged, object by object, and put in their places only when
// all of it has been decoded. Until then nothing of the model has changed; afterwards nothing can fail.

extension Binder {
    /// The storage of the model that the next value would update: nil when the slot's Optional holds none.
    mutating func liveModel() -> UnsafeMutableRawPointer? {
        let frame = top
        if frame.pointee.kind == .root { return modelStorage(at: frame.pointee.live!, frame.pointee.shape) }
        let field = fieldOfTop!
        return modelStorage(at: ownerOfTop.pointee.live! + field.pointee.offset, field.pointee.shape)
    }

    /// Where a field with several keys is updated in place: forgets what a key of lower rank has staged of it.
    ///
    /// - Returns: Whether that is so.
    mutating func beginRankedUpdate() -> Bool {
        let owner = ownerOfTop
        guard owner.pointee.isUpdate, fieldShape.pointee.isUpdatable else { return false }
        updates.discard(top.pointee.field, of: owner.pointee.updateID)
        setGate(.update)
        return true
    }

    private func modelStorage(at address: UnsafeMutableRawPointer, _ shape: ShapePointer) -> UnsafeMutableRawPointer? {
        guard let meta = shape.pointee.model else { return nil }
        if shape.pointee.isNullable, shape.pointee.storage._withUnsafeGuaranteedRef({ $0.isNil(address) }) {
            return nil
        }
        return meta.pointee.storage == .instance ? address.load(as: UnsafeMutableRawPointer.self) : address
    }

    /// Begins to stage an update of a model, all of whose fields are decoded but for those that are models themselves.
    ///
    /// - Parameters:
    ///   - own: The shape of the model where that is not the field's. An instance of a subclass of the declared class is
    ///     updated by its own class's table.
    ///   - isPrepared: Whether the type has had a look at the object.
    mutating func pushUpdate(
        _ live: UnsafeMutableRawPointer, shape own: ShapePointer? = nil, isPrepared: Bool = false
    ) -> Bool {
        var shape = own ?? updatedShape
        if shape.pointee.model!.pointee.storage == .instance, shape.pointee.model!.pointee.isOfSubclass(live) {
            do throws(ModelError) {
                shape = try shape.pointee.model!.pointee.shape(ofSubclassInstance: live)
            } catch {
                return fail(error.code, reason: error.reason, underlying: error)
            }
        }
        let meta = shape.pointee.model!
        if meta.pointee.preparation != nil, !isPrepared { return pushPreview(shape, meta, updating: live) }
        if meta.pointee.storage == .instance, !updates.begin(live) {
            // Two properties hold one object: each update could free what the other writes to.
            return fail(.invalidValue, expected: "each object to be updated once", found: "a second update of it")
        }
        pushObjectFrame(shape, meta, top.pointee.slot, updating: live)
        top.pointee.updateID = updates.nextID()
        top.pointee.stagedBefore = updates.count
        return true
    }

    /// An object for a property that holds an instance of a class with variants: it updates the instance, unless it
    /// names another variant, which takes its place then.
    ///
    /// - Returns: Nil where a new value is to be decoded.
    mutating func updateVariant() -> Bool? {
        let shape = updatedShape
        guard shape.pointee.kind == .variant, let table = shape.pointee.variants, table.pointee.tagging == .internal,
            table.pointee.isHierarchy
        else { return nil }
        let address =
            top.pointee.kind == .root ? top.pointee.live! : ownerOfTop.pointee.live! + fieldOfTop!.pointee.offset
        guard let live = address.load(as: UnsafeMutableRawPointer?.self) else { return nil }
        // SAFETY: the shape is that of a class or of an Optional of one; nil is a null pointer, and was looked for.
        let instance = Unmanaged<AnyObject>.fromOpaque(live).takeUnretainedValue()
        guard let own = table.index(of: instance) else {
            return top.pointee.kind == .root ? failOther(expecting: table.pointee.knownTags) : nil
        }
        // Where there is one class, the tag is held to it where it is met.
        if table.only != nil { return pushUpdate(live, as: own, table) }
        guard let index = replays.decided.take() else { return pushUndecided(shape, gate: .update, own: own) }
        if table.pointee.variants[index].operations.valueType == type(of: instance) {
            return pushUpdate(live, as: index, table)
        }
        if top.pointee.kind == .root { return failOther(than: own, table) }
        openField()
        return enterObject(index, table)
    }

    /// Begins to stage an update of an instance, in the frame of the variant it is: its tags are held to that as they
    /// are where it is decoded.
    private mutating func pushUpdate(
        _ live: UnsafeMutableRawPointer, as index: Int, _ table: VariantTablePointer
    ) -> Bool {
        openField()
        pushVariant(index, kind: .variant)
        guard pushUpdate(live, shape: table.pointee.variants[index].shape!) else { return false }
        wantTag(of: index, table)
        return true
    }

    /// The object that is updated stays the one it is.
    private mutating func failOther(than index: Int, _ table: VariantTablePointer) -> Bool {
        let tags = table.pointee.variants[index].tags.map(\.text)
        // What is of the class for the rest has no tag that is known.
        return failOther(
            expecting: tags.isEmpty ? "none of \(table.pointee.listedTags)" : tags.joined(separator: " or "))
    }

    private mutating func failOther(expecting tags: String) -> Bool {
        fail(.unknownVariant, expected: tags, found: "an object of another class")
    }

    private var updatedShape: ShapePointer { top.pointee.kind == .root ? top.pointee.shape : fieldShape }

    /// The shape of the field whose value comes next.
    var fieldShape: ShapePointer { fieldOfTop!.pointee.shape }

    /// The object's fields wait for the end of the document; in its parent nothing is to be stored.
    mutating func finishUpdate() -> Bool {
        guard checkNulls(), composeUpdated() else { return false }
        let frame = top.pointee
        updates.append(frame, observedAt: frame.meta!.pointee.didDecode == nil ? nil : observationSite())
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

    /// A field with several keys that got nothing but null, and takes none.
    private mutating func checkNulls() -> Bool {
        guard top.pointee.ranks != nil else { return true }
        for (index, field) in top.pointee.meta!.pointee.fields.enumerated() {
            guard let state = top.pointee.rankState(of: Int32(index))?.pointee, let place = state.nullPlace,
                !top.pointee.isSeen(Int32(index)), !updates.hasUpdate(of: Int32(index), of: top.pointee.updateID),
                (field.tolerance.nulls ?? options.nulls) == .error || field.whenAbsent == .required,
                field.refusesNull || field.tolerance.nulls == .error || !takesNull(field.shape)
            else { continue }
            guard acceptsNull(index, state, place) else { return false }
        }
        return true
    }

    /// What there is to know of the updated model on top for the time when it is shown to its type.
    private mutating func observationSite() -> PendingUpdates.Site {
        var holders: [PendingUpdates.Site.Holder] = []
        var frame = top
        while frame.pointee.meta?.pointee.storage != .instance {
            frame -= 1
            // Between two objects there may be groups, whose fields are the outer one's.
            guard frame > frames else { break }
            let owner = owner(of: frame)
            let field = owner.pointee.meta!.pointee.slots[Int(frame.pointee.field)]
            holders.append((address: owner.pointee.live! + field.offset, shape: field.shape))
            frame = owner
        }
        return PendingUpdates.Site(
            path: pathOfParent(), place: source.place(at: source.tokenStart), holders: holders)
    }

    /// Makes the update.
    ///
    /// Nothing in here can fail but what the models themselves have against it.
    mutating func commitUpdates() throws(ModelError) {
        precondition(isComplete && isUpdate, "an update is made once its document is complete")
        if let refusal = updates.commit() { throw refusal }
    }
}
