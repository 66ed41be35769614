package import Yodel

/// Compressed text, for tests and benchmarks.
package enum Compressed {
    /// A format, and how its members are made.
    package struct Format: Sendable, CustomStringConvertible {
        /// The name in errors.
        package let name: String
        package let compression: FeedCompression
        package let member: @Sendable (_ text: [UInt8]) -> [UInt8]
        /// A member that has not ended, of which all of the text can be unpacked.
        package let unfinished: @Sendable (_ text: [UInt8]) -> [UInt8]

        package var description: String { name }

        package func callAsFunction(_ text: String) -> [UInt8] { member(Array(text.utf8)) }
    }

    /// The formats that this build reads.
    package static var formats: [Format] {
        var formats: [Format] = []
        #if Gzip
        formats.append(
            Format(name: "gzip", compression: .gzip) {
                member($0)
            } unfinished: {
                member($0, isFinished: false)
            })
        formats.append(
            Format(name: "zlib", compression: .zlib) {
                member($0, Style(isGzip: false))
            } unfinished: {
                member($0, Style(isGzip: false), isFinished: false)
            })
        #endif
        #if Zstd
        formats.append(
            Format(name: "zstd", compression: .zstd) {
                frame($0)
            } unfinished: {
                frame($0, isFinished: false)
            })
        #endif
        return formats
    }
}
