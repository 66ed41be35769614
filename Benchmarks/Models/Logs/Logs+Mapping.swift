extension Logs.Entry: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        timestamp = try json["timestamp"]
        level = try json["level"]
        service = try json["service"]
        message = try json["message"]
        request_id = try json["request_id"]
        duration_ms = try json["duration_ms"]
        user_id = try json["user_id"]
        context = try json["context"]
        error = try json["error"]
    }
}

extension Logs.Level: JSONMappable {}

extension Logs.Context: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        host = try json["host"]
        region = try json["region"]
        attempt = try json["attempt"]
        cached = try json["cached"]
    }
}

extension Logs.Failure: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        code = try json["code"]
        trace = try json["trace"]
    }
}
