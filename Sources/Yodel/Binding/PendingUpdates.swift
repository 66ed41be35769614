/// The staged fields of every object of an update, in the order in which they will be put in their places.
struct PendingUpdates {
    private var objects: [StagedObject?] = []
    /// Which of them came from one field of one object: its own and those within it.
    private var ranges: [Origin: Range<Int>] = [:]
    private var instances: Set<UnsafeRawPointer> = []
    private var lastID = 0

    private struct Origin: Hashable {
        var updateID: Int
        var field: Int32
    }

    /// Where an object stands that is shown to its type once it has been updated.
    struct Site {
        typealias Holder = (address: UnsafeMutableRawPointer, shape: ShapePointer)

        var path: JSONPath
        var place: ModelError.Place
        /// The fields that a struct is part of, out to an instance or the root.
        var holders: [Holder]

        /// Whether the struct is still there: what another model does when it is shown may have put a nil around it.
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
        /// Keeps a class instance that is updated.
        var instance: AnyObject?
        /// For a type that observes its decoding.
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

        /// Shows the updated object to its type; returns what it has against it.
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

    /// A number no other frame of this update has.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Notes that a class instance is being updated; false when it is already.
    mutating func begin(_ instance: UnsafeMutableRawPointer) -> Bool {
        instances.insert(UnsafeRawPointer(instance)).inserted
    }

    mutating func append(_ frame: Frame, observedAt site: Site?) {
        let isInstance = frame.meta!.pointee.storage == .instance
        let instance = isInstance ? Unmanaged<AnyObject>.fromOpaque(frame.live!).takeUnretainedValue() : nil
        objects.append(StagedObject(frame: frame, instance: instance, site: site))
    }

    /// Notes that everything staged since there were `first` objects came from a field.
    mutating func record(from first: Int, field: Int32, of updateID: Int) {
        ranges[Origin(updateID: updateID, field: field)] = first..<objects.count
    }

    func hasUpdate(of field: Int32, of updateID: Int) -> Bool {
        ranges[Origin(updateID: updateID, field: field)] != nil
    }

    /// Forgets what came from a field, for another value of it.
    mutating func discard(_ field: Int32, of updateID: Int) {
        guard let range = ranges.removeValue(forKey: Origin(updateID: updateID, field: field)) else { return }
        discard(range)
        if range.upperBound == objects.count { objects.removeSubrange(range) }
    }

    /// Forgets an object that will not be finished, and what has been staged since it began.
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

    /// Puts the staged fields in their places, and shows the objects to their types.
    ///
    /// - Returns: What one of them has against it. All instances of classes are as they were then.
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

/// What the properties of an instance were before an update that it may refuse.
private struct SavedInstance {
    private let meta: TypeMetaPointer
    /// The instance, which the update keeps.
    private let live: UnsafeMutableRawPointer
    /// Laid out as the instance is.
    private let copies: UnsafeMutableRawPointer

    init(_ frame: Frame) {
        meta = frame.meta!
        live = frame.live!
        copies = .allocate(byteCount: meta.pointee.size, alignment: Shape.greatestAlignment)
        // SAFETY: each field of the instance holds a value, and the memory has room for a copy at its offset.
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
            field.shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(copies + field.offset, count: 1) }
        }
        copies.deallocate()
    }
}
