import Yodel

/// A list of accounts as GitHub describes them: flat objects of 30 fields, most of them addresses.
package enum UserList {
    /// An account.
    package struct User: Model, Codable, Hashable, Sendable {
        package var login: String
        package var id: Int
        package var avatar_url: String
        package var gravatar_id: String
        package var url: String
        package var html_url: String
        package var followers_url: String
        package var following_url: String
        package var gists_url: String
        package var starred_url: String
        package var subscriptions_url: String
        package var organizations_url: String
        package var repos_url: String
        package var events_url: String
        package var received_events_url: String
        package var type: String
        package var site_admin: Bool
        package var name: String?
        package var company: String?
        package var blog: String?
        package var location: String?
        package var email: String?
        package var hireable: Bool?
        package var bio: String?
        package var public_repos: Int
        package var public_gists: Int
        package var followers: Int
        package var following: Int
        package var created_at: String
        package var updated_at: String
    }
}
