/// The memory of a binder: frames, buffers for growing collections, and the learned order of keys.
///
/// It belongs to the source, which reuses it for the next document's binder.
struct BinderMemory: ~Copyable {
    var frames: UnsafeMutablePointer<Frame>
    /// The last frame that fits into the memory.
    var lastFrame: UnsafeMutablePointer<Frame>
    var pool = GrowthBufferPool()
    var orders = KeyOrders()
    private(set) var features = BinderFeatures()
    private var haveFeaturesChanged = false

    private static let frameCount = 16
    /// The most bytes of each kind that are kept between documents.
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

    /// The state that only some documents need, for changes.
    var changedFeatures: BinderFeatures {
        get { features }
        _modify {
            haveFeaturesChanged = true
            yield &features
        }
    }

    /// Resets that state for the next document.
    mutating func endFeatures() {
        guard haveFeaturesChanged else { return }
        features.updates.discard()
        features = BinderFeatures()
        haveFeaturesChanged = false
    }

    /// Frees memory that only large documents need; no binder may be at work.
    mutating func trim() {
        pool.trim()
        guard lastFrame - frames >= 4 * Self.frameCount else { return }
        frames.deallocate()
        (frames, lastFrame) = Self.makeFrames()
    }
}
