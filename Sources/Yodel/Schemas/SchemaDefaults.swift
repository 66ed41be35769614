/// The default values of a model's properties, as an encoder with the decoder's options writes them.
///
/// Values that differ each time they are made, such as the current date, are left out, so that a schema never changes;
/// so are `nil` and values that cannot be written.
struct SchemaDefaults {
    let meta: TypeMetaPointer
    private let options: EncodingOptions
    private let builder: SchemaBuilder

    init(meta: TypeMetaPointer, options: DecodingOptions, builder: SchemaBuilder) {
        self.meta = meta
        self.builder = builder
        var encoding = EncodingOptions()
        (encoding.keys, encoding.transforms) = (options.keys, options.transforms)
        (encoding.dates, encoding.data) = (options.dates, options.data)
        (encoding.nonConformingFloats, encoding.sortsKeys) = (options.nonConformingFloats, true)
        self.options = encoding
    }

    /// By the index of the field.
    var values: [Int32: JSONValue] {
        let (first, second) = (texts, texts)
        let stable = first.filter { second[$0.key] == $0.value && $0.value != Array("null".utf8) }
        return stable.compactMapValues { text in
            withContiguousBytes(of: text) { bytes in
                let context = DecodingContext(.ofOwnText(depth: options.limits.depth))
                return builder.attempt { try context.decode(JSONValue.self, from: bytes) }
            }
        }
    }

    private var texts: [Int32: [UInt8]] {
        let fields = meta.pointee.fields.indices.filter {
            meta.pointee.field($0).pointee.isInput && !meta.pointee.field($0).pointee.keys.isEmpty
        }
        var texts: [Int32: [UInt8]] = [:]
        for index in fields {
            let field = meta.pointee.field(index)
            guard let make = field.pointee.makeDefault else { continue }
            let shape = field.pointee.shape
            shape.withMemory { memory in
                make(memory)
                texts[Int32(index)] = text(of: memory, shape)
                // SAFETY: the default is a value of the field's type, and nothing else refers to the memory.
                shape.destroy(memory)
            }
        }
        let initial = fields.filter { meta.pointee.field($0).pointee.whenAbsent == .initial }
        guard let make = meta.pointee.initial, !initial.isEmpty else { return texts }
        // For a class this makes the reference, for a struct the value.
        let size = max(meta.pointee.size, MemoryLayout<UnsafeRawPointer>.size)
        withUnsafeTemporaryAllocation(byteCount: size, alignment: Shape.greatestAlignment) { buffer in
            let memory = buffer.baseAddress!
            make._withUnsafeGuaranteedRef { $0.makeInitial(into: memory) }
            let isInstance = meta.pointee.storage == .instance
            let base = isInstance ? memory.load(as: UnsafeMutableRawPointer.self) : memory
            for index in initial {
                let field = meta.pointee.field(index)
                texts[Int32(index)] = text(of: base + field.pointee.offset, field.pointee.shape)
            }
            // SAFETY: `init()` has made a value of the table's type there, which only this memory owns.
            meta.pointee.whole._withUnsafeGuaranteedRef { $0.destroy(memory, count: 1) }
        }
        return texts
    }

    private func text(of value: UnsafeRawPointer, _ shape: ShapePointer) -> [UInt8]? {
        var writer = ValueWriter(options: options, capacity: 256)
        return builder.attempt { try writer.encode(value, shape, nil) }.map { Array(writer.out.bytes) }
    }
}
