#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Untidy.Feed {
    private enum Keys: String, CodingKey {
        case total, accounts
    }

    package init(from decoder: any Decoder) throws {
        let json = try decoder.container(keyedBy: Keys.self)
        total = try json.required(.total, json.integer(.total))
        accounts = try json.decode([Untidy.Account].self, forKey: .accounts)
    }
}

extension Untidy.Account {
    private enum Keys: String, CodingKey {
        case id, userName, user_name, login, email, balance, rating, visits, language, active, newsletter
        case createdAt, created_at, tags, address
    }

    package init(from decoder: any Decoder) throws {
        let json = try decoder.container(keyedBy: Keys.self)
        id = try json.required(.id, json.integer(.id))
        name = try json.required(.userName, json.text(.userName) ?? json.text(.user_name) ?? json.text(.login))
        email = try json.text(.email)
        balance = try json.required(.balance, json.number(.balance))
        rating = try json.number(.rating)
        visits = try json.integer(.visits) ?? 0
        language = try json.text(.language) ?? "en"
        active = try json.required(.active, json.truth(.active))
        newsletter = try json.truth(.newsletter) ?? false
        created = try json.required(.createdAt, json.date(.createdAt) ?? json.date(.created_at))
        tags = try json.decodeIfPresent([String].self, forKey: .tags) ?? []
        address = try json.decodeIfPresent(Untidy.Address.self, forKey: .address)
    }
}

extension Untidy.Address {
    private enum Keys: String, CodingKey {
        case city, postcode, latitude, longitude
    }

    package init(from decoder: any Decoder) throws {
        let json = try decoder.container(keyedBy: Keys.self)
        city = try json.required(.city, json.text(.city))
        postcode = try json.required(.postcode, json.text(.postcode))
        latitude = try json.required(.latitude, json.number(.latitude))
        longitude = try json.required(.longitude, json.number(.longitude))
    }
}

/// Fields that come in several forms; nil if absent or null. The likeliest form is tried first.
extension KeyedDecodingContainer {
    fileprivate func integer(_ key: Key) throws -> Int? {
        guard try hasValue(key) else { return nil }
        if let number = try? decode(Int.self, forKey: key) { return number }
        let text = try decode(String.self, forKey: key)
        return try LooseText.isNull(text) ? nil : understood(Int(text), text, key)
    }

    fileprivate func number(_ key: Key) throws -> Double? {
        guard try hasValue(key) else { return nil }
        if let number = try? decode(Double.self, forKey: key) { return number }
        let text = try decode(String.self, forKey: key)
        return try LooseText.isNull(text) ? nil : understood(Double(text), text, key)
    }

    fileprivate func text(_ key: Key) throws -> String? {
        guard try hasValue(key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return text }
        return String(try decode(Int.self, forKey: key))
    }

    fileprivate func truth(_ key: Key) throws -> Bool? {
        guard try hasValue(key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return try understood(LooseText.bool(text), text, key) }
        if let flag = try? decode(Bool.self, forKey: key) { return flag }
        return try decode(Int.self, forKey: key) != 0
    }

    fileprivate func date(_ key: Key) throws -> Date? {
        guard try hasValue(key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return try understood(LooseText.date(text), text, key) }
        return Date(timeIntervalSince1970: try decode(Double.self, forKey: key))
    }

    fileprivate func required<Value>(_ key: Key, _ value: Value?) throws -> Value {
        guard let value else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no value"))
        }
        return value
    }

    private func hasValue(_ key: Key) throws -> Bool {
        try contains(key) && !decodeNil(forKey: key)
    }

    private func understood<Value>(_ value: Value?, _ text: String, _ key: Key) throws -> Value {
        guard let value else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "'\(text)' is not a \(Value.self)")
        }
        return value
    }
}
