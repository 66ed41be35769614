/// What a schema describes: the documents that a decoder accepts, or those that an encoder writes.
enum SchemaOptions {
    case decoding(DecodingOptions)
    case encoding(EncodingOptions)

    var dates: DateStrategy {
        switch self {
        case .decoding(let options): options.dates
        case .encoding(let options): options.dates
        }
    }

    var data: DataStrategy {
        switch self {
        case .decoding(let options): options.data
        case .encoding(let options): options.data
        }
    }

    var nonConformingFloats: NonConformingFloats {
        switch self {
        case .decoding(let options): options.nonConformingFloats
        case .encoding(let options): options.nonConformingFloats
        }
    }

    /// The shape of a type, by these keys and transforms.
    func shape<Value>(of type: Value.Type) throws(ModelError) -> ShapePointer {
        switch self {
        case .decoding(let options): try options.shape(of: type)
        case .encoding(let options): try options.shape(of: type)
        }
    }

    /// Whether values of other types are converted for a shape.
    func isLenient(_ shape: ShapePointer) -> Bool {
        guard case .decoding(let options) = self else { return false }
        return (shape.pointee.conversions ?? options.conversions) == .lenient
    }

    /// Whether a collection without elements stands for `null`.
    var makesEmptyOfNull: Bool {
        guard case .decoding(let options) = self else { return false }
        return options.missingCollections == .empty
    }

    /// Whether objects have no other keys than those their types know.
    var isClosed: Bool {
        guard case .decoding(let options) = self, case .error = options.unknownKeys else { return false }
        return true
    }

    /// What becomes of elements that do not fit, where no property says it.
    var badElements: BadElementPolicy {
        guard case .decoding(let options) = self else { return .error }
        return options.badElements
    }
}

/// Where a value is, as far as its schema depends on it.
struct SchemaPlace {
    /// What becomes of the elements of a collection that do not fit.
    var badElements: BadElementPolicy
    /// The value may be missing, so that an unknown variant can be left out.
    var isDroppable = false
    /// Of an encoder that writes some properties alone: what it writes of the models in the value.
    var selection: UnsafePointer<OutputTable>?
}
