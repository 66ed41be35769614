package import Yodel

/// The requirements of a measured document's root, or of a feed's item: every path makes it, and it is compared.
package protocol BenchmarkDocument: JSONMappable, Codable, Equatable, Sendable {
    /// The decoder of Yodel's paths, with the options that these documents need.
    ///
    /// Default: no options.
    static var modelDecoder: ModelDecoder { get }
    /// Takes the items that a feed has ready, in code that knows their type, as in a program.
    static func takeItems(of parser: inout FeedParser<Self>, _ body: (Self) -> Void) throws
    /// The same, each item as a result with where it was found.
    static func takeResults(of parser: inout FeedParser<Self>, _ body: (Self) -> Void) throws
    /// Writes items one by one, in code that knows their type.
    static func writeItems(
        _ items: [Self], as output: FeedOutput, to receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws
}

extension BenchmarkDocument {
    package static var modelDecoder: ModelDecoder { ModelDecoder() }

    package static func takeItems(of parser: inout FeedParser<Self>, _ body: (Self) -> Void) throws {
        while let item = try parser.next() { body(item) }
    }

    package static func takeResults(of parser: inout FeedParser<Self>, _ body: (Self) -> Void) throws {
        while let result = try parser.nextResult() { body(try result.get().item) }
    }

    package static func writeItems(
        _ items: [Self], as output: FeedOutput, to receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try ModelEncoder().encode(items, as: output, to: receive)
    }
}

extension Array: BenchmarkDocument where Element: BenchmarkDocument {
    package static var modelDecoder: ModelDecoder { Element.modelDecoder }
}
