// Objects whose type has a look at them first: they are made into a JSONObject, which the type may change or refuse,
// and then decoded from that.

extension Binder {
    /// Begins an object of a type that prepares it; the depth has been counted.
    ///
    /// From text it takes a frame for the JSONObject, and one in it that collects the members. A source that has the
    /// object already gets the prepared one and goes on with that, so that nesting costs no second copy.
    ///
    /// - Parameter live: For an update, the storage of the model that it updates.
    mutating func pushPreview(
        _ shape: ShapePointer, _ meta: TypeMetaPointer, updating live: UnsafeMutableRawPointer? = nil
    ) -> Bool {
        if var object = source.currentObject {
            source.currentObject = nil
            guard prepare(&object, for: meta, at: .tokenStart) else { return false }
            source.currentObject = object
            return pushPrepared(shape, meta, updating: live)
        }
        parts.previews.append(source.place(at: source.tokenStart))
        let object = meta.pointee.preparation!._withUnsafeGuaranteedRef { $0.objectShape }
        pushBuffered(.preview, object, making: shape)
        top.pointee.live = live
        pushDictionary(object)
        return true
    }

    /// The JSONObject of the top frame is complete: plays it to the model's own frame.
    mutating func finishPreview() -> Bool {
        let frame = top.pointee
        let meta = frame.shape.pointee.model!
        // SAFETY: the dictionary frame has just made it there, and no frame accounts for it.
        var object = frame.base.assumingMemoryBound(to: JSONObject.self).move()
        pool.give(frame.buffer!)
        top -= 1
        let place = parts.previews.removeLast()
        // The end that has brought it here is not what fails: the value is the top frame's.
        guard prepare(&object, for: meta, at: .place(place)) else { return recovers(after: .scalar) }
        guard pushPrepared(frame.shape, meta, updating: frame.live) else { return recovers(after: .scalar) }
        let player = TreeSource(context, place: place)
        return keepingDepth { binder in
            binder.depth += 1
            return player.playInside(object, to: &binder)
        }
    }

    private mutating func pushPrepared(
        _ shape: ShapePointer, _ meta: TypeMetaPointer, updating live: UnsafeMutableRawPointer?
    ) -> Bool {
        if let live { return pushUpdate(live, shape: shape, isPrepared: true) }
        pushObjectFrame(shape, meta, top.pointee.slot)
        return true
    }

    private mutating func prepare(
        _ object: inout JSONObject, for meta: TypeMetaPointer, at anchor: Anchor
    ) -> Bool {
        do {
            try meta.pointee.preparation!._withUnsafeGuaranteedRef { try $0.prepare(&object) }
            return true
        } catch {
            return fail(
                .invalidValue, at: anchor, expected: meta.pointee.typeName, found: "an object it refuses",
                underlying: error)
        }
    }
}
