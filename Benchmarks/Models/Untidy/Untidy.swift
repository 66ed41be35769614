#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Yodel

/// Accounts poured together from systems that do not agree: numbers as strings and strings as numbers, truth as 1 or
/// "yes", null where there is always a value, one thing under several keys, times as text or seconds, and much that
/// nobody asked for.
///
/// It is what lenient decoding is for. `JSONDecoder` and `JSONSerialization` come with the code that somebody who has
/// to read such a feed writes for them.
package enum Untidy {
    /// All accounts.
    package struct Feed: Model, Codable, Equatable, Sendable {
        package var total: Int
        package var accounts: [Account]
    }

    /// An account.
    package struct Account: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var name: String
        package var email: String?
        package var balance: Double
        package var rating: Double?
        package var visits: Int
        package var language: String
        package var active: Bool
        package var newsletter: Bool
        package var created: Date
        package var tags: [String]
        package var address: Address?

        package static let mapping = Mapping(
            .map(\Account.name, to: "userName", "user_name", "login"),
            .map(\Account.created, to: "createdAt", "created_at"),
            .default(\Account.visits, 0),
            .default(\Account.language, "en"),
            .default(\Account.newsletter, false),
            .default(\Account.tags, []))
    }

    /// Where somebody lives.
    package struct Address: Model, Codable, Equatable, Sendable {
        package var city: String
        package var postcode: String
        package var latitude: Double
        package var longitude: Double
    }
}
