package import Yodel

/// What the root of a measured document, or an item of a feed, must be: made by every path, and compared.
package protocol BenchmarkDocument: JSONMappable, Codable, Equatable, Sendable {
    /// The decoder of Yodel's paths, with the options that such documents need.
    ///
    /// Default: no option set.
    static var modelDecoder: ModelDecoder { get }
}

extension BenchmarkDocument {
    package static var modelDecoder: ModelDecoder { ModelDecoder() }
}

extension Array: BenchmarkDocument where Element: BenchmarkDocument {
    package static var modelDecoder: ModelDecoder { Element.modelDecoder }
}
