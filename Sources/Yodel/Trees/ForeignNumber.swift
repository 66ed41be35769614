#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The number in an object of Foundation's class NSNumber, told apart as what it was made of.
enum ForeignNumber {
    case bool(Bool)
    /// Its digits.
    case integer(String)
    case decimal(Decimal)
    case double(Double)
}

#if canImport(FoundationEssentials)
// The classes are not in FoundationEssentials, but their values are reached without naming them: casts of an object
// to a Swift type ask Foundation, which is in the program where such objects are. A cast to a number succeeds only
// where it is exact.

extension ForeignNumber {
    /// The number of an object; nil if it is something else.
    init?(_ object: Any) {
        switch _typeName(Swift.type(of: object)) {
        case "Foundation.__NSCFBoolean":
            guard let value = object as? Bool else { return nil }
            self = .bool(value)
        case "Foundation.NSDecimalNumber":
            guard let value = object as? Decimal else { return nil }
            self = .decimal(value)
        default:
            let double = object as? Double
            if let double, double == 0, double.sign == .minus {
                self = .double(double)
            } else if let value = object as? Int64 {
                self = .integer(String(value))
            } else if let value = object as? UInt64 {
                self = .integer(String(value))
            } else if let double {
                self = .double(double)
            } else {
                return nil
            }
        }
    }
}

/// Whether an object is Foundation's null.
func isForeignNull(_ object: Any) -> Bool { _typeName(type(of: object)) == "Foundation.NSNull" }
#else
extension ForeignNumber {
    /// The number of an object; nil if it is something else.
    init?(_ object: Any) {
        guard let number = object as? NSNumber else { return nil }
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
            self = .bool(number.boolValue)
        } else if number is NSDecimalNumber {
            self = .decimal(number.decimalValue)
        } else {
            switch UInt8(bitPattern: number.objCType.pointee) {
            case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
            case UInt8(ascii: "Q"), UInt8(ascii: "L"), UInt8(ascii: "I"): self = .integer(String(number.uint64Value))
            default: self = .integer(String(number.int64Value))
            }
        }
    }
}

/// Whether an object is Foundation's null.
func isForeignNull(_ object: Any) -> Bool { object is NSNull }
#endif
