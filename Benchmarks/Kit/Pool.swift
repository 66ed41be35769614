#if canImport(ObjectiveC)
internal import ObjectiveC

/// Runs the body and releases everything it autoreleased, which is part of the cost of a decode.
package func pooled<Result>(_ body: () throws -> Result) rethrows -> Result {
    try autoreleasepool { try body() }
}
#else
/// Runs the body; nothing is autoreleased here.
@inline(__always)
package func pooled<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
}
#endif
