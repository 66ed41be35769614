/// How a feed has ended.
public enum FeedEnding: Sendable, Hashable {
    /// The whole feed was read, and everything in it was valid, except dropped items.
    case complete
    /// The input ended within the document, or within its last line or record. More than the item at the cut may be
    /// lost.
    case truncated
    /// Something follows the document.
    case trailingContent
    /// An error in the text, or in reading the input, ended the feed.
    case failed
    /// The feed was not read to its end: whether the rest is valid is unknown.
    case stopped
}
