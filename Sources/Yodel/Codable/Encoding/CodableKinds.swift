#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How the values of a type are written.
struct CodableKind {
    var code: Code
    /// For a container of the standard library's: what goes through it.
    var container: (any CodableContainer.Type)?

    enum Code: UInt8 {
        /// By the type's own `encode(to:)`.
        case client
        case container
        case bool, int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128
        case float, double, string
        case date, data, url, decimal, jsonNumber
    }
}

extension CodableKind {
    private static let scalars: [ObjectIdentifier: Code] = [
        ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
        ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
        ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(Int128.self): .int128,
        ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8,
        ObjectIdentifier(UInt16.self): .uint16, ObjectIdentifier(UInt32.self): .uint32,
        ObjectIdentifier(UInt64.self): .uint64, ObjectIdentifier(UInt128.self): .uint128,
        ObjectIdentifier(Float.self): .float, ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(JSONNumber.self): .jsonNumber,
    ]

    /// The kind of a type, found out anew.
    @inline(never)
    init(of type: any Encodable.Type) {
        if let code = Self.scalars[ObjectIdentifier(type)] {
            self.init(code: code)
        } else if let container = type as? any CodableContainer.Type {
            self.init(code: .container, container: container)
        } else {
            self.init(code: .client)
        }
    }
}

/// The kinds of types met before: those met most lately at a place that follows from the address of their metadata.
final class CodableKinds {
    private struct Entry {
        var type: ObjectIdentifier?
        var kind = CodableKind(code: .client)
    }

    private static let count = 128
    private let entries: UnsafeMutablePointer<Entry>
    private var all: [ObjectIdentifier: CodableKind] = [:]

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: Entry(), count: Self.count)
    }

    deinit {
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    @inline(__always)
    func kind<Value: Encodable>(of type: Value.Type) -> CodableKind {
        let identifier = ObjectIdentifier(type)
        let address = UInt(bitPattern: identifier)
        // SAFETY: the place is below the count, whatever the address.
        let entry = entries + Int((address &>> 4 ^ address &>> 11) & UInt(Self.count - 1))
        if entry.pointee.type == identifier { return entry.pointee.kind }
        entry.pointee = Entry(type: identifier, kind: findKind(of: type))
        return entry.pointee.kind
    }

    @inline(never)
    private func findKind(of type: any Encodable.Type) -> CodableKind {
        if let kind = all[ObjectIdentifier(type)] { return kind }
        let kind = CodableKind(of: type)
        all[ObjectIdentifier(type)] = kind
        return kind
    }
}
