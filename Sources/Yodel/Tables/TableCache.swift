/// The shapes and tables of every type that has been used with one key strategy.
///
/// Tables are built outside the lock, so that a mapping may itself decode something; when two threads build the same
/// one, the first to arrive is kept. Once published a table never changes, and it lives as long as its cache: for
/// the standard key strategies, as long as the process. It is found without a lock.
final class TableCache: Sendable {
    private let published = TypeDirectory()
    /// The memory of what is published; who adds to that holds the lock.
    private let arenas = Locked([TableArena]())

    /// The shape of a type, built when this is the first time.
    func shape<T>(
        of type: T.Type, keys strategy: KeyStrategy, transforms: TransformSet.Storage? = nil
    ) throws(ModelError) -> ShapePointer {
        if let known = shape(of: ObjectIdentifier(type)) { return known }
        let builder = ShapeBuilder(strategy: strategy, transforms: transforms) { [self] in shape(of: $0) }
        _ = try builder.build(type)
        arenas.withLock { arenas in
            // Either all of what was built is kept or, when another thread was first, none of it.
            guard shape(of: ObjectIdentifier(type)) == nil else { return }
            arenas.append(builder.arena)
            for (type, shape) in builder.shapes where self.shape(of: type) == nil { published.add(shape, of: type) }
        }
        return shape(of: ObjectIdentifier(type))!
    }

    private func shape(of type: ObjectIdentifier) -> ShapePointer? {
        // SAFETY: shapes alone are added, from an arena that is kept as long as this.
        published.content(of: type)?.assumingMemoryBound(to: Shape.self)
    }
}

/// The memory of tables under construction and after: everything is freed together.
final class TableArena: @unchecked Sendable {
    // Sendable because it is written by one builder and afterwards only keeps things alive.
    private var cleanups: [() -> Void] = []
    private var objects: [AnyObject] = []

    /// Keeps an object alive as long as the arena, so that tables may refer to it without counting.
    func keep<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> {
        objects.append(object)
        return Unmanaged.passUnretained(object)
    }

    /// Memory for values that the caller initialises before the arena goes away.
    func allocate<Value>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(count, 1))
        cleanups.append {
            memory.deinitialize(count: count)
            memory.deallocate()
        }
        return memory
    }

    /// Memory for one value, which is to be initialised by ``fill(_:with:)``, or not at all.
    func reserve<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        cleanups.append { memory.deallocate() }
        return memory
    }

    func fill<Value>(_ memory: UnsafeMutablePointer<Value>, with value: Value) {
        memory.initialize(to: value)
        cleanups.append { memory.deinitialize(count: 1) }
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

    /// The bytes of a value that owns nothing: copying them is copying it.
    func bytes<Value>(of value: Value) -> UnsafeRawPointer {
        let bytes = bytes(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        // SAFETY: the memory has the layout of Value, which owns nothing that would have to be released.
        bytes.baseAddress!.initializeMemory(as: Value.self, to: value)
        return UnsafeRawPointer(bytes.baseAddress!)
    }

    deinit {
        // What was made last goes first: values before the memory they are in.
        cleanups.reversed().forEach { $0() }
    }
}

extension KeyStrategy {
    /// The shape of a type, by this strategy and a set of transforms.
    func shape<Value>(of type: Value.Type, _ transforms: TransformSet) throws(ModelError) -> ShapePointer {
        guard let set = transforms.storage else { return try tables.shape(of: type, keys: self) }
        return try set.tables(for: tables).shape(of: type, keys: self, transforms: set)
    }

    /// The shape of a model as what it is: of a class with variants, by its own properties.
    func ownShape(of type: any Any.Type, _ transforms: TransformSet) throws(ModelError) -> ShapePointer {
        func open<Value>(_ type: Value.Type) throws(ModelError) -> ShapePointer {
            type is any Polymorphic.Type
                ? try shape(of: OwnProperties<Value>.self, transforms) : try shape(of: type, transforms)
        }
        return try open(Reflection.exact(type))
    }
}

extension DecodingOptions {
    /// The shape of a type, by these keys and transforms.
    @inline(__always)
    func shape<Value>(of type: Value.Type) throws(ModelError) -> ShapePointer { try keys.shape(of: type, transforms) }
}

extension EncodingOptions {
    /// The shape of a type, by these keys and transforms.
    func shape<Value>(of type: Value.Type) throws(ModelError) -> ShapePointer { try keys.shape(of: type, transforms) }
}
