/// Foundation's classes, as far as trees are made of them.
enum ForeignClass {
    case bool, decimal, number, null, array, dictionary
    /// Any other, and a subclass of one of these.
    case other
}

#if canImport(FoundationEssentials)
// The classes are not in FoundationEssentials, and Foundation would bring ICU with it. What they hold is reached
// without naming them in code: casts of an object to a Swift type ask Foundation, which is in the program where such
// objects are.

extension ForeignClass {
    init(of object: Any) {
        let type: Any.Type = Swift.type(of: object)
        self = Self.known.withLock { known in
            if let known = known[ObjectIdentifier(type)] { return known }
            let found = ForeignClass(named: _typeName(type))
            known[ObjectIdentifier(type)] = found
            return found
        }
    }

    /// Names take longer to make than to look up a class.
    private static let known = Locked<[ObjectIdentifier: ForeignClass]>([:])

    private init(named name: String) {
        self =
            switch name {
            case "Foundation.__NSCFBoolean": .bool
            case "Foundation.NSDecimalNumber": .decimal
            case "Foundation.NSNumber": .number
            case "Foundation.NSNull": .null
            case "Foundation.NSArray", "Foundation.NSMutableArray": .array
            case "Foundation.NSDictionary", "Foundation.NSMutableDictionary": .dictionary
            default: .other
            }
    }
}
#else
import Foundation

extension ForeignClass {
    init(of object: Any) {
        self =
            switch object {
            case let number as NSNumber where CFGetTypeID(number) == CFBooleanGetTypeID(): .bool
            case is NSDecimalNumber: .decimal
            case is NSNumber: .number
            case is NSNull: .null
            case is NSArray: .array
            case is NSDictionary: .dictionary
            default: .other
            }
    }
}
#endif
