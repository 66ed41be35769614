// Objects of types with a preparation hook: the binder makes a JSONObject, passes it to the type, which may change or
// refuse it, and decodes the model from the result.

extension Binder {
    /// Begins an object whose type prepares it; the caller has counted its depth.
    ///
    /// With text, a frame holds the JSONObject, and a frame on it collects the members. A source that already has the
    /// object as a JSONObject receives the prepared one and continues with it, so that nested objects are not copied
    /// twice.
    ///
    /// - Parameter live: In an update, the storage of the model to update.
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

    /// Prepares the completed JSONObject of the top frame, and plays it to the model's own frame.
    mutating func finishPreview() -> Bool {
        let frame = top.pointee
        let meta = frame.shape.pointee.model!
        // SAFETY: the dictionary's frame has just initialised the object there, and no frame owns it.
        var object = frame.base.assumingMemoryBound(to: JSONObject.self).move()
        pool.give(frame.buffer!)
        top -= 1
        let place = parts.previews.removeLast()
        // The failure concerns the value of the top frame, not the end of the object that led here.
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
                .invalidValue, at: anchor, expected: meta.pointee.typeName, found: "an object that its hook refuses",
                underlying: error)
        }
    }
}
