package import Yodel

extension Twins {
    /// The twin in which no property has the name of its key: two also have aliases, and two are found by a path, for
    /// which the plain one has a model.
    package struct Named: Twin {
        package var number: Int
        package var heading: String
        package var mark: String
        package var phase: String
        package var made: Int
        package var left: String
        package var warmth: Int
        package var views: Int
        package var works: Bool
        package var grade: Double
        package var north: Double
        package var east: Double
        package var extent: [Int]
        package var ownerName: String
        package var ownerCity: String

        package static let mapping = Mapping(
            .map(\Named.number, to: "id"),
            .map(\Named.heading, to: "title", "headline"),
            .map(\Named.mark, to: "code"),
            .map(\Named.phase, to: "state", "status"),
            .map(\Named.made, to: "created"),
            .map(\Named.left, to: "stock"),
            .map(\Named.warmth, to: "temperature"),
            .map(\Named.views, to: "visits"),
            .map(\Named.works, to: "active"),
            .map(\Named.grade, to: "score"),
            .map(\Named.north, to: "latitude"),
            .map(\Named.east, to: "longitude"),
            .map(\Named.extent, to: "size"),
            .map(\Named.ownerName, to: "owner.name"),
            .map(\Named.ownerCity, to: "owner.city"))

        package init(_ plain: Station) {
            number = plain.id
            heading = plain.title
            mark = plain.code
            phase = plain.state
            made = plain.created
            left = plain.stock
            warmth = plain.temperature
            views = plain.visits
            works = plain.active
            grade = plain.score
            north = plain.latitude
            east = plain.longitude
            extent = plain.size
            ownerName = plain.owner.name
            ownerCity = plain.owner.city
        }

        package var plain: Station {
            Station(
                id: number, title: heading, code: mark, state: phase, created: made, stock: left, temperature: warmth,
                visits: views, active: works, score: grade, latitude: north, longitude: east, size: extent,
                owner: Owner(name: ownerName, city: ownerCity))
        }
    }
}
