import Foundation

// Literals of the types that have strategies.

extension RandomJSON {
    /// The spelling of members' keys and some literals, for the strategies.
    package struct Style {
        var keys = CodableRecipe.Keys.asTheyAre
        var datesAreTexts = false
        var data = CodableRecipe.DataForm.base64
        var namesFloats = false

        func spelled(_ key: String) -> String {
            switch keys {
            case .asTheyAre: key
            case .snakeCase: key.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
            case .reversed: String(key.reversed())
            }
        }
    }

    /// A key of a dictionary.
    mutating func name() -> String {
        pick([
            "a", "b", "c d", "é", "e\u{301}", "", "\"", "snake_key", "_a_", "1", "long key that is stored on the heap",
        ])
    }

    mutating func literal<Value: FixedWidthInteger>(of type: Value.Type) -> String {
        switch count(0...9) {
        case 0: "\(Value.min)"
        case 1: "\(Value.max)"
        case 2: "\(Value.max)9"
        case 3: "\(Value.max).0"
        case 4:
            pick([
                "1e2", "12e-1", "-0", "1.5", "0.0", "0e5", "-0.0e5", "-0e99999", "9007199254740993.0", "25500e-2",
                "1e18", "1e-400",
            ])
        default: integer(-128...127)
        }
    }

    mutating func floatLiteral() -> String {
        if style.namesFloats, chance(3) { return pick([#""NaN""#, #""Infinity""#, #""-Infinity""#, #""other""#]) }
        guard chance(4) else { return double() }
        return pick([
            "0", "-0.0", "1e400", "-1e39", "5e-324", "1e-400", "0.1", "3.4028235e38", "65520", "1.7976931348623159e308",
            "123456789012345678901234567890123456789012345", "0.30000000000000004", "9007199254740993", "1e127",
            "0e1", "2.2250738585072011e-308", "1.00000000000000011102230246251565404236316680908203125",
        ])
    }

    mutating func dateLiteral() -> String {
        guard style.datesAreTexts, !chance(20) else { return floatLiteral() }
        return one(of: [
            #""2024-02-29T12:00:00Z""#, #""1970-01-01T00:00:00Z""#, #""2024-02-29T12:00:00+01:00""#,
            #""2024-02-30T12:00:00Z""#, #""0001-01-01T00:00:00Z""#, #""9999-12-31T23:59:59Z""#,
            #""2024-02-29T12:00:00.5Z""#, #""2024-02-29 12:00:00Z""#, #""20240229T120000Z""#,
            #""2016-12-31T23:59:60Z""#,
            #""2024-02-29T24:00:00Z""#, #""2024-02-29T12:00:00-0130""#, #""1582-10-10T00:00:00Z""#,
            #""-0001-01-01T00:00:00Z""#,
        ])
    }

    mutating func dataLiteral() -> String {
        switch style.data {
        case .base64:
            one(of: [
                #""""#, #""AA==""#, #""AAECAwQFBgcI""#, #""\/\/\/\/""#, #""AQID""#, #""A===""#, #""A Q==""#, #""AQ=""#,
                #""-_8=""#, #""AQI=\n""#,
            ])
        case .deferred: array(0...4) { $0.integer(0...255) }
        case .custom: string(0...8)
        }
    }

    mutating func urlLiteral() -> String {
        one(of: [
            #""https://a.b/c?d=e#f""#, #""/path""#, #""a b""#, #""""#, #""\/\/host:80""#, #""http://[::1]/é""#, #""%""#,
            #""http://ex ample/%zz""#, #""mailto:a@b.c""#,
        ])
    }

    mutating func uuidLiteral() -> String {
        one(of: [
            #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#, #""E621E1F8""#,
            #""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#,
        ])
    }

    /// The document in UTF-16 or UTF-32, with a mark or without, sometimes without the last byte.
    mutating func otherEncoding(of document: [UInt8]) -> [UInt8] {
        let text = String(decoding: document, as: UTF8.self)
        let encodings: [String.Encoding] = [
            .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf16, .utf32,
        ]
        let bytes = Array(text.data(using: pick(encodings)) ?? Data())
        return chance(8) ? bytes.dropLast() : bytes
    }
}
