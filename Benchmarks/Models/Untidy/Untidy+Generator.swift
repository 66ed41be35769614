extension Untidy {
    /// A feed of that many accounts as JSON; the same seed makes the same bytes.
    package static func json(accounts count: Int, seed: UInt64) -> [UInt8] {
        var writer = Writer(random: SeededGenerator(seed: seed))
        var json = JSONText()
        json.object { json in
            json.field("total", "\(count)")
            json.object("paging") { $0.field("next", nil as String?) }
            json.array("accounts") { json in
                for index in 0..<count {
                    json.object { writer.account(4_000_000 + index, &$0) }
                }
            }
        }
        return json.bytes
    }

    private struct Writer {
        var random: SeededGenerator

        mutating func account(_ id: Int, _ json: inout JSONText) {
            integer("id", id, &json)
            name(&json)
            json.field("email", random.chance(0.7) ? "\(Prose.handle(&random))@mail.example.com" : nil)
            clutter(&json)
            number("balance", Double(random.skewedInteger(in: 0...9_000_000)) / 100, &json)
            rating(&json)
            if random.chance(0.5) {
                integer("visits", random.skewedInteger(in: 0...5_000), &json)
            } else if random.chance(0.5) {
                json.field("visits", nil as Int?)
            }
            json.field("language", random.chance(0.6) ? random.pick(["de", "is", "ja", "pt"]) : nil)
            truth("active", random.chance(0.8), &json)
            if random.chance(0.6) {
                truth("newsletter", random.chance(0.3), &json)
            }
            created(&json)
            if random.chance(0.6) {
                json.array("tags") { json in
                    for _ in 0..<random.integer(in: 0...3) {
                        json.value(random.pick(["new", "vip", "staff", "press", "trial"]))
                    }
                }
            } else {
                json.field("tags", nil as String?)
            }
            if random.chance(0.5) {
                json.object("address") { address(&$0) }
            }
            json.object("_links") { json in
                json.field("self", "https://api.example.com/accounts/\(id)")
                json.field("avatar", "https://cdn.example.com/\(Prose.hexadecimal(24, &random)).png")
            }
        }

        /// Writes the name under one of three keys, sometimes under two: then the one of higher rank counts, unless it
        /// is null.
        private mutating func name(_ json: inout JSONText) {
            let name = Prose.name(&random)
            switch random.integer(in: 0...4) {
            case 0: json.field("userName", name)
            case 1: json.field("user_name", name)
            case 2: json.field("login", Prose.handle(&random))
            case 3:
                json.field("login", Prose.handle(&random))
                json.field("user_name", name)
            default:
                json.field("userName", nil as String?)
                json.field("login", Prose.handle(&random))
            }
        }

        private mutating func integer(_ name: String, _ value: Int, _ json: inout JSONText) {
            random.chance(0.4) ? json.field(name, "\(value)") : json.field(name, value)
        }

        private mutating func number(_ name: String, _ value: Double, _ json: inout JSONText) {
            random.chance(0.4) ? json.field(name, "\(value)") : json.field(name, value)
        }

        private mutating func truth(_ name: String, _ value: Bool, _ json: inout JSONText) {
            switch random.integer(in: 0...3) {
            case 0: json.field(name, value)
            case 1: json.field(name, value ? 1 : 0)
            case 2: json.field(name, value ? "yes" : "no")
            default: json.field(name, value ? "true" : "false")
            }
        }

        private mutating func rating(_ json: inout JSONText) {
            switch random.integer(in: 0...3) {
            case 0: json.field("rating", "null")
            case 1: json.field("rating", nil as String?)
            default: number("rating", Double(random.integer(in: 10...50)) / 10, &json)
            }
        }

        /// Writes the time as text under one key or as seconds under another.
        private mutating func created(_ json: inout JSONText) {
            if random.chance(0.5) {
                json.field("createdAt", Prose.timestamp(&random))
            } else {
                json.field("created_at", random.integer(in: 1_230_768_000...1_767_225_599))
            }
        }

        private mutating func address(_ json: inout JSONText) {
            json.field("city", random.pick(Prose.places).0)
            // Postcodes are text, but those of digits alone are often written as numbers.
            let postcode = random.integer(in: 10_000...99_999)
            random.chance(0.6) ? json.field("postcode", postcode) : json.field("postcode", "\(postcode)")
            json.field("country_hint", random.pick(Prose.places).1)
            number("latitude", Double(random.integer(in: -89_999...89_999)) / 1_000, &json)
            number("longitude", Double(random.integer(in: -179_999...179_999)) / 1_000, &json)
        }

        /// Writes members that no model uses.
        private mutating func clutter(_ json: inout JSONText) {
            json.field("schema", "urn:accounts:v\(random.integer(in: 1...7))")
            if random.chance(0.5) {
                json.object("tracking") { json in
                    json.field("campaign", Prose.hexadecimal(16, &random))
                    json.array("touches") { json in
                        for _ in 0..<random.integer(in: 1...4) {
                            json.object { json in
                                json.field("at", Prose.timestamp(&random))
                                json.field("weight", random.fraction())
                            }
                        }
                    }
                }
            }
        }
    }
}
