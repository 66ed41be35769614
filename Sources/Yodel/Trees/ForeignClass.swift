/// Foundation's classes that may occur in trees.
enum ForeignClass {
    case bool, decimal, number, null, array, dictionary
    /// Any other class, including subclasses of these.
    case other
}

#if canImport(FoundationEssentials)
// FoundationEssentials lacks these classes, and importing Foundation would link ICU. The code reaches their contents
// without naming them: a cast of such an object to a Swift type calls Foundation, which any program with such objects
// has loaded.

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

    /// Cached, because making a type's name takes longer than looking up the class.
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
        // Casts tell the other classes apart, so only this one is asked for.
        self = object is NSNull ? .null : .other
    }
}
#endif
