/// What a binder works in: room for frames, buffers for what grows, and what it has learned of the order of keys.
///
/// It belongs to the source, which has it ready for the binder of the next document.
struct BinderMemory: ~Copyable {
    var frames: UnsafeMutablePointer<Frame>
    /// The last frame there is room for.
    var lastFrame: UnsafeMutablePointer<Frame>
    var pool = GrowthBufferPool()
    var orders = KeyOrders()
    private(set) var features = BinderFeatures()
    private var haveFeaturesChanged = false

    private static let frameCount = 16
    /// How many bytes of one kind are kept from a document to the next at most.
    static let mostKept = 256 << 10

    init() {
        (frames, lastFrame) = Self.makeFrames()
    }

    private static func makeFrames() -> (first: UnsafeMutablePointer<Frame>, last: UnsafeMutablePointer<Frame>) {
        let frames = UnsafeMutablePointer<Frame>.allocate(capacity: frameCount)
        return (frames, frames + (frameCount - 1))
    }

    deinit {
        frames.deallocate()
    }

    /// What only some documents need, to be changed.
    var changedFeatures: BinderFeatures {
        get { features }
        _modify {
            haveFeaturesChanged = true
            yield &features
        }
    }

    /// The document is over: the next one begins without any of it.
    mutating func endFeatures() {
        guard haveFeaturesChanged else { return }
        features.updates.discard()
        features = BinderFeatures()
        haveFeaturesChanged = false
    }

    /// Gives back what is kept for large documents alone; no binder is at work.
    mutating func trim() {
        pool.trim()
        guard lastFrame - frames >= 4 * Self.frameCount else { return }
        frames.deallocate()
        (frames, lastFrame) = Self.makeFrames()
    }
}
