extension Field: ValueOperationsProvider {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        // Absent, null and a value are told apart by as many Optionals.
        let part = builder.operations(of: Value??.self)
        if !part.holdsModels, Self.self is any Equatable.Type { return nil }
        return ProjectedOperations<Self, Value??>(part) { field in
            switch field {
            case .absent: nil
            case .null: .some(nil)
            case .value(let value): value
            }
        } embed: { optional in
            switch optional {
            case nil: .absent
            case .some(nil): .null
            case .some(let value?): .value(value)
            }
        }
    }
}
