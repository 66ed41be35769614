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

    /// The staged fields of one object.
    private struct StagedObject {
        var frame: Frame
        /// Keeps a class instance that is updated.
        var instance: AnyObject?

        /// Moves the staged fields into the live object.
        func commit() {
            for (index, field) in frame.meta!.pointee.fields.enumerated() where frame.isSeen(Int32(index)) {
                field.replace(frame.live! + field.offset, with: frame.base + field.offset)
            }
            release()
        }

        func discard() {
            frame.destroySeenFields()
            release()
        }

        private func release() {
            frame.moreSeen?.deallocate()
            frame.ranks?.deallocate()
            frame.buffer!.deallocate()
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

    mutating func append(_ frame: Frame) {
        let isInstance = frame.meta!.pointee.storage == .instance
        let instance = isInstance ? Unmanaged<AnyObject>.fromOpaque(frame.live!).takeUnretainedValue() : nil
        objects.append(StagedObject(frame: frame, instance: instance))
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
        for index in range {
            guard let object = objects[index] else { continue }
            if object.instance != nil { instances.remove(UnsafeRawPointer(object.frame.live!)) }
            object.discard()
            objects[index] = nil
        }
        if range.upperBound == objects.count { objects.removeSubrange(range) }
    }

    mutating func commit() {
        for object in objects { object?.commit() }
        objects = []
    }

    func discard() {
        for object in objects { object?.discard() }
    }
}
