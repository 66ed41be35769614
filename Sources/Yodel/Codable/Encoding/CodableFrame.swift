/// One open value: the place for the value of an `Encoder`, or a container that was requested.
///
/// The frames of a writer are a stack with the innermost open value on top. Text can be appended only to the top frame;
/// before a lower one can go on, those above it must be closed or moved elsewhere.
struct CodableFrame {
    var content = Content.nothing
    /// Whether the frame is a nested container.
    ///
    /// Nothing announces its end: it counts as complete when a value around it is written to.
    var isContainer = false
    /// Whether the members are not yet in their final order.
    var isDisordered = false
    /// Whether some members are written elsewhere; see ``CodableMember/Content/part(_:)``.
    var hasParts = false
    /// Whether each member has a record; elements usually have none.
    var hasMembers = false
    /// The record of the current or last member.
    var member = 0
    /// Distinguishes the frame from all others at the same index of the stack, before and after.
    let serial: UInt64
    /// The start of the value in the text.
    var start: Int
    /// The number of members or elements begun.
    var count = 0
    /// The number of open arrays and objects, including this one.
    var depth: Int
    /// The index of its first member among all members.
    var firstMember: Int
    /// The index of its first container among all containers.
    var firstContainer: Int
    /// A bit for each key, see ``KeyMark/bit``: a key whose bit is missing is new.
    var keyBits: UInt64 = 0
    /// The serial number of the container that was requested last within this value, or 0.
    var lastInner: UInt64 = 0
    /// The members by their keys, if there are many, or keys that are not ASCII, which may have several Unicode forms.
    var index: [String: Int]?
    let step: CodablePathStep

    enum Content: UInt8 {
        case nothing
        /// A value that is complete.
        case scalar
        case array
        case object
    }
}

/// A container that was requested within another value; the entry finds it again after it has been closed.
struct NestedContainer {
    let serial: UInt64
    /// The serial number of the value around it; 0 if it is no longer a part of that value.
    var parent: UInt64
    /// The index of the member or element of that value, in the order of the text.
    var member: Int
    let step: CodablePathStep
    /// The container's ``CodableFrame/lastInner`` when it was closed.
    var lastInner: UInt64 = 0
    /// The serial number of the container that was requested before it within the same value, or 0.
    var previous: UInt64 = 0
}
