import Yodel

/// Outlines on a map in GeoJSON: nested arrays of doubles with 15 to 17 digits.
package enum Shapes {
    /// All outlines.
    package struct Collection: Model, Codable, Equatable, Sendable {
        package var type: String
        package var bbox: [Double]
        package var features: [Feature]
    }

    /// One outline with its attributes.
    package struct Feature: Model, Codable, Equatable, Sendable {
        package var type: String
        package var id: Int
        package var properties: Properties
        package var geometry: Geometry
    }

    /// The attributes of an outline.
    package struct Properties: Model, Codable, Equatable, Sendable {
        package var name: String
        package var area: Double
        package var perimeter: Double
    }

    /// Rings of points, each an array of longitude, latitude and height.
    package struct Geometry: Model, Codable, Equatable, Sendable {
        package var type: String
        package var coordinates: [[[Double]]]
    }
}
