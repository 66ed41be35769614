/// Makes lazy values of bytes, and takes them apart.
class LazyOperations: PayloadOperations {
    /// The bytes of a value that has not been asked for.
    func rawJSON(of lazy: UnsafeRawPointer) -> RawJSON? { preconditionFailure("overridden") }

    /// Copies the value to memory that holds none.
    func copyValue(of lazy: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// How values are to be decoded when they are asked for.
    func settings(_ options: DecodingOptions) -> LazySettings { preconditionFailure("overridden") }

    func makeLazy(
        _ bytes: RawJSON, at place: ModelError.PartPlace, _ settings: LazySettings, into target: UnsafeMutableRawPointer
    ) {
        preconditionFailure("overridden")
    }
}

extension Shape {
    /// What a shape of kind lazy has for payload operations.
    var lazyOperations: LazyOperations {
        // SAFETY: shapes of kind lazy have no others.
        payload!._withUnsafeGuaranteedRef { unsafeDowncast($0, to: LazyOperations.self) }
    }
}
