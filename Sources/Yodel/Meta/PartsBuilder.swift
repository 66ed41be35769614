/// Lays out the parts of a model's composed fields, behind the model's own bytes.
struct PartsBuilder {
    private(set) var slots: [FieldMeta] = []
    private var compositions: [(composition: Composition, parts: Range<Int>)] = []
    /// Where the next part could begin; the size of the whole.
    private(set) var end: Int

    init(behind size: Int) {
        end = size
    }

    /// Adds the parts of a field.
    ///
    /// - Returns: The composition's place among those that were added.
    mutating func add(
        _ composition: Composition, of subject: String, property: String, isInput: Bool, _ shapes: ShapeBuilder
    ) throws -> Int {
        let first = slots.count
        for (key, type) in zip(composition.keys, composition.partTypes) {
            let shape = try shapes.shape(ofErased: type, for: "\(subject), its part \"\(key)\"")
            end = (end + GrowthBuffer.alignment - 1) / GrowthBuffer.alignment * GrowthBuffer.alignment
            slots.append(
                FieldMeta(
                    name: "\(property), its part \(key)", keys: [key], offset: end, shape: shape, whenAbsent: .part,
                    makeDefault: nil, isInput: isInput, hasOwnKeys: true))
            end += shape.pointee.size
        }
        compositions.append((composition, first..<slots.count))
        return compositions.count - 1
    }

    /// A field's composition, its parts being slots behind `fieldCount` fields.
    func composition(_ index: Int, of field: Int, behind fieldCount: Int, in arena: TableArena) -> FieldComposition {
        let (composition, parts) = compositions[index]
        return FieldComposition(
            field: field, parts: parts.lowerBound + fieldCount..<parts.upperBound + fieldCount,
            offsets: arena.copy(slots[parts].map(\.offset)).baseAddress!, composition: composition)
    }
}
