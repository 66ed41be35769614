extension Shapes.Collection: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        bbox = try json["bbox"]
        features = try json["features"]
    }
}

extension Shapes.Feature: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        id = try json["id"]
        properties = try json["properties"]
        geometry = try json["geometry"]
    }
}

extension Shapes.Properties: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        name = try json["name"]
        area = try json["area"]
        perimeter = try json["perimeter"]
    }
}

extension Shapes.Geometry: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        coordinates = try json["coordinates"]
    }
}
