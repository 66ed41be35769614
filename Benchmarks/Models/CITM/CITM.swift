import Yodel

/// The programme of a concert agency, as citm_catalog.json holds it: every field of the document.
package enum CITM {
    /// The whole programme: names by id, events by id, and the performances.
    package struct Catalog: Model, Codable, Equatable, Sendable {
        package var areaNames: [String: String]
        package var audienceSubCategoryNames: [String: String]
        package var blockNames: [String: String]
        package var events: [String: Event]
        package var performances: [Performance]
        package var seatCategoryNames: [String: String]
        package var subTopicNames: [String: String]
        package var subjectNames: [String: String]
        package var topicNames: [String: String]
        package var topicSubTopics: [String: [Int]]
        package var venueNames: [String: String]
    }

    /// Something that is performed once or more.
    package struct Event: Model, Codable, Equatable, Sendable {
        package var description: String?
        package var id: Int
        package var logo: String?
        package var name: String
        package var subTopicIds: [Int]
        package var subjectCode: String?
        package var subtitle: String?
        package var topicIds: [Int]
    }

    /// One evening.
    package struct Performance: Model, Codable, Equatable, Sendable {
        package var eventId: Int
        package var id: Int
        package var logo: String?
        package var name: String?
        package var prices: [Price]
        package var seatCategories: [SeatCategory]
        package var seatMapImage: String?
        package var start: Int
        package var venueCode: String
    }

    /// What a seat costs, in cents.
    package struct Price: Model, Codable, Equatable, Sendable {
        package var amount: Int
        package var audienceSubCategoryId: Int
        package var seatCategoryId: Int
    }

    /// The areas with seats of one price.
    package struct SeatCategory: Model, Codable, Equatable, Sendable {
        package var areas: [Area]
        package var seatCategoryId: Int
    }

    /// A part of the hall.
    package struct Area: Model, Codable, Equatable, Sendable {
        package var areaId: Int
        package var blockIds: [Int]
    }
}
