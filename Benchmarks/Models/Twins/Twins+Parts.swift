package import Yodel

extension Twins {
    /// The twin that composes one property of two keys, reads two by index from an array that is not a property, and
    /// has an alias for one.
    package struct Composed: Twin {
        package var id: Int
        package var title: String
        package var code: String
        package var state: String
        package var created: Int
        package var stock: String
        package var temperature: Int
        package var visits: Int
        package var active: Bool
        package var score: Double
        package var position: Position
        package var width: Int
        package var height: Int
        package var owner: Owner

        package static let mapping = Mapping(
            .map(\Composed.title, to: "title", "headline"),
            .compose(\Composed.position, from: "latitude", "longitude") {
                Position(latitude: $0, longitude: $1)
            } back: {
                ($0.latitude, $0.longitude)
            },
            .map(\Composed.width, to: "size[0]"),
            .map(\Composed.height, to: "size[1]"))

        package init(_ plain: Station) {
            id = plain.id
            title = plain.title
            code = plain.code
            state = plain.state
            created = plain.created
            stock = plain.stock
            temperature = plain.temperature
            visits = plain.visits
            active = plain.active
            score = plain.score
            position = Position(latitude: plain.latitude, longitude: plain.longitude)
            width = plain.size[0]
            height = plain.size[1]
            owner = plain.owner
        }

        package var plain: Station {
            Station(
                id: id, title: title, code: code, state: state, created: created, stock: stock,
                temperature: temperature, visits: visits, active: active, score: score, latitude: position.latitude,
                longitude: position.longitude, size: [width, height], owner: owner)
        }
    }

    /// The position of a station; not a model.
    package struct Position: Sendable {
        package var latitude: Double
        package var longitude: Double
    }
}
