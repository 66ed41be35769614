import Foundation
package import Yodel

extension Untidy.Feed: BenchmarkDocument {
    package static var modelDecoder: ModelDecoder {
        var decoder = ModelDecoder()
        decoder.conversions = .lenient
        decoder.nulls = .useDefault
        return decoder
    }

    package init(json value: Any) throws {
        let json = try LooseFields(value)
        total = try json.required(json.integer("total"))
        accounts = try json.required(json.value("accounts").map { try [Untidy.Account](json: $0) })
    }
}

extension Untidy.Account: JSONMappable {
    package init(json value: Any) throws {
        let json = try LooseFields(value)
        id = try json.required(json.integer("id"))
        name = try json.required(json.text("userName") ?? json.text("user_name") ?? json.text("login"))
        email = try json.text("email")
        balance = try json.required(json.number("balance"))
        rating = try json.number("rating")
        visits = try json.integer("visits") ?? 0
        language = try json.text("language") ?? "en"
        active = try json.required(json.truth("active"))
        newsletter = try json.truth("newsletter") ?? false
        created = try json.required(json.date("createdAt") ?? json.date("created_at"))
        tags = try json.value("tags").map { try [String](json: $0) } ?? []
        address = try json.value("address").map { try Untidy.Address(json: $0) }
    }
}

extension Untidy.Address: JSONMappable {
    package init(json value: Any) throws {
        let json = try LooseFields(value)
        city = try json.required(json.text("city"))
        postcode = try json.required(json.text("postcode"))
        latitude = try json.required(json.number("latitude"))
        longitude = try json.required(json.number("longitude"))
    }
}

/// A JSON object whose fields come in several forms; nil if absent or null.
private struct LooseFields {
    private let fields: [String: Any]

    init(_ value: Any) throws {
        guard let fields = value as? [String: Any] else {
            throw MappingError(expected: [String: Any].self, found: value)
        }
        self.fields = fields
    }

    func value(_ key: String) -> Any? {
        guard let value = fields[key], type(of: value) != NSNull.self else { return nil }
        return value
    }

    func integer(_ key: String) throws -> Int? {
        guard let value = value(key) else { return nil }
        guard let text = value as? String else { return try Int(json: value) }
        return try LooseText.isNull(text) ? nil : required(Int(text))
    }

    func number(_ key: String) throws -> Double? {
        guard let value = value(key) else { return nil }
        guard let text = value as? String else { return try Double(json: value) }
        return try LooseText.isNull(text) ? nil : required(Double(text))
    }

    func text(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        return try value as? String ?? String(Int(json: value))
    }

    func truth(_ key: String) throws -> Bool? {
        guard let value = value(key) else { return nil }
        guard let text = value as? String else { return try Bool(json: value) }
        return try required(LooseText.bool(text))
    }

    func date(_ key: String) throws -> Date? {
        guard let value = value(key) else { return nil }
        guard let text = value as? String else { return Date(timeIntervalSince1970: try Double(json: value)) }
        return try required(LooseText.date(text))
    }

    /// The value of a required field; throws if it is missing or not understood.
    func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw MappingError(expected: Value.self, found: nil) }
        return value
    }
}
