// Arrays that paths lead through: fields as elements, and `null` for the elements between them.

extension ValueWriter {
    /// Begins an array for the fields in it; where `nil` is omitted, the array ends after the last element with a
    /// value.
    mutating func pushElements(_ base: UnsafeRawPointer, _ table: UnsafePointer<OutputTable>, isInstance: Bool) -> Bool
    {
        guard open(UInt8(ascii: "[")) else { return false }
        let entries = table.pointee.entries
        var count = 0
        var entry = entries
        while entry.pointee.action != .end {
            if entry.pointee.hasValue(at: base) || entry.pointee.isElement(options.nils, at: base) {
                count = entry.pointee.index + 1
            }
            entry += 1
        }
        push(
            OutputFrame(
                kind: .elements, isInstance: isInstance, base: base, shape: Shape.gate, entry: entries - 1,
                count: count))
        return true
    }

    /// Writes the next element of the array on top, or ends it.
    mutating func writeArrayMember() -> Bool {
        let frame = top
        let index = frame.pointee.index
        guard index < frame.pointee.count else { return close(UInt8(ascii: "]")) }
        guard separate(in: frame) else { return false }
        frame.pointee.index += 1
        let entry = frame.pointee.entry + 1
        guard entry.pointee.index == index else {
            out.put("null")
            return out.makeRoom()
        }
        frame.pointee.entry = entry
        return writeMember(entry)
    }
}

extension OutputEntry {
    /// Whether an array must extend to this element although nothing in it has a value.
    ///
    /// - Parameter base: As for ``writesNull(_:at:)``.
    func isElement(_ option: NilPolicy, at base: UnsafeRawPointer?) -> Bool {
        switch action {
        case .several: candidates.contains { $0.isElement(option, at: base) }
        case .group, .elements: option == .null || writesNull(option, at: base)
        case .field, .part, .unknown, .end: writesNull(option, at: base)
        }
    }

    /// Takes the composed field at `base` apart and copies this part of it to uninitialised memory; false if the field
    /// has no parts to take.
    func copyPart(of base: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws -> Bool {
        try composition!.pointee.composition.takeApart!(base + offset) { $0 == part ? target : nil }
    }

    /// What this part is at `base`; if taking it throws, a value, so that writing it reports the error.
    func partState(at base: UnsafeRawPointer) -> PartState {
        shape.withMemory { copy in
            guard let isThere = try? copyPart(of: base, into: copy) else { return .value }
            guard isThere else { return .absent }
            defer { shape.destroy(copy) }
            return shape.pointee.isVisiblyNil(copy) ? .null : .value
        }
    }

    enum PartState {
        /// The composed field is `nil`, and has no parts.
        case absent
        case null
        case value
    }
}
