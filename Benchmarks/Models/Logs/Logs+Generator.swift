extension Logs {
    /// A log of that many lines, each of them JSON; the same seed makes the same bytes.
    package static func json(lines count: Int, seed: UInt64) -> [UInt8] {
        var generator = Generator(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<count {
            generator.appendLine(to: &bytes)
        }
        return bytes
    }

    /// Writes a log of any length line by line.
    package struct Generator: Sendable {
        private var random: SeededGenerator
        private var milliseconds = 21_600_000

        package init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
        }

        /// Appends the next line, with the line feed that ends it.
        package mutating func appendLine(to bytes: inout [UInt8]) {
            var json = JSONText()
            json.object { entry(&$0) }
            bytes += json.bytes
            bytes.append(0x0A)
        }

        private mutating func entry(_ json: inout JSONText) {
            milliseconds += random.skewedInteger(in: 0...4_000)
            let level = random.pick(["debug", "info", "info", "info", "info", "info", "warning", "error"])
            json.field("timestamp", timestamp)
            json.field("level", level)
            json.field("service", random.pick(["gateway", "accounts", "search", "billing", "media", "mailer"]))
            json.field("message", message())
            json.field("request_id", Prose.hexadecimal(32, &random))
            json.field("duration_ms", Double(random.skewedInteger(in: 80...9_000_000)) / 1_000)
            // No user has signed in: some services write null, others nothing.
            if random.chance(0.7) {
                json.field("user_id", random.chance(0.8) ? random.integer(in: 1_000...9_999_999) : nil)
            }
            json.object("context") { context(&$0) }
            if level == "error" {
                json.object("error") { failure(&$0) }
            }
        }

        private mutating func context(_ json: inout JSONText) {
            json.field("host", "node-\(random.integer(in: 1...48)).internal")
            json.field("region", random.chance(0.9) ? random.pick(Generator.regions) : nil)
            json.field("attempt", random.chance(0.9) ? 1 : random.integer(in: 2...5))
            json.field("cached", random.chance(0.4))
        }

        private mutating func failure(_ json: inout JSONText) {
            json.field("type", random.pick(["TimeoutError", "ConnectionReset", "Conflict", "DecodingError"]))
            json.field("code", random.pick([408, 409, 500, 502, 503]))
            json.array("trace") { json in
                for _ in 0..<random.integer(in: 2...6) {
                    json.value("\(random.pick(Generator.functions)) (line \(random.integer(in: 10...900)))")
                }
            }
        }

        /// A message; every other one has something that JSON escapes: quotes, line breaks, backslashes, tabs.
        private mutating func message() -> String {
            let number = random.integer(in: 1...99_999)
            switch random.integer(in: 0...5) {
            case 0: return "GET /v1/\(random.pick(["orders", "users", "invoices"]))/\(number) 200"
            case 1: return "signed in as \"\(Prose.handle(&random))\" from 10.4.\(number % 250).\(number / 400)"
            case 2: return "query was slow:\nSELECT id, total\n\tFROM orders\n\tWHERE customer = \(number)"
            case 3: return "cannot move C:\\spool\\\(number).tmp to D:\\archive\\\(Prose.hexadecimal(6, &random)).log"
            case 4: return "searched for: \(Prose.text(words: 2...7, &random).text)"
            default: return "worker \(number % 64) took a job, \(number) are waiting"
            }
        }

        /// The elapsed time as services write it, to the millisecond.
        private var timestamp: String {
            let (day, time) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
            func digits(_ number: Int, _ count: Int) -> String {
                let text = String(number)
                return String(repeating: "0", count: max(0, count - text.count)) + text
            }
            let date = "\(2025 + day / 336)-\(digits(1 + day / 28 % 12, 2))-\(digits(1 + day % 28, 2))"
            let clock = [time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60].map { digits($0, 2) }
            return "\(date)T\(clock.joined(separator: ":")).\(digits(time % 1_000, 3))Z"
        }

        private static let regions = ["eu-north", "eu-west", "us-east", "ap-south"]

        private static let functions = [
            "Router.handle(_:)", "Session.resume(token:)", "Pool.acquire(timeout:)", "Store<Order>.commit()",
            "Retry.run(_:)", "Codec.decode(\"body\")",
        ]
    }
}
