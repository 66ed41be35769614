/// The staged fields of all objects of an update, in the order in which they will be stored.
struct PendingUpdates {
    private var objects: [StagedObject?] = []
    /// The objects that came from one field of one object: its own, and those nested in it.
    private var ranges: [Origin: Range<Int>] = [:]
    private var instances: Set<UnsafeRawPointer> = []
    /// Keeps the updated instances alive, as code that the update calls may drop the references to them.
    private var kept: [AnyObject] = []
    private var lastID = 0

    private struct Origin: Hashable {
        var updateID: Int
        var field: Int32
    }

    /// The position of an updated object whose type has a hook.
    typealias Site = (path: PartPath, place: ModelError.Place)

    /// An Optional that contains a struct.
    struct Holder {
        var address: UnsafeMutableRawPointer
        var shape: ShapePointer

        var hasValue: Bool { !shape.pointee.isNil(address) }
    }

    /// The staged fields of one object.
    private struct StagedObject {
        var frame: Frame
        /// For a struct, the Optionals around it, from the outermost in its instance or the root.
        var holders: [Holder]
        /// For a type with a hook after decoding.
        var site: Site?

        var isInstance: Bool { frame.meta!.pointee.storage == .instance }

        /// Whether the live object still exists: code that the update called may have set an Optional around it to nil.
        var isThere: Bool { holders.allSatisfy(\.hasValue) }

        /// Exchanges the staged fields and those of the live object, without running a client's code.
        func exchange() {
            guard isThere else { return }
            for (index, field) in frame.meta!.pointee.fields.enumerated() where frame.isSeen(Int32(index)) {
                field.shape.exchange(frame.live! + field.offset, frame.base + field.offset)
            }
        }

        /// Destroys the staged fields, or after the exchange the replaced ones.
        func discard() { frame.destroyContents() }

        /// Calls the hook of the updated object's type; returns its refusal, if any.
        func observe() -> ModelError? {
            guard let site, isThere, let live = frame.live, let meta = frame.meta else { return nil }
            do {
                try meta.pointee.didDecode!._withUnsafeGuaranteedRef {
                    if isInstance {
                        // SAFETY: the update keeps the instance alive.
                        try $0.didDecode(instance: Unmanaged<AnyObject>.fromOpaque(live).takeUnretainedValue())
                    } else {
                        try didDecodeStruct(at: live, $0)
                    }
                }
                return nil
            } catch {
                let path = JSONPath(site.path.steps)
                if error.isOfStack { return .endOfStack(path: path, at: site.place, underlying: error) }
                let refusal = meta.pointee.refusal(by: error)
                return ModelError(
                    .invalidValue, path: path, place: site.place, expected: refusal.expected, found: refusal.found,
                    underlying: refusal.underlying)
            }
        }

        /// Calls the hook for a copy of a struct, because the hook may reach the instance that holds the struct, and
        /// drop or replace the struct there; the copy then takes its place, if that still exists.
        private func didDecodeStruct(at live: UnsafeMutableRawPointer, _ hook: DidDecodeOperations) throws {
            let whole = frame.meta!.pointee.whole
            try frame.shape.withMemory { copy in
                whole._withUnsafeGuaranteedRef { $0.copy(live, to: copy) }
                do {
                    try hook.didDecode(copy)
                } catch {
                    whole._withUnsafeGuaranteedRef { $0.destroy(copy, count: 1) }
                    throw error
                }
                whole._withUnsafeGuaranteedRef {
                    isThere ? $0.replace(live, with: copy) : $0.destroy(copy, count: 1)
                }
            }
        }
    }

    var count: Int { objects.count }

    /// A number that no other frame of this update has.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Records that an instance of a class is being updated; false if it already is.
    mutating func begin(_ instance: UnsafeMutableRawPointer) -> Bool {
        instances.insert(UnsafeRawPointer(instance)).inserted
    }

    /// Keeps an instance alive until the end of the update.
    mutating func keep(_ instance: UnsafeMutableRawPointer) {
        // SAFETY: the field that the pointer has just been read from refers to the instance.
        kept.append(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue())
    }

    mutating func append(_ frame: Frame, in holders: [Holder], observedAt site: Site?) {
        objects.append(StagedObject(frame: frame, holders: holders, site: site))
    }

    /// Records that all objects staged after the first `first` ones came from a field.
    mutating func record(from first: Int, field: Int32, of updateID: Int) {
        ranges[Origin(updateID: updateID, field: field)] = first..<objects.count
    }

    func hasUpdate(of field: Int32, of updateID: Int) -> Bool {
        ranges[Origin(updateID: updateID, field: field)] != nil
    }

    /// Discards what came from a field, before another value of it.
    mutating func discard(_ field: Int32, of updateID: Int) {
        guard let range = ranges.removeValue(forKey: Origin(updateID: updateID, field: field)) else { return }
        discard(range)
        if range.upperBound == objects.count { objects.removeSubrange(range) }
    }

    /// Discards an unfinished object, and all that was staged since it began.
    mutating func abandon(_ frame: Frame) {
        if frame.meta!.pointee.storage == .instance { instances.remove(UnsafeRawPointer(frame.live!)) }
        guard frame.stagedBefore < objects.count else { return }
        discard(frame.stagedBefore..<objects.count)
        objects.removeSubrange(frame.stagedBefore...)
    }

    private mutating func discard(_ range: Range<Int>) {
        for index in range {
            guard let object = objects[index] else { continue }
            if object.isInstance { instances.remove(UnsafeRawPointer(object.frame.live!)) }
            object.discard()
            objects[index] = nil
        }
    }

    /// Stores the staged fields, and then calls the hooks of the objects' types.
    ///
    /// - Returns: The first refusal, if any; all instances of classes are then unchanged.
    mutating func commit() -> ModelError? {
        let all = objects.compactMap(\.self)
        objects = []
        let isLookedAt = all.contains { $0.site != nil }
        let before = isLookedAt ? all.filter(\.isInstance).map { SavedInstance($0.frame) } : []
        for object in all { object.exchange() }
        let refusal = isLookedAt ? all.lazy.compactMap { $0.observe() }.first : nil
        if refusal != nil { for instance in before { instance.exchange() } }
        for instance in before { instance.discard() }
        for object in all { object.discard() }
        return refusal
    }

    func discard() {
        for object in objects { object?.discard() }
    }
}

/// The properties of an instance before an update, which the instance may refuse.
private struct SavedInstance {
    private let meta: TypeMetaPointer
    /// The instance, which the update keeps alive.
    private let live: UnsafeMutableRawPointer
    /// Copies of the properties, with the layout of the instance.
    private let copies: UnsafeMutableRawPointer

    init(_ frame: Frame) {
        meta = frame.meta!
        live = frame.live!
        copies = .allocate(byteCount: meta.pointee.size, alignment: Shape.greatestAlignment)
        // SAFETY: all fields of the instance are initialised, and the memory has room for a copy at each offset.
        for field in meta.pointee.fields {
            let (source, target) = (live + field.offset, copies + field.offset)
            field.shape.pointee.storage._withUnsafeGuaranteedRef { $0.copy(source, to: target) }
        }
    }

    /// Exchanges the copies and the properties of the instance, without running a client's code.
    func exchange() {
        for field in meta.pointee.fields { field.shape.exchange(live + field.offset, copies + field.offset) }
    }

    /// Destroys the copies, or after the exchange the refused values.
    func discard() {
        for field in meta.pointee.fields {
            field.shape.destroy(copies + field.offset)
        }
        copies.deallocate()
    }
}
