/// Any key.
struct TestKey: CodingKey, Hashable, ExpressibleByStringLiteral {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(stringLiteral name: String) { self.init(name) }
    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
