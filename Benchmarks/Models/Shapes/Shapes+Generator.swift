extension Shapes {
    /// That many outlines as JSON; the same seed makes the same bytes.
    package static func json(features: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var json = JSONText()
        json.object { json in
            json.field("type", "FeatureCollection")
            json.array(
                "bbox"
            ) { json in
                for edge in [-180.0, -85.0, 180.0, 85.0] { json.value(edge) }
            }
            json.array("features") { json in
                for id in 1...features {
                    json.object { feature(id, &$0, &random) }
                }
            }
        }
        return json.bytes
    }

    private static func feature(_ id: Int, _ json: inout JSONText, _ random: inout SeededGenerator) {
        json.field("type", "Feature")
        json.field("id", id)
        json.object(
            "properties"
        ) { json in
            json.field("name", Prose.text(words: 1...3, &random).text)
            json.field("area", random.number(in: 1..<90_000))
            json.field("perimeter", random.number(in: 1..<9_000))
        }
        json.object("geometry") { json in
            json.field("type", "Polygon")
            json.array(
                "coordinates"
            ) { json in
                for _ in 0..<random.integer(in: 1...3) {
                    json.array { ring(points: random.integer(in: 40...400), &$0, &random) }
                }
            }
        }
    }

    /// Writes a walk: each point near the one before, as on a coast.
    private static func ring(points: Int, _ json: inout JSONText, _ random: inout SeededGenerator) {
        var (longitude, latitude) = (random.number(in: -170..<170), random.number(in: -75..<75))
        for _ in 0..<points {
            longitude += random.number(in: -0.05..<0.05)
            latitude += random.number(in: -0.05..<0.05)
            json.array { json in
                json.value(longitude)
                json.value(latitude)
                json.value(random.number(in: 0..<4_000))
            }
        }
    }
}
