import BenchmarkModels

/// A document and how it is gone about: what a fuzzer's input says.
package protocol FuzzTrial: Sendable {
    /// What the bytes say; nil when there are too few.
    init?(_ bytes: [UInt8])

    /// One made at random, more or less broken.
    static func random(using mutator: inout Mutator) -> Self

    var bytes: [UInt8] { get }

    /// What is done with the document, for a report.
    var name: String { get }
    var document: [UInt8] { get set }

    /// Tells what comes of the document that should not; nil when all is well.
    func difference() -> String?
}

extension FuzzTrial {
    /// The smallest trial that can be made of this one by leaving out parts of the document and still shows a difference.
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
