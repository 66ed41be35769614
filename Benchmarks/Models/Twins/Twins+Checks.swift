package import Yodel

extension Twins {
    /// The twin whose mapping has checks for seven of its fourteen properties, and for the whole.
    package struct Checked: Twin {
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
        package var latitude: Double
        package var longitude: Double
        package var size: [Int]
        package var owner: Owner

        package static let mapping = Mapping(
            .check(\Checked.title, .length(1...200)),
            .check(\Checked.state, .oneOf(["open", "closed", "planned", "lost"])),
            .check(\Checked.visits, .range(0...)),
            .check(\Checked.score, .range(0...10)),
            .check(\Checked.latitude, .range(-90...90)),
            .check(\Checked.longitude, .range(-180...180)),
            .check(\Checked.size, .count(2...2)),
            .check(each: \Checked.size, .range(1...)),
            .check("an identifier and when it was created") { (station: Checked) in
                station.id > 0 && station.created > 0
            })

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
            latitude = plain.latitude
            longitude = plain.longitude
            size = plain.size
            owner = plain.owner
        }

        package var plain: Station {
            Station(
                id: id, title: title, code: code, state: state, created: created, stock: stock,
                temperature: temperature, visits: visits, active: active, score: score, latitude: latitude,
                longitude: longitude, size: size, owner: owner)
        }
    }
}
