// Decodes values whose type the document names.
//
// An enum lists its variants and their tags; the tag may be anywhere in its object. A value with an unknown tag is kept
// unchanged.

import Yodel

struct Message: Model {
    var text: String
}

struct Login: Model {
    var user: String
    var device: Lazy<Device>?
}

struct Device: Model {
    var name: String
}

enum Event: Polymorphic {
    case message(Message)
    case login(Login)
    case ping
    case unknown(JSONValue)

    static let variants = Variants<Event>(
        "type",
        .case("message", Event.message),
        .case(["login", "sign-in"], Event.login),
        .case("ping", Event.ping),
        .otherwise(Event.unknown))
}

let json = """
    [
        {"type": "message", "text": "Hello"},
        {"user": "ada", "device": {"name": "loom"}, "type": "sign-in"},
        {"type": "ping"},
        {"type": "poke", "who": "bo"}
    ]
    """

let events = try ModelDecoder().decode([Event].self, from: json)
for event in events {
    switch event {
    case .message(let message): print("message:", message.text)  // message: Hello
    case .login(let login): print("login:", login.user, try login.device?.value().name ?? "-")  // login: ada loom
    case .ping: print("ping")  // ping
    case .unknown(let value): print("unknown:", value)  // unknown: {"type":"poke","who":"bo"}
    }
}

print(try ModelEncoder().encodeText(events[1]))  // {"type":"login","user":"ada","device":{"name":"loom"}}
