extension Timeline {
    /// A page of that many posts as JSON; the same seed makes the same bytes.
    package static func json(posts: Int, seed: UInt64) -> [UInt8] {
        var writer = Writer(random: SeededGenerator(seed: seed))
        // In ASCII, as social networks write timelines: with `\u` escapes and surrogate pairs.
        var json = JSONText(escaping: .ascii)
        json.object { json in
            json.array("items") { json in
                for _ in 0..<posts { json.object { writer.post(&$0, nested: false) } }
            }
            json.field("next_cursor", Prose.hexadecimal(24, &writer.random))
            json.field("generated_at", Prose.timestamp(&writer.random))
        }
        return json.bytes
    }

    private struct Writer {
        var random: SeededGenerator

        mutating func post(_ json: inout JSONText, nested: Bool) {
            let (text, language) = Prose.text(words: 6...34, &random)
            identifier("", &json)
            json.field("created_at", Prose.timestamp(&random))
            json.field("text", text)
            json.field("lang", language)
            json.field("source", "<a href=\"https://clients.example.com/\(random.integer(in: 1...9))\">a client</a>")
            json.field("truncated", random.chance(0.05))
            json.object("author") { account(&$0) }
            if random.chance(0.3) { json.object("reply_to") { reply(&$0) } } else { null("reply_to", &json) }
            if random.chance(0.1) { json.object("place") { place(&$0) } } else { null("place", &json) }
            if !nested && random.chance(0.4) {
                json.object("quoted") { post(&$0, nested: true) }
            }
            json.object("entities") { entities(&$0) }
            json.object("counts") { json in
                for name in ["replies", "reposts", "likes", "views"] {
                    json.field(name, random.skewedInteger(in: 0...900_000))
                }
            }
            if random.chance(0.2) { json.field("sensitive", random.chance(0.5)) }
            if random.chance(0.1) { json.field("edited_at", Prose.timestamp(&random)) }
        }

        private mutating func account(_ json: inout JSONText) {
            let handle = Prose.handle(&random)
            identifier("", &json)
            json.field("handle", handle)
            json.field("name", Prose.name(&random))
            json.field("bio", Prose.text(words: 3...20, &random).text)
            json.field("url", random.chance(0.5) ? "https://\(handle).example.org/about/" : nil)
            json.field("location", random.chance(0.6) ? random.pick(Prose.places).0 : nil)
            json.field("avatar", "https://images.example.com/avatars/\(Prose.hexadecimal(16, &random))_normal.jpeg")
            if random.chance(0.7) {
                json.field("banner", "https://images.example.com/banners/\(Prose.hexadecimal(16, &random))")
            }
            json.field("verified", random.chance(0.05))
            json.field("followers", random.skewedInteger(in: 0...4_000_000))
            json.field("following", random.skewedInteger(in: 0...8_000))
            json.field("posts", random.skewedInteger(in: 1...90_000))
            json.field("created_at", Prose.timestamp(&random))
            json.field("utc_offset", random.chance(0.5) ? random.integer(in: -12...12) * 3600 : nil)
            json.field("locked", random.chance(0.1))
        }

        private mutating func entities(_ json: inout JSONText) {
            json.array("tags") { json in
                for _ in 0..<random.skewedInteger(in: 0...6) {
                    json.object { json in
                        json.field("text", Prose.text(words: 1...1, &random).text)
                        json.field("indices", indices())
                    }
                }
            }
            json.array("mentions") { json in
                for _ in 0..<random.skewedInteger(in: 0...6) {
                    json.object { json in
                        json.field("id", longIdentifier())
                        json.field("handle", Prose.handle(&random))
                        json.field("indices", indices())
                    }
                }
            }
            json.array("links") { json in
                for _ in 0..<random.skewedInteger(in: 0...4) { json.object { link(&$0) } }
            }
            if random.chance(0.3) {
                json.array("media") { json in
                    for _ in 0..<random.integer(in: 1...3) { json.object { media(&$0) } }
                }
            }
        }

        private mutating func link(_ json: inout JSONText) {
            let path = Prose.hexadecimal(10, &random)
            json.field("url", "https://s.example.com/\(path)")
            json.field("display_url", "news.example.org/2024/\(path)…")
            json.field("title", random.chance(0.5) ? Prose.text(words: 4...9, &random).text : nil)
            json.field("indices", indices())
        }

        private mutating func media(_ json: inout JSONText) {
            json.field("id", longIdentifier())
            json.field("type", random.pick(["photo", "photo", "video"]))
            json.field("url", "https://images.example.com/media/\(Prose.hexadecimal(15, &random)).jpg")
            json.field("alt", random.chance(0.4) ? Prose.text(words: 3...12, &random).text : nil)
            json.object(
                "sizes"
            ) { json in
                for (name, width) in [("thumb", 150), ("small", 340), ("medium", 600), ("large", 1024)] {
                    json.object(name) { json in
                        json.field("w", width)
                        json.field("h", width * random.integer(in: 50...150) / 100)
                        json.field("crop", name == "thumb")
                    }
                }
            }
        }

        private mutating func reply(_ json: inout JSONText) {
            json.field("post_id", longIdentifier())
            json.field("account_id", longIdentifier())
            json.field("handle", Prose.handle(&random))
        }

        private mutating func place(_ json: inout JSONText) {
            let (name, country) = random.pick(Prose.places)
            json.field("name", name)
            json.field("country_code", country)
            json.field("longitude", random.number(in: -180..<180))
            json.field("latitude", random.number(in: -85..<85))
        }

        /// Writes an id twice, as a number and as text: JavaScript cannot read the number.
        private mutating func identifier(_ prefix: String, _ json: inout JSONText) {
            let id = longIdentifier()
            json.field("\(prefix)id", id)
            json.field("\(prefix)id_str", "\(id)")
        }

        private mutating func longIdentifier() -> Int {
            random.integer(in: 100_000_000_000_000_000...1_899_999_999_999_999_999)
        }

        private mutating func indices() -> [Int] {
            let start = random.integer(in: 0...120)
            return [start, start + random.integer(in: 2...20)]
        }

        private func null(_ name: String, _ json: inout JSONText) {
            json.field(name, String?.none)
        }
    }
}
