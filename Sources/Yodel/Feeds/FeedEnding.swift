/// How a feed has ended.
public enum FeedEnding: Sendable, Hashable {
    /// The whole feed was read, and everything in it was valid, except dropped items.
    case complete
    /// The input ended within the document, or within its last line or record. More than the item at the cut may be
    /// lost.
    case truncated
    /// Other text follows the document, or follows a document on its line.
    case trailingContent
    /// Another error ended the feed: in an item, in the text, or in reading the input.
    case failed
    /// The feed was not read to its end: whether the rest is valid is unknown.
    case stopped
}
