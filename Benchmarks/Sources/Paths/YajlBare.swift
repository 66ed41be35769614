#if Yajl
import BenchmarkKit
import BenchmarkModels
import CYajl

/// yajl alone, with its default configuration: every event is delivered, numbers as text, and nothing is done.
///
/// No path that decodes with yajl and its checks can be faster.
struct YajlBare: BenchmarkPath {
    let name = Baseline.yajl
    let summary = "yajl with callbacks that do nothing: the upper limit of every path through yajl"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        .untyped(parsing(bytes, asLines: false))
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        .untyped(parsing(bytes, asLines: true))
    }

    /// Untyped, as callbacks that do nothing do not count either.
    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? {
        .untyped(parsing(bytes, asLines: items == .lines))
    }

    /// One handle parses all lines: the bytes between two documents are white space to it.
    private func parsing(_ bytes: [UInt8], asLines: Bool) -> () throws -> Void {
        let callbacks = IdleCallbacks()
        return {
            let handle: yajl_handle = yajl_alloc(callbacks.table, nil, nil)
            defer { yajl_free(handle) }
            if asLines { cyajl_allow_multiple_values(handle) }
            let status = bytes.withUnsafeBufferPointer { yajl_parse(handle, $0.baseAddress, $0.count) }
            guard status == yajl_status_ok, yajl_complete_parse(handle) == yajl_status_ok else {
                throw YajlRefusal(handle)
            }
        }
    }
}

extension YajlBare: FilePath {
    func decode<Document: BenchmarkDocument>(_ type: [Document].Type, from file: FeedFile) throws -> Decoded<Document> {
        let callbacks = IdleCallbacks()
        guard let handle = yajl_alloc(callbacks.table, nil, nil) else { fatalError("no memory for a parser") }
        defer { yajl_free(handle) }
        try file.forEachPiece(of: pieceSize) { piece in
            guard yajl_parse(handle, piece.bindMemory(to: UInt8.self).baseAddress, piece.count) == yajl_status_ok
            else { throw YajlRefusal(handle) }
        }
        guard yajl_complete_parse(handle) == yajl_status_ok else { throw YajlRefusal(handle) }
        return .untyped(items: nil)
    }
}

/// yajl refused a document that the other paths are measured on.
struct YajlRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ handle: yajl_handle) {
        let text = yajl_get_error(handle, 0, nil, 0)
        defer { yajl_free_error(handle, text) }
        let message = text.map { String(cString: $0) } ?? ""
        description = "\(message.split(separator: "\n").first ?? "") (offset \(yajl_get_bytes_consumed(handle)))"
    }
}

/// A table of callbacks that only return success.
///
/// yajl keeps the table's address, so it must not move.
final class IdleCallbacks {
    let table: UnsafeMutablePointer<yajl_callbacks>

    init() {
        table = .allocate(capacity: 1)
        table.initialize(
            to: yajl_callbacks(
                yajl_null: { _ in 1 },
                yajl_boolean: { _, _ in 1 },
                yajl_integer: nil,
                yajl_double: nil,
                yajl_number: { _, _, _ in 1 },
                yajl_string: { _, _, _ in 1 },
                yajl_start_map: { _ in 1 },
                yajl_map_key: { _, _, _ in 1 },
                yajl_end_map: { _ in 1 },
                yajl_start_array: { _ in 1 },
                yajl_end_array: { _ in 1 }))
    }

    deinit {
        table.deinitialize(count: 1)
        table.deallocate()
    }
}
#endif
