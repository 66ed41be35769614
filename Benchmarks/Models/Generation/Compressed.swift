package import Yodel

/// Compressed text, for tests and benchmarks.
package enum Compressed {
    /// A format, and how its members are made.
    package struct Format: Sendable, CustomStringConvertible {
        /// The name in errors.
        package let name: String
        package let compression: FeedCompression
        fileprivate let make: @Sendable (_ text: [UInt8], _ isFinished: Bool) -> [UInt8]

        package var description: String { name }

        package func member(_ text: [UInt8]) -> [UInt8] { make(text, true) }
        /// A member that has not ended, of which all of the text can be unpacked.
        package func unfinished(_ text: [UInt8]) -> [UInt8] { make(text, false) }
        package func callAsFunction(_ text: String) -> [UInt8] { member(Array(text.utf8)) }
    }

    /// The formats that this build reads.
    package static var formats: [Format] {
        var formats: [Format] = []
        #if Gzip
        formats.append(Format(name: "gzip", compression: .gzip) { Compressed.member($0, isFinished: $1) })
        let zlib = Style(isGzip: false)
        formats.append(Format(name: "zlib", compression: .zlib) { Compressed.member($0, zlib, isFinished: $1) })
        #endif
        #if Zstd
        formats.append(Format(name: "zstd", compression: .zstd) { frame($0, isFinished: $1) })
        #endif
        return formats
    }
}
