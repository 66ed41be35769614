#if Yajl
/// Finds in yajl's error messages what yajl would have accepted.
enum YajlMessage {
    static func expectation(in message: String) -> String? {
        expectations.first { message.contains($0.key) }?.value
    }

    /// Whether the error is about a comment where none are allowed; yajl's offset is then that of its first byte.
    static func isAboutComment(_ message: String) -> Bool { message.contains("probable comment") }

    /// Whether the error is from the one state of yajl's parser in which it tries to give the offset of the token's
    /// start.
    static func hasRestoredOffset(_ message: String) -> Bool { message.contains("inside map, I expect") }

    /// Parts of the messages of `yajl_do_parse`, and the expectation that each implies.
    ///
    /// Messages about the inside of a token imply none.
    private static let expectations: KeyValuePairs<String, String> = [
        "invalid object key": "a key",
        "separated by a colon": "':'",
        "inside map, I expect": "',' or '}'",
        "after array element, I expect": "',' or ']'",
        "unallowed token": "a value",
    ]
}
#endif
