/// Transforms for all values of their Swift types, wherever in a document they are.
///
/// ```swift
/// extension TransformSet {
///     static let feed = TransformSet(
///         Transform.secondsSince1970,                                    // every Date
///         Transform<String, Level>.values(["lo": .low, "hi": .high]))
/// }
///
/// var decoder = ModelDecoder()
/// decoder.transforms = .feed
/// ```
///
/// An encoder has the same option.
///
/// A transform of the set replaces the type's usual decoding: in properties of any model, in Optionals, in elements of
/// arrays and values of dictionaries, and for the whole document. It does not apply to the keys of dictionaries, to the
/// raw values of enums, to the JSON side of a transform, or within a value that is decoded by its `init(from:)` and
/// encoded by its `encode(to:)`. A transform in a type's mapping overrides it.
///
/// Tables belong to the set, as they do to a ``KeyStrategy``: make it once and keep it (`static let`), or every decoder
/// builds its own.
public struct TransformSet: Sendable {
    let storage: Storage?

    /// A set without transforms.
    public init() {
        storage = nil
    }

    /// Creates a set of transforms, each for the type of the values it makes.
    ///
    /// Two transforms for one type are an error when a table is built.
    public init<each JSON, each Value>(_ transforms: repeat Transform<each JSON, each Value>) {
        let storage = Storage()
        repeat storage.append(each transforms)
        self.storage = storage.makers.isEmpty ? nil : storage
    }

    /// Creates a set with a storage.
    init(storage: Storage?) {
        self.storage = storage
    }

    /// Makes the shape of one of the set's types.
    typealias ShapeMaker = @Sendable (ShapeBuilder) throws -> ShapePointer

    final class Storage: @unchecked Sendable {
        // Sendable because only the lock's content is written after the set has been made.
        fileprivate(set) var makers: [ObjectIdentifier: ShapeMaker] = [:]
        /// The first type with two transforms, if any.
        fileprivate(set) var repeated: (any Any.Type)?
        private let tables = Locked([StrategyTables]())

        private struct StrategyTables {
            weak var strategy: TableCache?
            var tables: TableCache
        }

        fileprivate func append<JSON, Value>(_ transform: Transform<JSON, Value>) {
            let id = ObjectIdentifier(Value.self)
            if makers[id] != nil { repeated = repeated ?? Value.self }
            makers[id] = { builder in try builder.registeredShape(of: Value.self, by: transform) }
        }

        /// The tables built with this set and a key strategy; they exist as long as both do.
        func tables(for strategy: TableCache) -> TableCache {
            // Released after the lock: an object of a client may end with them, and decode something.
            var unused: ArraySlice<StrategyTables> = []
            defer { withExtendedLifetime(unused) {} }
            return tables.withLock { entries in
                if let known = entries.first(where: { $0.strategy === strategy }) { return known.tables }
                unused = entries[entries.partition { $0.strategy == nil }...]
                entries.removeSubrange(unused.indices)
                let made = TableCache()
                entries.append(StrategyTables(strategy: strategy, tables: made))
                return made
            }
        }
    }
}
