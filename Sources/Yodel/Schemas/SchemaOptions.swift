/// Whether a schema describes the documents that a decoder accepts, or those that an encoder writes.
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

    /// The shape of a type, with the keys and transforms of these options.
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

    /// Whether a missing or `null` collection becomes an empty one.
    var makesEmptyOfNull: Bool {
        guard case .decoding(let options) = self else { return false }
        return options.missingCollections == .empty
    }

    /// Whether unknown keys are an error.
    var isClosed: Bool {
        guard case .decoding(let options) = self, case .error = options.unknownKeys else { return false }
        return true
    }

    /// The policy for elements that do not fit, for properties without one of their own.
    var badElements: BadElementPolicy {
        guard case .decoding(let options) = self else { return .error }
        return options.badElements
    }
}

/// The context of a value, as far as its schema depends on it.
struct SchemaPlace {
    /// The policy for elements of the value that do not fit.
    var badElements: BadElementPolicy
    /// Whether the value may be missing, so that an unknown variant can be dropped.
    var isDroppable = false
    /// The encoder's selection for the models in the value.
    var selection: UnsafePointer<OutputTable>?
}
