/// Whether a schema describes the documents that a decoder accepts, or those that an encoder writes.
enum SchemaOptions {
    case decoding(DecodingOptions)
    case encoding(EncodingOptions)

    /// The strategies that decoders and encoders have in common.
    var strategies: (dates: DateStrategy, data: DataStrategy, floats: NonConformingFloats) {
        switch self {
        case .decoding(let options): (options.dates, options.data, options.nonConformingFloats)
        case .encoding(let options): (options.dates, options.data, options.nonConformingFloats)
        }
    }

    private var decoder: DecodingOptions? {
        if case .decoding(let options) = self { options } else { nil }
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
        decoder.map { (shape.pointee.conversions ?? $0.conversions) == .lenient } ?? false
    }

    /// Whether a missing or `null` collection becomes an empty one.
    var makesEmptyOfNull: Bool { decoder?.missingCollections == .empty }

    /// Whether unknown keys are an error.
    var isClosed: Bool {
        if case .error? = decoder?.unknownKeys { true } else { false }
    }

    /// The policy for elements that do not fit, for properties without one of their own.
    var badElements: BadElementPolicy { decoder?.badElements ?? .error }
}

/// The context of a value, as far as its schema depends on it.
struct SchemaPlace {
    /// The policy for elements of the value that do not fit.
    var badElements: BadElementPolicy
    /// Whether the value may be missing, so that an unknown variant can be dropped.
    var isDroppable = false
    /// The encoder's selection for the models in the value.
    var selection: UnsafePointer<OutputTable>?
    /// For a model that is written as a variant's value, the variants whose tag takes the place of a property.
    var tags: [VariantTablePointer] = []
}
