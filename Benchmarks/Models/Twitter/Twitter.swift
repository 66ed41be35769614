package import Yodel

/// The answer of Twitter's search API, version 1.1, as twitter.json holds it: every field of the document.
package enum Twitter {
    /// The whole answer.
    package struct Search: Model, Codable, Equatable, Sendable {
        package var statuses: [Status]
        package var search_metadata: SearchMetadata
    }

    /// The query, and the link to the next page.
    package struct SearchMetadata: Model, Codable, Equatable, Sendable {
        package var completed_in: Double
        package var max_id: Int
        package var max_id_str: String
        package var next_results: String?
        package var query: String
        package var refresh_url: String
        package var count: Int
        package var since_id: Int
        package var since_id_str: String
    }

    /// A tweet, with the tweet it repeats inside it.
    package struct Status: Model, Codable, Equatable, Sendable {
        package var metadata: Metadata
        package var created_at: String
        package var id: Int
        package var id_str: String
        package var text: String
        package var source: String
        package var truncated: Bool
        package var in_reply_to_status_id: Int?
        package var in_reply_to_status_id_str: String?
        package var in_reply_to_user_id: Int?
        package var in_reply_to_user_id_str: String?
        package var in_reply_to_screen_name: String?
        package var user: User
        package var geo: Point?
        package var coordinates: Point?
        package var place: Place?
        package var contributors: [Contributor]?
        @Indirect package var retweeted_status: Status?
        package var retweet_count: Int
        package var favorite_count: Int
        package var entities: Entities
        package var favorited: Bool
        package var retweeted: Bool
        package var possibly_sensitive: Bool?
        package var lang: String
    }

    /// How the search found a tweet.
    package struct Metadata: Model, Codable, Equatable, Sendable {
        package var result_type: String
        package var iso_language_code: String
    }

    /// Where a tweet was written; null throughout twitter.json.
    package struct Point: Model, Codable, Equatable, Sendable {
        package var type: String
        package var coordinates: [Double]
    }

    /// The place a tweet is about; null throughout twitter.json.
    package struct Place: Model, Codable, Equatable, Sendable {
        package var id: String
        package var url: String
        package var place_type: String
        package var name: String
        package var full_name: String
        package var country_code: String
        package var country: String
        package var bounding_box: BoundingBox
    }

    /// The outline of a place.
    package struct BoundingBox: Model, Codable, Equatable, Sendable {
        package var type: String
        package var coordinates: [[[Double]]]
    }

    /// An author who wrote a tweet for its account; null throughout twitter.json.
    package struct Contributor: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var id_str: String
        package var screen_name: String
    }

    /// An account.
    package struct User: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var id_str: String
        package var name: String
        package var screen_name: String
        package var location: String
        package var description: String
        package var url: String?
        package var entities: UserEntities
        package var protected: Bool
        package var followers_count: Int
        package var friends_count: Int
        package var listed_count: Int
        package var created_at: String
        package var favourites_count: Int
        package var utc_offset: Int?
        package var time_zone: String?
        package var geo_enabled: Bool
        package var verified: Bool
        package var statuses_count: Int
        package var lang: String
        package var contributors_enabled: Bool
        package var is_translator: Bool
        package var is_translation_enabled: Bool
        package var profile_background_color: String
        package var profile_background_image_url: String
        package var profile_background_image_url_https: String
        package var profile_background_tile: Bool
        package var profile_image_url: String
        package var profile_image_url_https: String
        package var profile_banner_url: String?
        package var profile_link_color: String
        package var profile_sidebar_border_color: String
        package var profile_sidebar_fill_color: String
        package var profile_text_color: String
        package var profile_use_background_image: Bool
        package var default_profile: Bool
        package var default_profile_image: Bool
        package var following: Bool
        package var follow_request_sent: Bool
        package var notifications: Bool
    }

    /// The links in an account's own texts.
    package struct UserEntities: Model, Codable, Equatable, Sendable {
        package var url: LinkList?
        package var description: LinkList
    }

    /// Links of one text.
    package struct LinkList: Model, Codable, Equatable, Sendable {
        package var urls: [Link]
    }

    /// What the text of a tweet refers to.
    package struct Entities: Model, Codable, Equatable, Sendable {
        package var hashtags: [Hashtag]
        package var symbols: [Hashtag]
        package var urls: [Link]
        package var user_mentions: [UserMention]
        package var media: [Media]?
    }

    /// A tag or symbol, and its place in the text.
    package struct Hashtag: Model, Codable, Equatable, Sendable {
        package var text: String
        package var indices: [Int]
    }

    /// A shortened link, and its place in the text.
    package struct Link: Model, Codable, Equatable, Sendable {
        package var url: String
        package var expanded_url: String
        package var display_url: String
        package var indices: [Int]
    }

    /// A mentioned account, and its place in the text.
    package struct UserMention: Model, Codable, Equatable, Sendable {
        package var screen_name: String
        package var name: String
        package var id: Int
        package var id_str: String
        package var indices: [Int]
    }

    /// A picture.
    package struct Media: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var id_str: String
        package var indices: [Int]
        package var media_url: String
        package var media_url_https: String
        package var url: String
        package var display_url: String
        package var expanded_url: String
        package var type: String
        package var sizes: MediaSizes
        package var source_status_id: Int?
        package var source_status_id_str: String?
    }

    /// The available sizes of a picture.
    package struct MediaSizes: Model, Codable, Equatable, Sendable {
        package var medium: MediaSize
        package var small: MediaSize
        package var thumb: MediaSize
        package var large: MediaSize
    }

    /// One size of a picture.
    package struct MediaSize: Model, Codable, Equatable, Sendable {
        package var w: Int
        package var h: Int
        package var resize: String
    }
}
