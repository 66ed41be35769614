// Reports every error in a form at once: wrong types, missing keys, and values that the model's checks refuse.

import Yodel

struct Signup: Model {
    var name: String
    var age: Int
    var mails: [String]
    var password: String
    var repeated: String

    static let mapping = Mapping(
        .check(\Signup.name, .length(1...40)),
        .check(\Signup.age, .range(13...)),
        .check(\Signup.mails, .count(1...3), .unique),
        .check(each: \Signup.mails, .pattern(#/[^@ ]+@[^@ ]+/#)),
        .check(\Signup.password, .length(8...)),
        .check("the same password twice") { (signup: Signup) in signup.password == signup.repeated })
}

func answer(to form: String) -> String {
    do {
        return "welcome, \(try ModelDecoder().decodeCollectingErrors(Signup.self, from: form).name)"
    } catch {
        let complaints = error.map { error in
            "\(error.path): \(error.expected ?? "missing: \(error.missingKeys.joined(separator: ", "))")"
        }
        return complaints.joined(separator: "\n")
    }
}

let hasty = #"{"name": "", "age": "12", "mails": ["ada@example.org", "ada"], "password": "short"}"#
print(answer(to: hasty))
// $.name: 1 to 40 characters
// $.age: Int
// $.mails[1]: text that matches /[^@ ]+@[^@ ]+/
// $.password: at least 8 characters
// $: missing: repeated
let ada = #"{"name": "Ada", "age": 36, "mails": ["ada@example.org"], "password": "analytical", "repeated": "engine"}"#
print(answer(to: ada))
// $: the same password twice
print(answer(to: ada.replacing("engine", with: "analytical")))
// welcome, Ada

// A value that was not decoded can be checked, too.
do {
    try ModelDecoder().validate(
        Signup(name: "Bo", age: 7, mails: ["bo@example.org"], password: "longenough", repeated: "longenough"))
} catch {
    print(error)  // $.age: expected at least 13, found the number 7 (invalidValue)
}
