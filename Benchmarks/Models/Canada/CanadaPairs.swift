import Yodel

/// The outline of Canada with points as fixed pairs, stored inline in the rings: no heap block for each point.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
package enum CanadaPairs {
    /// A collection of features.
    package struct Map: Model, Codable, Equatable, Sendable {
        package var type: String
        package var features: [Feature]
    }

    /// A country.
    package struct Feature: Model, Codable, Equatable, Sendable {
        package var type: String
        package var properties: Canada.Properties
        package var geometry: Geometry
    }

    /// Rings of points, each a longitude and a latitude.
    package struct Geometry: Model, Sendable {
        package var type: String
        package var coordinates: [[InlineArray<2, Double>]]
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension CanadaPairs.Geometry: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type
            && left.coordinates.elementsEqual(right.coordinates) { ring, other in
                ring.elementsEqual(other) { $0[0] == $1[0] && $0[1] == $1[1] }
            }
    }
}

// The standard library gives fixed arrays no `Codable` conformance: a user who wants one writes this.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension CanadaPairs.Geometry: Codable {
    private enum CodingKeys: CodingKey {
        case type, coordinates
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        coordinates = []
        var rings = try container.nestedUnkeyedContainer(forKey: .coordinates)
        while !rings.isAtEnd {
            var ring: [InlineArray<2, Double>] = []
            var points = try rings.nestedUnkeyedContainer()
            while !points.isAtEnd {
                var point = try points.nestedUnkeyedContainer()
                ring.append([try point.decode(Double.self), try point.decode(Double.self)])
            }
            coordinates.append(ring)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(coordinates.map { $0.map { [$0[0], $0[1]] } }, forKey: .coordinates)
    }
}
