import Testing

@testable import Yodel

@Suite("Each number type has one kind")
struct NumberKindTests {
    @Test("The kind of an integer type stores that type")
    func integers() {
        func expect<Integer: ScalarProvider & FixedWidthInteger>(_ type: Integer.Type, _ kind: ValueKind) {
            #expect(type.scalarKind == kind)
            #expect(kind.integerType == type)
            #expect(kind.floatType == nil)
            #expect(kind.isInteger && kind.isBinaryNumber && !kind.isFloatingPoint)
        }
        expect(Int8.self, .int8)
        expect(Int16.self, .int16)
        expect(Int32.self, .int32)
        expect(Int64.self, .int64)
        expect(Int128.self, .int128)
        expect(UInt8.self, .uint8)
        expect(UInt16.self, .uint16)
        expect(UInt32.self, .uint32)
        expect(UInt64.self, .uint64)
        expect(UInt128.self, .uint128)
    }

    @Test("Int and UInt have the kinds of the integers of their size")
    func words() {
        let kinds: [Int: (ValueKind, ValueKind)] = [32: (.int32, .uint32), 64: (.int64, .uint64)]
        #expect(Int.scalarKind == kinds[Int.bitWidth]?.0 && UInt.scalarKind == kinds[UInt.bitWidth]?.1)
    }

    @Test("The kind of a floating-point type stores that type")
    func floats() {
        #expect(Double.scalarKind.floatType == Double.self)
        #expect(Float.scalarKind.floatType == Float.self)
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        #expect(Float16.scalarKind.floatType == Float16.self)
        #endif
        for kind in [ValueKind.double, .float, .float16] {
            #expect(kind.integerType == nil)
            #expect(kind.isFloatingPoint && kind.isBinaryNumber && !kind.isInteger)
        }
    }

    @Test("No other kind stores a number type")
    func others() {
        for kind in (0...UInt8.max).compactMap(ValueKind.init) where !kind.isBinaryNumber {
            #expect(kind.integerType == nil && kind.floatType == nil, "\(kind)")
        }
    }
}
