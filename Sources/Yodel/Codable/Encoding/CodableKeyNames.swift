#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a coding key is called in JSON.

extension CodableWriter {
    /// The key of a member of the object on top.
    @inline(__always)
    func name<Key: CodingKey>(of key: Key) -> String { changesKeys ? changedName(of: key) : key.stringValue }

    @inline(never)
    private func changedName<Key: CodingKey>(of key: Key) -> String {
        switch options.keys {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.snakeCase(of: key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        #if !canImport(FoundationEssentials)
        @unknown default: key.stringValue
        #endif
        }
    }
}
