import BenchmarkModels

/// A document and the way it is used, as a fuzzer's input encodes them.
package protocol FuzzTrial: Sendable {
    /// Decodes the bytes; nil if there are too few.
    init?(_ bytes: [UInt8])

    /// A random trial, with a valid or broken document.
    static func random(using mutator: inout Mutator) -> Self

    var bytes: [UInt8] { get }

    /// The use of the document, for a report.
    var name: String { get }
    var document: [UInt8] { get set }

    /// The error in the outcome; nil if it is correct.
    func difference() -> String?
}

extension FuzzTrial {
    /// The smallest trial that can be made from this one by removing parts of the document and still shows a
    /// difference.
    package func minimised() -> Self {
        var smallest = self
        var size = max(document.count / 2, 1)
        while true {
            let count = smallest.document.count
            var start = 0
            while start < smallest.document.count {
                var smaller = smallest
                smaller.document.removeSubrange(start..<min(start + size, smallest.document.count))
                if smaller.difference() != nil { smallest = smaller } else { start += size }
            }
            if size > 1 { size /= 2 } else if smallest.document.count == count { return smallest }
        }
    }
}
