extension Catalogue {
    /// A catalogue of that many products as JSON; the same seed makes the same bytes.
    package static func json(products count: Int, seed: UInt64) -> [UInt8] {
        var writer = Writer(random: SeededGenerator(seed: seed), count: count)
        var json = JSONText()
        json.object { writer.root(&$0) }
        return json.bytes
    }

    private struct Writer {
        var random: SeededGenerator
        let count: Int

        private let firstProduct = 138_586_000
        private let firstCategory = 337_100_000
        private let firstBrand = 205_705_000

        init(random: SeededGenerator, count: Int) {
            self.random = random
            self.count = count
        }

        mutating func root(_ json: inout JSONText) {
            json.field("version", 3)
            json.object("categories") { names(from: firstCategory, count: 120, &$0) }
            json.object("brands") { names(from: firstBrand, count: 60, &$0) }
            json.object("products") { json in
                for index in 0..<count {
                    json.object("\(firstProduct + index)") { product(firstProduct + index, &$0) }
                }
            }
            json.array("offers") { json in
                for index in 0..<count {
                    json.object { offer(firstProduct + index, &$0) }
                }
            }
            json.object("related") { json in
                for index in 0..<(count / 2) {
                    json.field("\(firstProduct + index)", identifiers(firstProduct, count - 1, upTo: 8))
                }
            }
            json.object("warehouses") { json in
                for id in 1...12 {
                    json.object("\(id)") { json in
                        json.field("id", id)
                        json.field("name", random.pick(Prose.places).0)
                        json.field("zoneIds", identifiers(100, 80, upTo: 20))
                    }
                }
            }
        }

        private mutating func names(from first: Int, count: Int, _ json: inout JSONText) {
            for id in first..<(first + count) {
                json.field("\(id)", Prose.text(words: 1...4, &random).text)
            }
        }

        private mutating func product(_ id: Int, _ json: inout JSONText) {
            json.field("id", id)
            json.field("name", Prose.text(words: 2...5, &random).text)
            json.field("subtitle", random.chance(0.2) ? Prose.text(words: 3...8, &random).text : nil)
            json.field("brandId", firstBrand + random.integer(in: 0...59))
            json.field("categoryIds", identifiers(firstCategory, 119, upTo: 5))
            json.field("tagIds", identifiers(1, 400, upTo: 12))
            json.field("image", random.chance(0.4) ? "/images/\(Prose.hexadecimal(20, &random)).jpg" : nil)
            json.field("discontinued", random.chance(0.1))
        }

        private mutating func offer(_ product: Int, _ json: inout JSONText) {
            let start = 1_372_701_600_000 + random.integer(in: 0...9_000) * 3_600_000
            json.field("id", 339_887_000 + product - firstProduct)
            json.field("productId", product)
            json.field("start", start)
            json.field("end", random.chance(0.3) ? start + 86_400_000 : nil)
            json.array(
                "prices"
            ) { json in
                for _ in 0..<random.integer(in: 1...6) {
                    json.object { json in
                        json.field("amount", random.skewedInteger(in: 5...4_000) * 50)
                        json.field("groupId", 337_100_890 + random.integer(in: 0...9))
                        json.field("currencyId", random.integer(in: 1...4))
                    }
                }
            }
            json.array("stocks") { json in
                for _ in 0..<random.integer(in: 0...3) {
                    json.object { json in
                        json.field("warehouseId", random.integer(in: 1...12))
                        json.field("quantity", random.skewedInteger(in: 0...500))
                        json.field("shelves", identifiers(1, 90, upTo: 4))
                    }
                }
            }
            json.field("campaign", random.chance(0.1) ? Prose.text(words: 2...4, &random).text : nil)
        }

        private mutating func identifiers(_ first: Int, _ span: Int, upTo limit: Int) -> [Int] {
            (0..<random.integer(in: 1...limit)).map { _ in first + random.integer(in: 0...span) }
        }
    }
}
