extension Twins {
    /// A list of that many stations as JSON; the same seed makes the same bytes.
    package static func json(stations: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var json = JSONText()
        json.array { json in
            for id in 1...stations {
                json.object { station(id, &$0, &random) }
            }
        }
        return json.bytes
    }

    private static func station(_ id: Int, _ json: inout JSONText, _ random: inout SeededGenerator) {
        json.field("id", 40_000 + id)
        json.field("title", Prose.handle(&random))
        json.field("code", Prose.hexadecimal(6, &random))
        json.field("state", random.pick(["open", "closed", "planned", "lost"]))
        json.field("created", random.integer(in: 1_230_768_000...1_767_225_599))
        json.field("stock", "\(random.skewedInteger(in: 0...5_000))")
        json.field("temperature", random.integer(in: -300...450))
        json.field("visits", random.skewedInteger(in: 0...90_000))
        json.field("active", random.chance(0.8))
        json.field("score", Double(random.integer(in: 1...99)) / 10)
        json.field("latitude", Double(random.integer(in: -89_999...89_999)) / 1_000)
        json.field("longitude", Double(random.integer(in: -179_999...179_999)) / 1_000)
        json.field("size", [random.integer(in: 1...40), random.integer(in: 1...40)])
        json.object("owner") { json in
            json.field("name", Prose.name(&random))
            json.field("city", random.pick(Prose.places).0)
        }
    }
}
