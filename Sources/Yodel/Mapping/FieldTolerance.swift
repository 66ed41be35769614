/// What a mapping says about values that do not fit a field; nil where the decoder decides.
struct FieldTolerance: Sendable, Hashable {
    var mismatches: MismatchPolicy?
    var nulls: NullPolicy?
    var elements: BadElementPolicy?
}

extension FieldTolerance {
    /// What the entries of one property say.
    init(_ entries: [Mapping.Entry], of subject: String) throws {
        func only<Policy>(_ column: KeyPath<FieldTolerance, Policy?>, _ values: String) throws -> Policy? {
            let policies = entries.compactMap { $0.tolerance[keyPath: column] }
            guard policies.count <= 1 else {
                throw ModelError.invalidMapping("\(subject): the mapping says twice what becomes of \(values)")
            }
            return policies.first
        }
        mismatches = try only(\.mismatches, "values that do not fit")
        nulls = try only(\.nulls, "null")
        elements = try only(\.elements, "elements that do not fit")
    }
}
