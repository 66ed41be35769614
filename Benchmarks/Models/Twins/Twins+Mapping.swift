extension Twins.Station: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        title = try json["title"]
        code = try json["code"]
        state = try json["state"]
        created = try json["created"]
        stock = try json["stock"]
        temperature = try json["temperature"]
        visits = try json["visits"]
        active = try json["active"]
        score = try json["score"]
        latitude = try json["latitude"]
        longitude = try json["longitude"]
        size = try json["size"]
        owner = try json["owner"]
    }
}

extension Twins.Owner: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        name = try json["name"]
        city = try json["city"]
    }
}
