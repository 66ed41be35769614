/// How a feed has ended.
public enum FeedEnding: Sendable, Hashable {
    /// All of it has been read, and it was right but for items that were dropped.
    case complete
    /// It ended too early: where it was cut off, more may have been lost than an item.
    case truncated
    /// Something follows its document.
    case trailingContent
    /// An error ended it: in its text, or in reading its input.
    case failed
    /// It was not read to its end: whether the rest is right is not known.
    case stopped
}
