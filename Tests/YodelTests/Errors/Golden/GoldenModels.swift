import Foundation

@testable import Yodel

// The models of the golden lines.

extension Golden {
    struct Book: Model {
        var title: String
        var pages: Int?
        var authors: [Author]?
        var level: Level?
        var prices: [String: Double]?
    }

    struct Author: Model {
        var name: String
        var born: Int
    }

    enum Level: Int, CaseIterable { case low = 1, middle, high }
    enum Colour: String { case red, green }

    /// One property for each kind of value.
    struct Kinds: Model {
        var flag: Bool?
        var small: Int8?
        var count: UInt?
        var ratio: Double?
        var half: Float?
        var exact: Decimal?
        var letter: Character?
        var text: String?
        var list: [Int]?
        var table: [Int: Int]?
        var pair: InlineArray<2, Int>?
        var level: Level?
        var colour: Colour?
        var number: JSONNumber?
    }

    struct Visit: Model {
        var at: Date?
        var photo: Data?
        var page: URL?
        var id: UUID?
    }

    struct Settings: DefaultedModel {
        var theme = "light"
        var sizes = [12]
    }

    struct Song: Model {
        var title: String
        var artist: String
        var seconds: Int
        static let mapping = Mapping(
            .map(\Song.title, to: "name", "title"), .map(\Song.artist, to: "info.artist"),
            .map(\Song.seconds, to: "tracks[0].length"))
    }

    struct Place: Model {
        var name: String
        var position: Position
        static let mapping = Mapping(
            .compose(\Place.position, from: "lat", "lon") { (lat: Double, lon: Double) in
                try Position(latitude: lat, longitude: lon)
            } back: {
                ($0.latitude, $0.longitude)
            })
    }

    struct Position: Sendable {
        var latitude, longitude: Double
        init(latitude: Double, longitude: Double) throws {
            guard abs(latitude) <= 90 else { throw Refusal("no such latitude") }
            (self.latitude, self.longitude) = (latitude, longitude)
        }
    }

    /// A client's own error.
    struct Refusal: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }
}
