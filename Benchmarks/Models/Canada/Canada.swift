import Yodel

/// The outline of Canada in GeoJSON, as canada.json holds it: every field of the document.
package enum Canada {
    /// A collection of features.
    package struct Map: Model, Codable, Equatable, Sendable {
        package var type: String
        package var features: [Feature]
    }

    /// A country.
    package struct Feature: Model, Codable, Equatable, Sendable {
        package var type: String
        package var properties: Properties
        package var geometry: Geometry
    }

    /// The attributes of a feature.
    package struct Properties: Model, Codable, Equatable, Sendable {
        package var name: String
    }

    /// Rings of points, each an array of longitude and latitude.
    package struct Geometry: Model, Codable, Equatable, Sendable {
        package var type: String
        package var coordinates: [[[Double]]]
    }
}
