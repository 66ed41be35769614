@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension CanadaPairs.Map: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        features = try json["features"]
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension CanadaPairs.Feature: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        properties = try json["properties"]
        geometry = try json["geometry"]
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension CanadaPairs.Geometry: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        let rings: [[[Double]]] = try json["coordinates"]
        coordinates = try rings.map { ring in
            try ring.map { point in
                guard point.count == 2 else { throw MappingError(expected: InlineArray<2, Double>.self, found: point) }
                return [point[0], point[1]]
            }
        }
    }
}
