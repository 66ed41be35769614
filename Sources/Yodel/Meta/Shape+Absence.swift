extension Shape {
    /// Whether the value at an address is `nil`, or a wrapper around `nil` as far as that is seen without unwrapping.
    func isVisiblyNil(_ value: UnsafeRawPointer) -> Bool {
        if isNil(value) { return absentBytes == nil || isAbsent(value) }
        guard kind == .wrapper, let inside = payload!._withUnsafeGuaranteedRef({ $0.wrapped(in: value) }) else {
            return false
        }
        return element!.pointee.isVisiblyNil(inside)
    }

    /// Whether the value at an address is that of an absent key, and not even `null`.
    func isAbsent(_ value: UnsafeRawPointer) -> Bool {
        absentBytes != nil && storage._withUnsafeGuaranteedRef { $0.isAbsent(value) }
    }

    /// Whether the value at an address is `nil` at any level; what a wrapper holds is not looked at.
    @inline(__always)
    func isNil(_ value: UnsafeRawPointer) -> Bool {
        switch nilTest {
        case .never: false
        case .tag: value.load(fromByteOffset: payloadSize, as: UInt8.self) != 0
        case .reference: value.load(as: UInt.self) == 0
        case .string: value.assumingMemoryBound(to: String?.self).pointee == nil
        case .operations: storage._withUnsafeGuaranteedRef { $0.isNil(value) }
        }
    }
}
