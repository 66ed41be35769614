package import Yodel

/// Dense objects of fourteen short fields, and several models of one and the same text.
///
/// A plain one has every value as JSON has it; its twins say by mappings what else they want. What a twin takes longer
/// is what mapping costs: nothing in the text is passed over and no string is long, so that there is little beside the
/// fields that time could go to.
package enum Twins {
    /// What a weather station has said of itself, as JSON has it.
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

/// A model that another one has all the values of, in other properties.
package protocol Twin: Model {
    /// What it is a twin of.
    associatedtype Plain: BenchmarkDocument
    init(_ plain: Plain)
    /// The same values as JSON has them.
    var plain: Plain { get }
}
