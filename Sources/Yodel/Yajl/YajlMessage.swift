#if Yajl
/// Reads yajl's error messages for what it would have accepted.
enum YajlMessage {
    static func expectation(in message: String) -> String? {
        expectations.first { message.contains($0.key) }?.value
    }

    /// A comment, where there are none: yajl's offset is that of its first byte.
    static func isAboutComment(_ message: String) -> Bool { message.contains("probable comment") }

    /// The one state of yajl's parser in which it tries to give the offset of the token's start.
    static func hasRestoredOffset(_ message: String) -> Bool { message.contains("inside map, I expect") }

    /// Parts of the messages of `yajl_do_parse`, and what each says.
    ///
    /// Those about the inside of a token say nothing of
    /// the kind.
    private static let expectations: KeyValuePairs<String, String> = [
        "invalid object key": "a key",
        "separated by a colon": "':'",
        "inside map, I expect": "',' or '}'",
        "after array element, I expect": "',' or ']'",
        "unallowed token": "a value",
    ]
}
#endif
