extension Projection {
    /// A list of that many orders of 40 fields each as JSON; the same seed makes the same bytes.
    package static func json(orders: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var json = JSONText()
        json.array { json in
            for index in 0..<orders {
                json.object { order(7_000_000 + index, &$0, &random) }
            }
        }
        return json.bytes
    }

    private static func order(_ id: Int, _ json: inout JSONText, _ random: inout SeededGenerator) {
        let note = Prose.text(words: 4...18, &random)
        json.field("uuid", Prose.hexadecimal(32, &random))
        json.field("id", id)
        json.field("number", "A-\(id)")
        json.field("created_at", Prose.timestamp(&random))
        json.field("updated_at", Prose.timestamp(&random))
        json.object("customer") { party(&$0, &random) }
        json.object("recipient") { party(&$0, &random) }
        json.field("note", note.text)
        json.field("language", note.language)
        json.field("currency", random.pick(["EUR", "USD", "JPY", "ISK"]))
        json.field("channel", random.pick(["web", "app", "phone"]))
        json.field("gift", random.chance(0.1))
        json.field("weight", random.number(in: 0.1..<40))
        json.field("volume", random.number(in: 0.1..<400))
        json.array(
            "lines"
        ) { json in
            for line in 1...random.integer(in: 1...4) {
                json.object { json in
                    json.field("line", line)
                    json.field("product", Prose.text(words: 2...5, &random).text)
                    json.field("quantity", random.integer(in: 1...9))
                    json.field("price", random.number(in: 1..<900))
                }
            }
        }
        json.field("status", random.pick(["open", "paid", "packed", "sent", "returned"]))
        json.field("priority", random.integer(in: 1...5))
        for name in ["coupon", "campaign", "referrer", "affiliate", "partner"] {
            json.field(name, random.chance(0.3) ? Prose.hexadecimal(12, &random) : nil)
        }
        for name in ["discount", "shipping", "tax", "handling", "insurance"] {
            json.field(name, random.number(in: 0..<90))
        }
        json.field("total", random.number(in: 10..<5_000))
        for name in ["paid_at", "packed_at", "sent_at", "delivered_at"] {
            json.field(name, random.chance(0.7) ? Prose.timestamp(&random) : nil)
        }
        for name in ["warehouse_id", "carrier_id", "packer_id", "clerk_id"] {
            json.field(name, random.integer(in: 1...9_999))
        }
        json.field("tracking", "https://carrier.example.com/\(Prose.hexadecimal(20, &random))")
        json.field("tags", [1, 2, 3].map { $0 * random.integer(in: 1...50) })
        json.field("attempts", random.integer(in: 0...3))
        json.field("comment", random.chance(0.2) ? Prose.text(words: 5...30, &random).text : nil)
    }

    private static func party(_ json: inout JSONText, _ random: inout SeededGenerator) {
        let (city, country) = random.pick(Prose.places)
        json.field("name", Prose.name(&random))
        json.field("street", "\(random.pick(Prose.surnames)) Street \(random.integer(in: 1...200))")
        json.field("city", city)
        json.field("country", country)
        json.field("phone", "+\(random.integer(in: 10_000_000...99_999_999))")
    }
}
