import DifferentialKit
import Testing

extension SharedData {
    static let absence: Comment = "the public test data are not beside the project"
}

extension SharedFile: CustomTestStringConvertible {
    /// The name of the file.
    public var testDescription: String { name }
}
