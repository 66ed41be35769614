import Testing

@testable import YodelArrow

@Suite("Flatbuffers")
struct FlatTableTests {
    @Test("Fields of every kind are read back, aligned, and fields that are left out are missing")
    func fields() throws {
        let bytes = FlatWriter.bytes(of: [
            .int8(-1), .int64(.min), nil, .int16(300), .string("é\0"), .int32(70_000),
            .table([.int64(7), .string("")]),
            .tables([[.int8(1)], [], [.int8(2), .int64(3)]]),
            .structs(count: 2, words: [1, 2, 3, 4]),
            .tables([]),
        ])
        #expect(bytes.count % 8 == 0)
        // The reader refuses integers that are not aligned.
        let root = try FlatReader(root: bytes[...])
        #expect(try root.integer(0, as: Int8.self) == -1)
        #expect(try root.integer(1, as: Int64.self) == .min)
        #expect(try root.integer(2, as: Int64.self) == nil)
        #expect(try root.integer(3, as: Int16.self) == 300)
        #expect(try root.text(4) == "é\0")
        #expect(try root.integer(5, as: Int32.self) == 70_000)
        let table = try #require(try root.table(6))
        #expect(try table.integer(0, as: Int64.self) == 7)
        #expect(try table.text(1) == "")
        let tables = try #require(try root.tables(7))
        #expect(try tables.map { try $0.integer(0, as: Int8.self) } == [1, nil, 2])
        #expect(try tables.map { try $0.integer(1, as: Int64.self) } == [nil, nil, 3])
        let pairs = try #require(try root.pairs(8))
        #expect(pairs.map { [$0.0, $0.1] } == [[1, 2], [3, 4]])
        #expect(try root.tables(9)?.count == 0)
        #expect(try root.text(10) == nil)
    }

    @Test("The smallest buffer, byte for byte")
    func goldenBytes() {
        // The place of the root; padding; the list: 6 bytes, a table of 8, a field at 4; the table: back to the list, 5.
        #expect(
            FlatWriter.bytes(of: [.int32(5)]) == [
                16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 8, 0, 4, 0, 6, 0, 0, 0, 5, 0, 0, 0,
            ])
    }
}
