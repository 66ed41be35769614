#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(FoundationEssentials)
extension TreeNode {
    /// The number or boolean in an NSNumber, as the kind that it was created from; nil for other objects.
    init?(number object: Any) throws(TreeProblem) {
        // A cast to a number succeeds only if it is exact.
        switch ForeignClass(of: object) {
        case .bool:
            guard let value = object as? Bool else { return nil }
            self = .bool(value)
        case .decimal:
            guard let value = object as? Decimal else { return nil }
            self = try Self.number(value)
        case .number, .other:
            let double = object as? Double
            if let double, let value = Int64(exactly: double), abs(double) < 0x1p53, value != 0 || double.sign == .plus
            {
                // A whole number may have been created from a `Double`; its text is the same.
                self = .number(String(value))
            } else if let double, abs(double) < 0x1p53 {
                self = try Self.number(double)
            } else if let value = object as? Int64 {
                self = .number(String(value))
            } else if let value = object as? UInt64 {
                self = .number(String(value))
            } else if let double {
                self = try Self.number(double)
            } else {
                return nil
            }
        case .null, .array, .dictionary: return nil
        }
    }
}
#else
extension TreeNode {
    /// The number or boolean in an NSNumber, as the kind that it was created from; nil for other objects.
    init?(number object: Any) throws(TreeProblem) {
        guard let number = object as? NSNumber else { return nil }
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
            self = .bool(number.boolValue)
        } else if number is NSDecimalNumber {
            self = try Self.number(number.decimalValue)
        } else {
            switch UInt8(bitPattern: number.objCType.pointee) {
            case UInt8(ascii: "d"), UInt8(ascii: "f"): self = try Self.number(number.doubleValue)
            case UInt8(ascii: "Q"), UInt8(ascii: "L"), UInt8(ascii: "I"): self = .number(String(number.uint64Value))
            default: self = .number(String(number.int64Value))
            }
        }
    }
}
#endif
