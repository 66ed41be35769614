import BenchmarkKit

/// The growth of the process while the same work is repeated, from the first tenth to the end.
struct Growth {
    private let bytes: Int
    private let isFlat: Bool

    /// - Parameter tolerance: The bytes that do not count as growth: the allocator's fluctuations.
    init(of count: Int, tolerance: Int, _ work: (_ number: Int) async throws -> Void) async throws {
        var before: Int?
        for number in 0..<count {
            if number == count / 10 { before = ResidentMemory.current }
            try await work(number)
        }
        guard let before, let after = ResidentMemory.current else {
            throw SoakError("this system reports no resident memory")
        }
        bytes = after - before
        isFlat = bytes <= tolerance
    }

    /// Prints the growth, and returns whether it is within the tolerance.
    func print(of what: String) -> Bool {
        Swift.print("\(what): \(readableSize(max(bytes, 0))) more than after a tenth of them")
        return isFlat
    }
}
