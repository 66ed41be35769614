/// A type whose values are compared and hashed where they lie, by code the compiler has specialised: operations of any
/// type look up metadata at run time.
enum DirectKind {
    case bool, int, double, string, ints, doubles, strings
    /// Any other.
    case none

    init(_ type: Any.Type) {
        self =
            switch ObjectIdentifier(type) {
            case ObjectIdentifier(Bool.self): .bool
            case ObjectIdentifier(Int.self): .int
            case ObjectIdentifier(Double.self): .double
            case ObjectIdentifier(String.self): .string
            case ObjectIdentifier([Int].self): .ints
            case ObjectIdentifier([Double].self): .doubles
            case ObjectIdentifier([String].self): .strings
            default: .none
            }
    }

    /// Whether two values of the type are equal; nil for any other type.
    @inline(__always)
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool? {
        switch self {
        case .bool: load(left, as: Bool.self) == load(right, as: Bool.self)
        case .int: load(left, as: Int.self) == load(right, as: Int.self)
        case .double: load(left, as: Double.self) == load(right, as: Double.self)
        case .string: load(left, as: String.self) == load(right, as: String.self)
        case .ints: load(left, as: [Int].self) == load(right, as: [Int].self)
        case .doubles: load(left, as: [Double].self) == load(right, as: [Double].self)
        case .strings: load(left, as: [String].self) == load(right, as: [String].self)
        case .none: nil
        }
    }

    /// Hashes a value of the type; false for any other type.
    @inline(__always)
    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) -> Bool {
        switch self {
        case .bool: hasher.combine(load(value, as: Bool.self))
        case .int: hasher.combine(load(value, as: Int.self))
        case .double: hasher.combine(load(value, as: Double.self))
        case .string: hasher.combine(load(value, as: String.self))
        case .ints: hasher.combine(load(value, as: [Int].self))
        case .doubles: hasher.combine(load(value, as: [Double].self))
        case .strings: hasher.combine(load(value, as: [String].self))
        case .none: return false
        }
        return true
    }

    @inline(__always)
    private func load<Value>(_ address: UnsafeRawPointer, as type: Value.Type) -> Value {
        // SAFETY: the kind says that a value of this type stands there.
        address.assumingMemoryBound(to: type).pointee
    }
}
