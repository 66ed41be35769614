/// Finds shapes by the keys and transforms that a table was built with, for what the table owns.
struct ShapeFinder {
    /// The strategy without its tables, which own whoever has this.
    private let keys: KeyStrategy.Unowned
    /// What owns the tables where there are transforms.
    private unowned let transforms: TransformSet.Storage?

    init(_ builder: ShapeBuilder) {
        keys = KeyStrategy.Unowned(builder.strategy)
        transforms = builder.transforms
    }

    /// The shape of a class as what it is.
    func ownShape(of type: any Any.Type) throws(ModelError) -> ShapePointer {
        try keys.strategy.ownShape(of: type, TransformSet(storage: transforms))
    }
}
