extension Projection.Order: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        status = try json["status"]
        total = try json["total"]
    }
}
