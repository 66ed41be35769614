extension Canada.Map: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        features = try json["features"]
    }
}

extension Canada.Feature: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        properties = try json["properties"]
        geometry = try json["geometry"]
    }
}

extension Canada.Properties: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        name = try json["name"]
    }
}

extension Canada.Geometry: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        coordinates = try json["coordinates"]
    }
}
