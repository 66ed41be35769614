extension Twins {
    /// The order of the members of a station.
    package enum Arrangement: Sendable {
        /// The model's order.
        case ordered
        /// Another order, which is the same for all.
        case reordered
        /// A different order for every station.
        case shuffled
        /// The model's order, with unknown members in between: three of ten.
        case interspersed
    }

    /// A list of that many stations as JSON; the same seed makes the same bytes, and the same stations in any
    /// arrangement.
    package static func json(stations: Int, seed: UInt64, _ arrangement: Arrangement = .ordered) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var order = SeededGenerator(seed: seed &+ 1)
        var json = JSONText()
        json.array { json in
            for id in 1...stations {
                var members = members(of: station(id, &random))
                switch arrangement {
                case .ordered, .interspersed: break
                case .reordered:
                    order = SeededGenerator(seed: seed &+ 1)
                    members.shuffle(using: &order)
                case .shuffled: members.shuffle(using: &order)
                }
                json.object { json in
                    for member in members {
                        if arrangement == .interspersed, order.chance(3 / 7) { strayMember(&json, &order) }
                        member(&json)
                    }
                }
            }
        }
        return json.bytes
    }

    private static func station(_ id: Int, _ random: inout SeededGenerator) -> Station {
        Station(
            id: 40_000 + id, title: Prose.handle(&random), code: Prose.hexadecimal(6, &random),
            state: random.pick(["open", "closed", "planned", "lost"]),
            created: random.integer(in: 1_230_768_000...1_767_225_599),
            stock: "\(random.skewedInteger(in: 0...5_000))", temperature: random.integer(in: -300...450),
            visits: random.skewedInteger(in: 0...90_000), active: random.chance(0.8),
            score: Double(random.integer(in: 1...99)) / 10,
            latitude: Double(random.integer(in: -89_999...89_999)) / 1_000,
            longitude: Double(random.integer(in: -179_999...179_999)) / 1_000,
            size: [random.integer(in: 1...40), random.integer(in: 1...40)],
            owner: Owner(name: Prose.name(&random), city: random.pick(Prose.places).0))
    }

    private static func members(of station: Station) -> [(inout JSONText) -> Void] {
        [
            { $0.field("id", station.id) },
            { $0.field("title", station.title) },
            { $0.field("code", station.code) },
            { $0.field("state", station.state) },
            { $0.field("created", station.created) },
            { $0.field("stock", station.stock) },
            { $0.field("temperature", station.temperature) },
            { $0.field("visits", station.visits) },
            { $0.field("active", station.active) },
            { $0.field("score", station.score) },
            { $0.field("latitude", station.latitude) },
            { $0.field("longitude", station.longitude) },
            { $0.field("size", station.size) },
            {
                $0.object("owner") { json in
                    json.field("name", station.owner.name)
                    json.field("city", station.owner.city)
                }
            },
        ]
    }

    /// A member that no model of a station has.
    private static func strayMember(_ json: inout JSONText, _ random: inout SeededGenerator) {
        let key = "x_" + Prose.hexadecimal(random.integer(in: 2...12), &random)
        switch random.integer(in: 0...4) {
        case 0: json.field(key, random.skewedInteger(in: 0...90_000))
        case 1: json.field(key, random.chance(0.5))
        case 2: json.field(key, [random.integer(in: 1...40), random.integer(in: 1...40)])
        default: json.field(key, Prose.name(&random))
        }
    }
}
