/// One value that is open: a place for a value, which an `Encoder` stands for, or a container that was asked for.
///
/// The frames of a writer are a stack with the innermost open value on top. Text can be appended to the one on top
/// alone; what is above another has to be closed, or moved elsewhere, before that one can go on.
struct CodableFrame {
    var content = Content.nothing
    /// A nested container, whose end is never announced: it is taken for complete when something around it
    /// is written.
    var isContainer = false
    /// The members are not where they are to be in the end.
    var isDisordered = false
    /// Some members are written elsewhere, see ``CodableMember/Content/part(_:)``.
    var hasParts = false
    /// There is a record of each member; elements usually have none.
    var hasMembers = false
    /// The record of the member that is being written, or was last.
    var member = 0
    /// What tells the frame from others at the same place in the stack, before and after.
    let serial: UInt64
    /// Where the value begins in the text.
    var start: Int
    /// Members or elements begun.
    var count = 0
    /// Arrays and objects that are open, this one included.
    var depth: Int
    /// Where its members begin among all.
    var firstMember: Int
    /// Where its containers begin among all.
    var firstContainer: Int
    /// A bit for each key, see ``KeyMark/bit``: a key whose bit is missing is new.
    var keyBits: UInt64 = 0
    /// The serial number of the container that was asked for last within this value, or 0.
    var lastInner: UInt64 = 0
    /// The members by their keys, when there are many, or keys that Unicode has several forms of.
    var index: [String: Int]?
    let step: CodableStep

    enum Content: UInt8 {
        /// Nothing has been encoded yet.
        case nothing
        /// A value that is complete.
        case scalar
        case array
        case object
    }
}

/// A container that was asked for within another value, which it is found by when it has been closed.
struct NestedContainer {
    let serial: UInt64
    /// The serial number of the value around it; 0 when it is no longer a part of that.
    var parent: UInt64
    /// Which of that value's members or elements it is, as these stand in the text.
    var member: Int
    let step: CodableStep
    /// What ``CodableFrame/lastInner`` was when the container was closed.
    var lastInner: UInt64 = 0
    /// The serial number of the one that was asked for before within the same value, or 0.
    var previous: UInt64 = 0
}

/// How a value is reached from the one around it.
enum CodableStep {
    /// Not at all: it is the first.
    case none
    case key(any CodingKey)
    case index(Int)
    /// By the key of a dictionary.
    case name(String)
}
