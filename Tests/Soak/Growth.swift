import BenchmarkKit
import Foundation

/// By how much the process grows while the same is done over and over, from the first tenth to the end.
struct Growth {
    private let bytes: Int
    private let isFlat: Bool

    /// - Parameter tolerance: What is no growth: the allocator's own ups and downs.
    init(of count: Int, tolerance: Int, _ work: (_ number: Int) async throws -> Void) async throws {
        var before: Int?
        for number in 0..<count {
            if number == count / 10 { before = ResidentMemory.current }
            try await work(number)
        }
        guard let before, let after = ResidentMemory.current else {
            throw SoakError("this system does not tell what is resident")
        }
        bytes = after - before
        isFlat = bytes <= tolerance
    }

    /// Prints how much it is, and returns whether that is none.
    func print(of what: String) -> Bool {
        Swift.print("\(what): \(readableSize(max(bytes, 0))) more than after a tenth of them")
        return isFlat
    }
}
