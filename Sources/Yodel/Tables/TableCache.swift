/// The shapes and tables of all types used with one key strategy.
///
/// Tables are built outside the lock, so that a mapping may itself decode; if two threads build the same table, the
/// first one is kept, and the other thread uses it. So a type has one table, by which schemas recognise it. A published
/// table never changes and lives as long as its cache, for the standard key strategies as long as the process. Look-ups
/// need no lock.
final class TableCache: Sendable {
    private let published = TypeDirectory()
    /// The memory of the published tables; adding to it requires the lock.
    private let arenas = Locked([TableArena]())

    /// The shape of a type, built at its first use.
    func shape<T>(
        of type: T.Type, keys strategy: KeyStrategy, transforms: TransformSet.Storage? = nil
    ) throws(ModelError) -> ShapePointer {
        while true {
            if let known = shape(of: ObjectIdentifier(type)) { return known }
            let builder = ShapeBuilder(strategy: strategy, transforms: transforms) { [self] in shape(of: $0) }
            try builder.build(type)
            arenas.withLock { arenas in
                // Another thread, or a mapping that decodes, may have been first with one of the types: then nothing is
                // kept, and the next attempt finds that one.
                guard builder.shapes.keys.allSatisfy({ shape(of: $0) == nil }) else { return }
                arenas.append(builder.arena)
                for (type, shape) in builder.shapes { published.add(shape, of: type) }
            }
        }
    }

    private func shape(of type: ObjectIdentifier) -> ShapePointer? {
        // SAFETY: the directory contains only shapes, from arenas that this cache keeps.
        published.content(of: type)?.assumingMemoryBound(to: Shape.self)
    }
}

/// Owns the memory of tables, and frees all of it together.
final class TableArena: @unchecked Sendable {
    // Sendable because only one builder writes it; afterwards it only keeps memory alive.
    private var cleanups: [() -> Void] = []
    private var objects: [AnyObject] = []

    /// Keeps an object alive as long as the arena, so that tables may refer to it unretained.
    func keep<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> {
        objects.append(object)
        return Unmanaged.passUnretained(object)
    }

    /// Allocates memory that the caller must initialise before the arena is freed.
    func allocate<Value>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(count, 1))
        cleanups.append { memory.deinitialize(count: count).deallocate() }
        return memory
    }

    /// Copies a value to memory that lives as long as the arena.
    func copy<Value>(of value: Value) -> UnsafePointer<Value> {
        let memory = allocate(Value.self, count: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    func copy<Value>(_ values: [Value]) -> UnsafeBufferPointer<Value> {
        let memory = allocate(Value.self, count: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafeBufferPointer(start: memory, count: values.count)
    }

    func bytes(size: Int, alignment: Int) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        cleanups.append { memory.deallocate() }
        return memory
    }

    /// The bytes of a value without references, so that copying them copies the value.
    func bytes<Value>(of value: Value) -> UnsafeRawPointer {
        let bytes = bytes(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        // SAFETY: the memory has the layout of Value, which owns nothing that must be released.
        bytes.baseAddress!.initializeMemory(as: Value.self, to: value)
        return UnsafeRawPointer(bytes.baseAddress!)
    }

    deinit {
        // In reverse order, so that values go before the memory they are in.
        cleanups.reversed().forEach { $0() }
    }
}

extension KeyStrategy {
    /// The shape of a type, with this strategy and a set of transforms.
    func shape<Value>(of type: Value.Type, _ transforms: TransformSet) throws(ModelError) -> ShapePointer {
        guard let set = transforms.storage else { return try tables.shape(of: type, keys: self) }
        return try set.tables(for: tables).shape(of: type, keys: self, transforms: set)
    }

    /// The shape of a model by its own properties, even for a class with variants.
    func ownShape(of type: any Any.Type, _ transforms: TransformSet) throws(ModelError) -> ShapePointer {
        func open<Value>(_ type: Value.Type) throws(ModelError) -> ShapePointer {
            type is any Polymorphic.Type
                ? try shape(of: OwnProperties<Value>.self, transforms) : try shape(of: type, transforms)
        }
        return try open(Reflection.exact(type))
    }
}

extension DecodingOptions {
    /// The shape of a type, with these keys and transforms.
    @inline(__always)
    func shape<Value>(of type: Value.Type) throws(ModelError) -> ShapePointer { try keys.shape(of: type, transforms) }
}

extension EncodingOptions {
    /// The shape of a type, with these keys and transforms.
    func shape<Value>(of type: Value.Type) throws(ModelError) -> ShapePointer { try keys.shape(of: type, transforms) }
}
