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

// The scalars. Tapes for `Decodable` types also read those of the standard library, and most of its number types are
// written in one call.

private typealias PlainNumber = ScalarProvider & TapeScalar & PlainScalar

extension Bool: PlainNumber { static var scalarKind: ValueKind { .bool } }

extension Int8: PlainNumber { static var scalarKind: ValueKind { .int8 } }
extension Int16: PlainNumber { static var scalarKind: ValueKind { .int16 } }
extension Int32: PlainNumber { static var scalarKind: ValueKind { .int32 } }
extension Int64: PlainNumber { static var scalarKind: ValueKind { .int64 } }
extension Int128: ScalarProvider, TapeScalar { static var scalarKind: ValueKind { .int128 } }
extension Int: PlainNumber {
    static var scalarKind: ValueKind { MemoryLayout<Int>.size == 8 ? .int64 : .int32 }
}

extension UInt8: PlainNumber { static var scalarKind: ValueKind { .uint8 } }
extension UInt16: PlainNumber { static var scalarKind: ValueKind { .uint16 } }
extension UInt32: PlainNumber { static var scalarKind: ValueKind { .uint32 } }
extension UInt64: PlainNumber { static var scalarKind: ValueKind { .uint64 } }
extension UInt128: ScalarProvider, TapeScalar { static var scalarKind: ValueKind { .uint128 } }
extension UInt: PlainNumber {
    static var scalarKind: ValueKind { MemoryLayout<UInt>.size == 8 ? .uint64 : .uint32 }
}

extension Double: ScalarProvider, TapeScalar { static var scalarKind: ValueKind { .double } }
extension Float: ScalarProvider, TapeScalar { static var scalarKind: ValueKind { .float } }
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: ScalarProvider { static var scalarKind: ValueKind { .float16 } }
#endif

extension String: ScalarProvider, TapeScalar { static var scalarKind: ValueKind { .string } }
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
