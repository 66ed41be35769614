import BenchmarkKit
import Foundation

/// A document of the user's own, for the paths that need no model.
///
/// - Throws: `UsageError` if the file does not exist.
func ownCorpus(_ file: UserFile) throws -> any Corpus {
    let url = URL(fileURLWithPath: file.path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
        throw UsageError(isFolder.boolValue ? "'\(file.path)' is a folder" : "there is no file '\(file.path)'")
    }
    return TypedCorpus(url.lastPathComponent, file.items.summary, counting: file.items) {
        try contents(of: url)
    }
}

/// The bytes of a file, without the byte order mark, which not every path reads.
private func contents(of url: URL) throws -> [UInt8] {
    let data: Data
    do {
        data = try Data(contentsOf: url)
    } catch {
        throw FileError(description: "cannot read '\(url.path)': \(error.localizedDescription)")
    }
    let bytes = [UInt8](data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    guard !bytes.allSatisfy(isBlank) else { throw FileError(description: "'\(url.path)' is empty") }
    return bytes
}

/// Why a file cannot be measured.
struct FileError: Error, CustomStringConvertible {
    let description: String
}

/// The number of items a path found: results are compared by it if the paths have no type in common.
struct ItemCount: Equatable {
    let items: Int
}

extension UserFile.Items {
    /// The description of a file for `--list`.
    var summary: String {
        switch self {
        case .whole: "a file of your own, as one document"
        case .lines: "a file of your own, a document on every line"
        case .at(let path): "a file of your own, the elements of the array at '\(path)'"
        }
    }

    /// Makes the items by decoding whole documents, and counts them.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - decode: makes a value from the document in a range of the bytes.
    ///   - elements: the number of elements of the array at a path of keys; nil if there is no array.
    func decodeAll<Value>(
        in bytes: [UInt8], _ decode: (Range<Int>) throws -> Value, elements: (Value, [Substring]) -> Int?
    ) throws -> ItemCount {
        switch self {
        case .whole:
            blackHole(try decode(bytes.indices))
            return ItemCount(items: 1)
        case .lines:
            let values = try decodeLines(of: bytes, decode)
            blackHole(values)
            return ItemCount(items: values.count)
        case .at(let path):
            let value = try decode(bytes.indices)
            blackHole(value)
            guard let count = elements(value, path.split(separator: ".")) else {
                throw FileError(description: "there is no array at '\(path)'")
            }
            return ItemCount(items: count)
        }
    }
}
