/// What a table knows of the decoder that it is for, to decode a part of a document by itself: later, or from a tape.
struct PartSettings {
    /// The strategy without its tables, which own whoever has this.
    private let keys: KeyStrategy.Unowned
    /// What owns the tables where the decoder has transforms.
    private unowned let transforms: TransformSet.Storage?

    init(_ builder: ShapeBuilder) {
        keys = KeyStrategy.Unowned(builder.strategy)
        transforms = builder.transforms
    }

    /// A decoder like the one of the document, for a part of it, which is within its limits.
    func decoder(_ options: ModelDecoder) -> ModelDecoder {
        var decoder = options
        decoder.parser = .automatic
        decoder.allowsFragments = true
        decoder.call.feedPaths = []
        decoder.limits.documentBytes = .max
        decoder.keys = keys.strategy
        decoder.transforms = TransformSet(storage: transforms)
        return decoder
    }

    /// The shape of a class as what it is, by the same keys and transforms.
    func ownShape(of type: any Any.Type) throws(ModelError) -> ShapePointer {
        try keys.strategy.ownShape(of: type, TransformSet(storage: transforms))
    }
}

/// A part of a document could not be decoded by itself, or not be encoded.
struct PartError: Error {
    /// The error of the part, as though it were a document.
    let error: ModelError
}
