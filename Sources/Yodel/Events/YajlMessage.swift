/// Reads yajl's error messages for what it would have accepted.
enum YajlMessage {
    static func expectation(in message: String) -> String? {
        expectations.first { message.contains($0.key) }?.value
    }

    /// Parts of the messages of `yajl_do_parse`, and what each says. Those about the inside of a token say nothing of
    /// the kind.
    private static let expectations: KeyValuePairs<String, String> = [
        "invalid object key": "a key",
        "separated by a colon": "':'",
        "inside map, I expect": "',' or '}'",
        "after array element, I expect": "',' or ']'",
        "unallowed token": "a value",
    ]
}
