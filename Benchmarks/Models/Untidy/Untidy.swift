#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Yodel

/// Accounts from systems that do not agree: numbers as strings and strings as numbers, truth as 1 or "yes", null for
/// required values, one value under several keys, times as text or seconds, and many unused members.
///
/// It is a case for lenient decoding. `JSONDecoder` and `JSONSerialization` get the code that a user would write to
/// read such a feed.
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

    /// An account's address.
    package struct Address: Model, Codable, Equatable, Sendable {
        package var city: String
        package var postcode: String
        package var latitude: Double
        package var longitude: Double
    }
}
