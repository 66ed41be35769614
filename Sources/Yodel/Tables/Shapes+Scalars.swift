#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type that makes its own shape: types of the standard library, Foundation and Yodel.
protocol ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer
}

/// A type that the binder stores itself.
protocol ScalarProvider: ShapeProvider {
    static var scalarKind: ValueKind { get }
}

extension ScalarProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        builder.register(Self.self, kind: scalarKind)
    }
}

// The scalars. Tapes for `Decodable` types also read those of the standard library, and most of them are written in one
// call.

private typealias PlainNumber = ScalarProvider & TapeScalar & ListedNumber

extension Bool: ScalarProvider, TapeScalar, PlainScalar { static var scalarKind: ValueKind { .bool } }

extension ScalarProvider where Self: FixedWidthInteger {
    static var scalarKind: ValueKind {
        // The kinds of integers are in the order of their sizes, from one byte on.
        let smallest: ValueKind = isSigned ? .int8 : .uint8
        return ValueKind(rawValue: smallest.rawValue + UInt8((bitWidth / 8).trailingZeroBitCount))!
    }
}

extension Int8: PlainNumber {}
extension Int16: PlainNumber {}
extension Int32: PlainNumber {}
extension Int64: PlainNumber {}
extension Int128: ScalarProvider, TapeScalar, BinaryNumber {}
extension Int: PlainNumber {}

extension UInt8: PlainNumber {}
extension UInt16: PlainNumber {}
extension UInt32: PlainNumber {}
extension UInt64: PlainNumber {}
extension UInt128: ScalarProvider, TapeScalar, BinaryNumber {}
extension UInt: PlainNumber {}

extension Double: PlainNumber { static var scalarKind: ValueKind { .double } }
extension Float: PlainNumber { static var scalarKind: ValueKind { .float } }
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: ScalarProvider { static var scalarKind: ValueKind { .float16 } }
#endif

extension String: ScalarProvider, TapeScalar, PlainScalar { static var scalarKind: ValueKind { .string } }
extension Substring: ScalarProvider { static var scalarKind: ValueKind { .substring } }
extension Character: ScalarProvider { static var scalarKind: ValueKind { .character } }

extension Date: ScalarProvider { static var scalarKind: ValueKind { .date } }
extension URL: ScalarProvider { static var scalarKind: ValueKind { .url } }
extension UUID: ScalarProvider { static var scalarKind: ValueKind { .uuid } }
extension Decimal: ScalarProvider { static var scalarKind: ValueKind { .decimal } }
extension JSONNumber: ScalarProvider { static var scalarKind: ValueKind { .jsonNumber } }

extension Data: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        // The element serves a `DataStrategy` with arrays of bytes.
        let bytes = try builder.plainShape(of: UInt8.self)
        return builder.register(Data.self, kind: .data) {
            $0.element = bytes
            $0.payload = builder.keep(DataPayload())
        }
    }
}

final class DataPayload: PayloadOperations {
    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        target.initializeMemory(as: Data.self, to: Data(bytes: elements, count: count))
        return true
    }
}
