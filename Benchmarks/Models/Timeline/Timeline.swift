package import Yodel

/// A social network's timeline: objects within objects, texts in many scripts, long ids, fields that are often null
/// or absent.
package enum Timeline {
    /// A page of the timeline.
    package struct Page: Model, Codable, Equatable, Sendable {
        package var items: [Post]
        package var next_cursor: String?
        package var generated_at: String
    }

    /// A post, with the post it quotes inside it.
    package struct Post: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var id_str: String
        package var created_at: String
        package var text: String
        package var lang: String
        package var source: String
        package var truncated: Bool
        package var author: Account
        package var reply_to: Reply?
        package var place: Place?
        @Indirect package var quoted: Post?
        package var entities: Entities
        package var counts: Counts
        package var sensitive: Bool?
        package var edited_at: String?
    }

    /// Who wrote a post.
    package struct Account: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var id_str: String
        package var handle: String
        package var name: String
        package var bio: String
        package var url: String?
        package var location: String?
        package var avatar: String
        package var banner: String?
        package var verified: Bool
        package var followers: Int
        package var following: Int
        package var posts: Int
        package var created_at: String
        package var utc_offset: Int?
        package var locked: Bool
    }

    /// The post that is answered.
    package struct Reply: Model, Codable, Equatable, Sendable {
        package var post_id: Int
        package var account_id: Int
        package var handle: String
    }

    /// Where a post was written.
    package struct Place: Model, Codable, Equatable, Sendable {
        package var name: String
        package var country_code: String
        package var longitude: Double
        package var latitude: Double
    }

    /// What the text of a post refers to.
    package struct Entities: Model, Codable, Equatable, Sendable {
        package var tags: [Tag]
        package var mentions: [Mention]
        package var links: [Link]
        package var media: [Media]?
    }

    /// A tag, and its place in the text.
    package struct Tag: Model, Codable, Equatable, Sendable {
        package var text: String
        package var indices: [Int]
    }

    /// A mentioned account, and its place in the text.
    package struct Mention: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var handle: String
        package var indices: [Int]
    }

    /// A link, and its place in the text.
    package struct Link: Model, Codable, Equatable, Sendable {
        package var url: String
        package var display_url: String
        package var title: String?
        package var indices: [Int]
    }

    /// A picture or a film, in several sizes.
    package struct Media: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var type: String
        package var url: String
        package var alt: String?
        package var sizes: [String: Size]
    }

    /// One size of a picture.
    package struct Size: Model, Codable, Equatable, Sendable {
        package var w: Int
        package var h: Int
        package var crop: Bool
    }

    /// How often others reacted.
    package struct Counts: Model, Codable, Equatable, Sendable {
        package var replies: Int
        package var reposts: Int
        package var likes: Int
        package var views: Int
    }
}
