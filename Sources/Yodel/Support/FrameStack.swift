/// Moves a full stack of frames to memory of twice the size.
///
/// - Parameters:
///   - frames: The stack's memory; the old block is freed.
///   - top: The frame on top, which is the last in the block.
///   - last: The last frame for which there is room.
func growStack<Element>(
    _ frames: inout UnsafeMutablePointer<Element>, top: inout UnsafeMutablePointer<Element>,
    last: inout UnsafeMutablePointer<Element>
) {
    let count = top - frames + 1
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: count * 2)
    // SAFETY: every frame up to the top is initialised; from here on only the larger block holds them.
    larger.moveInitialize(from: frames, count: count)
    frames.deallocate()
    frames = larger
    top = larger + (count - 1)
    last = larger + (count * 2 - 1)
}
