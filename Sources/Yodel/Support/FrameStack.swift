/// Moves a stack of frames that is full to memory with twice the room.
///
/// - Parameters:
///   - frames: The block it is in, which is given back.
///   - top: The frame on top, which is the last there is room for.
///   - last: The last frame there is room for.
func growStack<Element>(
    _ frames: inout UnsafeMutablePointer<Element>, top: inout UnsafeMutablePointer<Element>,
    last: inout UnsafeMutablePointer<Element>
) {
    let count = top - frames + 1
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: count * 2)
    // SAFETY: every frame up to the one on top is initialised; they are in the larger block alone from here on.
    larger.moveInitialize(from: frames, count: count)
    frames.deallocate()
    frames = larger
    top = larger + (count - 1)
    last = larger + (count * 2 - 1)
}
