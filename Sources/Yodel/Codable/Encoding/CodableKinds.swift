#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How the values of a type are written.
struct CodableKind {
    /// The kind of a scalar; a list for a container of the standard library, and a structure for a type that is written
    /// by its own `encode(to:)`.
    var code: ValueKind
    /// For a container of the standard library: the code that writes it.
    var container: (any CodableContainer.Type)?
    /// The type itself, or that of an array's elements, if it is a number.
    var number: (any ListedNumber.Type)?

    /// Whether the value is written without a place of its own.
    @inline(__always)
    var isScalar: Bool {
        switch code {
        case .structure, .list, .date, .data: false
        default: true
        }
    }

    private static let all = TypeRecords<CodableKind>()

    static func of(_ type: any Encodable.Type) -> CodableKind {
        all.content(of: type) {
            if type == Data.self { return CodableKind(code: .data) }
            if let container = type as? any CodableContainer.Type {
                return CodableKind(code: .list, container: container, number: container.number)
            }
            switch (type as? any ScalarProvider.Type)?.scalarKind {
            // These encode themselves as other types.
            case nil, .float16, .uuid, .substring, .character: return CodableKind(code: .structure)
            case let kind?: return CodableKind(code: kind, number: type as? any ListedNumber.Type)
            }
        }
    }
}
