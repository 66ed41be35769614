extension Binder {
    mutating func makeLazy(
        _ shape: ShapePointer, _ bytes: RawJSON, at place: ModelError.PartPlace, into slot: UnsafeMutableRawPointer
    ) {
        var place = place
        place.path = partPath()
        shape.pointee.payload!._withUnsafeGuaranteedRef { payload in
            let settings = parts.settings.settings(for: payload, tag: tagAroundLazy, context)
            payload.makeLazy(bytes, at: place, settings, into: slot)
        }
    }

    /// The path of the next value, or of the one being decoded, from the root.
    mutating func partPath() -> PartPath { partPath(through: top) }

    /// The path of the value that a frame is at, from the root; it shares its steps with the paths of other values.
    mutating func partPath(through frame: UnsafeMutablePointer<Frame>) -> PartPath {
        PartPath(pathNode(of: frame), step(of: frame))
    }

    /// The path of a frame's value, which is determined once per frame.
    private mutating func pathNode(of frame: UnsafeMutablePointer<Frame>) -> PartPath.Node? {
        let last = frame - frames
        var first = last
        while first > 0, !frames[first].hasPathNode { first -= 1 }
        let missing = last + 1 - parts.pathNodes.count
        if missing > 0 { parts.pathNodes += repeatElement(nil, count: missing) }
        if first == 0, !frames.pointee.hasPathNode {
            parts.pathNodes[0] = context.startOfText?.path.end
            frames.pointee.hasPathNode = true
        }
        while first < last {
            let node = parts.pathNodes[first]
            parts.pathNodes[first + 1] = step(of: frames + first).map { PartPath.Node(node, $0) } ?? node
            first += 1
            frames[first].hasPathNode = true
        }
        return parts.pathNodes[last]
    }

    /// The key of the tag that has named the current lazy value; nil if there is none.
    private var tagAroundLazy: DecodingCall.TagKey? {
        var frame = top.pointee.kind == .ignored ? top - 1 : top
        while frame.pointee.kind == .wrapper { frame -= 1 }
        guard frame.pointee.kind == .variant else { return nil }
        let table = frame.pointee.shape.pointee.variants!
        guard table.pointee.tagging == .internal, Int(frame.pointee.field) != table.pointee.otherwise else {
            return nil
        }
        return DecodingCall.TagKey(text: table.pointee.tagText, ignoresCase: table.pointee.ignoresCase)
    }

    /// Keeps a scalar to be decoded later.
    mutating func lazyScalar(_ event: ScalarEvent) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        makeLazy(shape, rawJSON(of: event), at: source.placeOfPart, into: frame.pointee.slot)
        return complete(frame, shape)
    }

    /// The text of the current scalar; null may have none, as it is also the value of a missing content.
    func rawJSON(of event: ScalarEvent) -> RawJSON {
        if event.isNull { return RawJSON(uncheckedBytes: Array("null".utf8)) }
        source.beginCapture()
        return RawJSON(uncheckedBytes: source.endCapture())
    }
}
