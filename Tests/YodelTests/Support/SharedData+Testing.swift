import DifferentialKit
import Testing

extension SharedData {
    static let absence: Comment = "the public test data are not beside the project"
}

extension SharedFile: CustomTestStringConvertible {
    /// The file's name.
    public var testDescription: String { name }
}
