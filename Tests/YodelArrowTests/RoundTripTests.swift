import BenchmarkModels
import DifferentialKit
import Testing

@testable import YodelArrow

@Suite("Arrow streams, read back")
struct RoundTripTests {
    @Test("Random tables of every kind of column come back as they were written, within the bounds of batches")
    func randomTables() throws {
        for seed in 1...400 as ClosedRange<UInt64> {
            let table = ArrowTable(seed: seed)
            let stream = try StreamReader(try table.bytes())
            #expect(stream.columns == table.columns, "seed \(seed)")
            #expect(stream.rows == table.rows, "seed \(seed)")
            #expect(stream.isFinished, "seed \(seed)")
            #expect(stream.batches.allSatisfy { (1...table.rowsPerBatch).contains($0.count) }, "seed \(seed)")
        }
    }

    @Test("Rows that are taken back in any column leave no trace")
    func rowsTakenBack() throws {
        // With so few bytes, each batch ends with a row that is taken back.
        for seed in 1...200 as ClosedRange<UInt64> {
            var table = ArrowTable(seed: seed)
            table.rowsPerBatch = 8_192
            for bytes in [50, 200, 1_000] {
                table.bytesPerBatch = bytes
                #expect(try StreamReader(try table.bytes()).rows == table.rows, "seed \(seed), \(bytes) bytes")
            }
        }
    }

    @Test(
        "Batches end at a count of rows",
        arguments: [(0, []), (1, [1]), (7, [7]), (8, [8]), (9, [8, 1]), (24, [8, 8, 8])])
    func rowsPerBatch(_ count: Int, _ expected: [Int]) throws {
        var table = ArrowTable(
            columns: [.init("id", .int64, nullable: false)], rows: (0..<count).map { [.integer(Int64($0))] })
        table.rowsPerBatch = 8
        let stream = try StreamReader(try table.bytes())
        #expect(stream.batches.map(\.count) == expected)
        #expect(stream.rows == table.rows)
    }

    @Test("Batches have at most a count of bytes, unless one row alone has more")
    func bytesPerBatch() throws {
        func batches(of lengths: [Int]) throws -> [Int] {
            var table = ArrowTable(
                columns: [.init("text", .text, nullable: false)],
                rows: lengths.map { [.text(String(repeating: "x", count: $0))] })
            table.bytesPerBatch = 100
            let stream = try StreamReader(try table.bytes())
            #expect(stream.rows == table.rows)
            return stream.batches.map(\.count)
        }
        // A text takes 4 bytes more than it has.
        #expect(try batches(of: [46, 46, 46]) == [2, 1])
        #expect(try batches(of: [46, 47, 45]) == [1, 2])
        #expect(try batches(of: [46, 47, 46]) == [1, 1, 1])
        #expect(try batches(of: [46, 45, 1]) == [2, 1])
        #expect(try batches(of: [1_000, 10, 1_000, 10, 10]) == [1, 1, 1, 2])
    }

    @Test("A column of which no row is null has no bits for nulls, whatever batches before it have")
    func bitsOfNulls() throws {
        var table = ArrowTable(columns: [.init("n", .int32, nullable: true)], rows: [[1], [nil], [2], [3]])
        table.rowsPerBatch = 2
        // The reader refuses bits where there is no null, and a wrong count of nulls.
        #expect(try StreamReader(try table.bytes()).rows == table.rows)
    }

    @Test("One small stream, byte for byte")
    func goldenBytes() throws {
        var table = ArrowTable(
            columns: [.init("id", .int32, nullable: false), .init("text", .text, nullable: true)],
            rows: [[7, "é"], [-1, nil]])
        table.rowsPerBatch = 8
        // pyarrow shows it as {'id': [7, -1], 'text': ['é', None]}.
        #expect(hexadecimal(try table.bytes()) == Self.golden)
    }

    private static let golden = """
        ffffffffd0000000100000000c00180004000600080010000c00000004000100
        1800000000000000000000000000000008000c00040008000800000000000000
        0400000002000000180000005c000000100014000400080009000c0000001000
        1000000010000000000200001c00000024000000020000006964000000000000
        0800090004000800080000002000000001000000000000001000140004000800
        09000c00000010001000000010000000010500001c0000001c00000004000000
        746578740000000000000000040004000400000000000000ffffffffd0000000
        100000000c00180004000600080010000c000000040003002000000000000000
        28000000000000000000000000000a0018000800100014000a00000000000000
        02000000000000000c0000003000000000000000020000000200000000000000
        0000000000000000020000000000000001000000000000000000000005000000
        0000000000000000000000000000000000000000000000000800000000000000
        0800000000000000010000000000000010000000000000000c00000000000000
        2000000000000000020000000000000007000000ffffffff0100000000000000
        00000000020000000200000000000000c3a9000000000000ffffffff00000000
        """
}

/// Lines of 32 bytes.
private func hexadecimal(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 32).map { start in
        bytes[start..<min(start + 32, bytes.count)]
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }.joined(separator: "\n")
}

@Suite("Bitmaps")
struct BitmapTests {
    @Test("Bits are those that were appended, singly or many at once, and unused ones are zero")
    func randomBits() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bitmap = Bitmap()
            var bits: [Bool] = []
            for _ in 0..<20 {
                let (bit, count) = (Bool.random(using: &random), Int.random(in: 0...20, using: &random))
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    bitmap.append(bit)
                    bits.append(bit)
                case 1:
                    bitmap.append(bit, times: count)
                    bits += Array(repeating: bit, count: count)
                default:
                    bitmap.truncate(to: count)
                    bits.removeLast(max(bits.count - count, 0))
                }
                let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
                    bits[start..<min(start + 8, bits.count)].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
                }
                let found = bitmap.withUnsafeBytes(Array.init)
                #expect(found == bytes, "seed \(seed)")
                let first = Int.random(in: 0...bits.count, using: &random)
                let (length, zeros) = (bitmap.count, bitmap.zeroCount(after: first))
                #expect(length == bits.count, "seed \(seed)")
                #expect(zeros == bits.dropFirst(first).count { !$0 }, "seed \(seed)")
            }
        }
    }
}
