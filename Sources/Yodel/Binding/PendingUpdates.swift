/// The staged fields of all objects of an update, in the order in which they will be stored.
struct PendingUpdates {
    private var objects: [StagedObject?] = []
    /// The objects that came from one field of one object: its own, and those nested in it.
    private var ranges: [Origin: Range<Int>] = [:]
    private var instances: Set<UnsafeRawPointer> = []
    private var lastID = 0

    private struct Origin: Hashable {
        var updateID: Int
        var field: Int32
    }

    /// The position of an updated object whose type has a hook.
    struct Site {
        typealias Holder = (address: UnsafeMutableRawPointer, shape: ShapePointer)

        var path: JSONPath
        var place: ModelError.Place
        /// The fields that contain a struct, up to an instance or the root.
        var holders: [Holder]

        /// Whether the struct still exists: the hook of another model may have set an Optional around it to nil.
        var isThere: Bool {
            holders.allSatisfy { holder in
                !holder.shape.pointee.isNullable
                    || !holder.shape.pointee.storage._withUnsafeGuaranteedRef { $0.isNil(holder.address) }
            }
        }
    }

    /// The staged fields of one object.
    private struct StagedObject {
        var frame: Frame
        /// Keeps an updated instance of a class alive.
        var instance: AnyObject?
        /// For a type with a hook after decoding.
        var site: Site?

        /// Moves the staged fields into the live object.
        func commit() {
            for (index, field) in frame.meta!.pointee.fields.enumerated() where frame.isSeen(Int32(index)) {
                field.shape.replace(frame.live! + field.offset, with: frame.base + field.offset)
            }
            frame.moreSeen?.deallocate()
            frame.ranks?.deallocate()
            frame.buffer!.deallocate()
        }

        func discard() { frame.destroyContents() }

        /// Calls the hook of the updated object's type; returns its refusal, if any.
        func observe() -> ModelError? {
            guard let site, site.isThere, let meta = frame.meta else { return nil }
            do {
                try meta.pointee.didDecode!._withUnsafeGuaranteedRef {
                    if let instance { try $0.didDecode(instance: instance) } else { try $0.didDecode(frame.live!) }
                }
                return nil
            } catch {
                let refusal = meta.pointee.refusal(by: error)
                return ModelError(
                    .invalidValue, path: site.path, place: site.place, expected: refusal.expected,
                    found: refusal.found, underlying: refusal.underlying)
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

    mutating func append(_ frame: Frame, observedAt site: Site?) {
        let isInstance = frame.meta!.pointee.storage == .instance
        let instance = isInstance ? Unmanaged<AnyObject>.fromOpaque(frame.live!).takeUnretainedValue() : nil
        objects.append(StagedObject(frame: frame, instance: instance, site: site))
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
            if object.instance != nil { instances.remove(UnsafeRawPointer(object.frame.live!)) }
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
        let before = isLookedAt ? all.filter { $0.instance != nil }.map { SavedInstance($0.frame) } : []
        for object in all { object.commit() }
        guard isLookedAt else { return nil }
        let refusal = all.lazy.compactMap { $0.observe() }.first
        for instance in before { refusal == nil ? instance.discard() : instance.restore() }
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

    func restore() {
        for field in meta.pointee.fields { field.shape.replace(live + field.offset, with: copies + field.offset) }
        copies.deallocate()
    }

    func discard() {
        for field in meta.pointee.fields {
            field.shape.destroy(copies + field.offset)
        }
        copies.deallocate()
    }
}
