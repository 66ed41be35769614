#if os(Linux)
import Foundation
import Testing

#if canImport(Glibc)
typealias ProcessResource = __rlimit_resource
#else
typealias ProcessResource = Int32
#endif

/// Runs code while the system allows the process no more than this of a resource; for tests in a process of their own.
func withLimit<Result>(
    of resource: ProcessResource, _ most: rlim_t, _ body: () async throws -> Result
) async throws -> Result {
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    var before = rlimit()
    try #require(getrlimit(resource, &before) == 0)
    var limit = before
    limit.rlim_cur = most
    try #require(setrlimit(resource, &limit) == 0)
    defer { #expect(setrlimit(resource, &before) == 0) }
    return try await body()
}
#endif
