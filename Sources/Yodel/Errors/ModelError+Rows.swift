// The errors of items that are written as rows, which the other modules of the package make.

extension ModelError {
    /// Items cannot be written in this way.
    package static func invalidOutput(_ reason: String) -> ModelError {
        ModelError(.invalidOutput, reason: oneLine(reason))
    }

    /// A value has no place in its column.
    package static func unfit(_ path: JSONPath, expected: String, found: String?) -> ModelError {
        ModelError(.invalidValue, path: path, expected: expected, found: found)
    }
}
