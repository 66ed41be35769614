/// The cases of an enum by the bytes of their raw texts: no String is made to find one.
///
/// A text that is not here may still be one of the type's, and is left to the type: it may list no cases, and Swift
/// takes texts for equal that are spelled with other bytes.
struct RawTextTable<Value> {
    private let texts: ByteTable
    private let values: [Value]

    /// More cases than this are left to the type.
    private static var largestCount: Int { 256 }

    /// Nil unless the texts are few enough.
    init?(_ texts: some Sequence<(text: String, value: Value)>) {
        let entries = Array(texts.prefix(Self.largestCount + 1))
        guard entries.count <= Self.largestCount else { return nil }
        self.texts = ByteTable(entries.map { Array($0.text.utf8) })
        values = entries.map(\.value)
    }

    func value(of text: UnsafeBufferPointer<UInt8>) -> Value? { texts.index(of: text).map { values[$0] } }
}
