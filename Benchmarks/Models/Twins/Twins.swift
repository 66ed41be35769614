package import Yodel

/// Dense objects of fourteen short fields, and several models of one and the same text.
///
/// A plain model has every value as in JSON; its twins have mappings. The extra time of a twin is the cost of its
/// mapping: no text is skipped and no string is long, so the fields take nearly all the time.
package enum Twins {
    /// The report of a weather station, as in JSON.
    package struct Station: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var title: String
        package var code: String
        package var state: String
        /// Seconds since 1970.
        package var created: Int
        /// A number in a string.
        package var stock: String
        /// Tenths of a degree.
        package var temperature: Int
        package var visits: Int
        package var active: Bool
        package var score: Double
        package var latitude: Double
        package var longitude: Double
        /// Width and height.
        package var size: [Int]
        package var owner: Owner
    }

    /// Who looks after a station.
    package struct Owner: Model, Codable, Equatable, Sendable {
        package var name: String
        package var city: String
    }
}

/// A model that has all the values of another one, in other properties.
package protocol Twin: Model {
    /// The model that this is a twin of.
    associatedtype Plain: BenchmarkDocument
    init(_ plain: Plain)
    /// The same values as in JSON.
    var plain: Plain { get }
}
