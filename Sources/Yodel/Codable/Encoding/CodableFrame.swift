/// One value that is open: a place for a value, which an `Encoder` stands for.
///
/// The frames of a text are a stack with the innermost open value on top. A value is closed by who has opened it, so
/// that frames come and go as calls do. Text can be appended to the one on top alone.
struct CodableFrame {
    var content = Content.nothing
    /// The members are not where they are to be in the end.
    var isDisordered = false
    /// Some members are written elsewhere, or were, see ``CodableMember/part``.
    var hasParts = false
    /// Something was written to it while others were above it, see ``CodableText/rests``.
    var hasRest = false
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
    /// How many elements the first record stands for, as they were there before records were made.
    var unrecorded = 0
    /// A bit for each key, see ``KeyMark/bit``: a key whose bit is missing is new.
    var keyBits: UInt64 = 0
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

/// How a value is reached from the one around it.
enum CodableStep {
    /// Not at all: it is the first.
    case none
    case key(any CodingKey)
    case index(Int)
    /// By the key of a dictionary.
    case name(String)
}
