import Foundation
import Testing

@testable import Yodel

@Suite("Key styles")
struct KeyStyleTests {
    @Test(
        "A property's name becomes a key in each style",
        arguments: [
            ("name", "name", "name", "NAME", "Name"),
            ("userName", "user_name", "user-name", "USER_NAME", "UserName"),
            ("userID", "user_id", "user-id", "USER_ID", "UserID"),
            ("myURLProperty", "my_url_property", "my-url-property", "MY_URL_PROPERTY", "MyURLProperty"),
            ("URLPath", "url_path", "url-path", "URL_PATH", "URLPath"),
            ("aBC", "a_bc", "a-bc", "A_BC", "ABC"),
            ("x", "x", "x", "X", "X"),
            ("", "", "", "", ""),
        ])
    func styles(name: String, snake: String, kebab: String, upperSnake: String, upperCamel: String) {
        #expect(KeyStyle.snakeCase(name) == snake)
        #expect(KeyStyle.kebabCase(name) == kebab)
        #expect(KeyStyle.upperSnakeCase(name) == upperSnake)
        #expect(KeyStyle.upperCamelCase(name) == upperCamel)
    }

    @Test(
        "Digits stay with the word before them",
        arguments: [
            ("option1", "option1"), ("utf8String", "utf8_string"), ("sha256", "sha256"), ("point3D", "point3_d"),
            ("useAES256Key", "use_aes256_key"), ("line2Text3", "line2_text3"),
        ])
    func digits(name: String, key: String) {
        #expect(KeyStyle.snakeCase(name) == key)
    }

    @Test(
        "Underscores at the ends are kept in every style",
        arguments: [
            ("_id", "_id", "_id", "_Id"), ("__userID_", "__user_id_", "__user-id_", "__UserID_"),
            ("_", "_", "_", "_"), ("___", "___", "___", "___"),
        ])
    func underscoresAtTheEnds(name: String, snake: String, kebab: String, upperCamel: String) {
        #expect(KeyStyle.snakeCase(name) == snake)
        #expect(KeyStyle.kebabCase(name) == kebab)
        #expect(KeyStyle.upperCamelCase(name) == upperCamel)
    }

    @Test("Underscores inside a name separate its words")
    func underscoresInside() {
        #expect(KeyStyle.snakeCase("user_name") == "user_name")
        #expect(KeyStyle.snakeCase("user_Name") == "user_name")
        #expect(KeyStyle.snakeCase("user__name") == "user__name")
        #expect(KeyStyle.kebabCase("user_name") == "user-name")
        #expect(KeyStyle.upperCamelCase("user_name") == "UserName")
    }

    @Test("Names need not be ASCII")
    func unicode() {
        #expect(KeyStyle.snakeCase("größeÜberAlles") == "größe_über_alles")
        #expect(KeyStyle.upperSnakeCase("naïveÉtat") == "NAÏVE_ÉTAT")
        #expect(KeyStyle.snakeCase("名前Key") == "名前_key")
        #expect(KeyStyle.snakeCase("👩‍👧Emoji") == "👩‍👧_emoji")
    }

    @Test("Snake case is JSONEncoder's")
    func agreesWithFoundation() throws {
        let names = [
            "name", "userName", "userID", "myURLProperty", "_id", "_userID", "trailing_", "option1", "utf8String",
            "isAES256Key", "aB", "aBC", "aBCd", "iPhoneModel", "userIDs", "HTTPHeader".lowercased(), "point3D",
            "profileImageURLHTTPS", "createdAt", "xY", "größeÜber",
        ]
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        for name in names {
            let json = String(decoding: try encoder.encode([TestKey(name): 1].asObject), as: UTF8.self)
            #expect(json == "{\"\(KeyStyle.snakeCase(name))\":1}")
        }
    }
}

/// An object with the keys of a type, to which `convertToSnakeCase` applies; a dictionary's keys are not converted.
private struct Object: Encodable {
    let values: [TestKey: Int]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TestKey.self)
        for (key, value) in values { try container.encode(value, forKey: key) }
    }
}

extension [TestKey: Int] {
    fileprivate var asObject: Object { Object(values: self) }
}
