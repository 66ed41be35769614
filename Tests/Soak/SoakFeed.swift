import BenchmarkModels
import Yodel

/// A feed of any size that is never there as a whole: a block of items, written over and over.
struct SoakFeed {
    /// What stands around the items.
    enum Kind: String, CaseIterable {
        /// `[{…},{…}]`, read by the scanner item by item.
        case array
        /// The same through yajl.
        case yajl
        /// Items in an object in an object, and what stands around them decoded as an envelope.
        case envelope
        /// The values of an object.
        case members
        /// One a line.
        case lines
        /// One a line, of which each tenth cannot be decoded.
        case failing

        /// Those of this build.
        static let allCases: [Kind] =
            [.array] + (Parser.other == nil ? [] : [.yajl]) + [.envelope, .members, .lines, .failing]

        static func named(_ name: String) -> Kind? { allCases.first { $0.rawValue == name } }
    }

    /// What is to come out.
    struct Totals: Equatable {
        var items = 0
        var failures = 0
        /// The sum of a number in each item.
        var sum = 0

        static func + (left: Totals, right: Totals) -> Totals {
            Totals(
                items: left.items + right.items, failures: left.failures + right.failures, sum: left.sum &+ right.sum)
        }

        static func * (totals: Totals, count: Int) -> Totals {
            Totals(items: totals.items * count, failures: totals.failures * count, sum: totals.sum &* count)
        }
    }

    let kind: Kind
    private let opening: [UInt8]
    private let closing: [UInt8]
    /// Items with what separates them, after each.
    private let block: [UInt8]
    private let totals: Totals
    /// An item with nothing after it.
    private let lastItem: [UInt8]

    private static let itemsPerBlock = 3_000

    init(_ kind: Kind) {
        self.kind = kind
        let texts = Logs.json(lines: Self.itemsPerBlock, seed: 1).split(separator: UInt8(ascii: "\n"))
        var block: [UInt8] = []
        var totals = Totals()
        for (index, text) in texts.enumerated() {
            if kind == .failing, index % 10 == 3 {
                block += Array("{\"timestamp\": \(index)}\n".utf8)
                totals.failures += 1
                continue
            }
            if kind == .members { block += Array("\"item \(index)\":".utf8) }
            block += text
            block.append(UInt8(ascii: kind == .lines || kind == .failing ? "\n" : ","))
            totals = totals + Self.totals(of: text)
        }
        self.block = block
        self.totals = totals
        lastItem = (kind == .members ? Array("\"last\":".utf8) : []) + texts[0]
        let (opening, closing) = Self.frame(of: kind)
        (self.opening, self.closing) = (Array(opening.utf8), Array(closing.utf8))
    }

    private static func frame(of kind: Kind) -> (String, String) {
        switch kind {
        case .array, .yajl: ("[", "]")
        case .envelope:
            (
                #"{"version":3,"ignored":[[1,2],{"a":"b"}],"data":{"source":{"name":"soak"},"items":["#,
                #"],"next":"page 2"},"trailer":{"done":true}}"#
            )
        case .members: ("{", "}")
        case .lines, .failing: ("", "")
        }
    }

    /// By the text, and not by what is measured.
    private static func totals(of text: ArraySlice<UInt8>) -> Totals {
        var totals = Totals(items: 1)
        if let key = text.firstRange(of: Array(#""user_id":"#.utf8)) {
            for byte in text[key.upperBound...].prefix(while: { (0x30...0x39).contains($0) }) {
                totals.sum = totals.sum * 10 + Int(byte - 0x30)
            }
        }
        return totals
    }

    /// What a feed of that size, or a little more, is to give.
    func totals(ofFeedOf size: Int) -> Totals { totals * blocks(in: size) + Self.totals(of: lastItem[...]) }

    private func blocks(in size: Int) -> Int { (size + block.count - 1) / block.count }

    /// Hands out a feed of that size, or a little more, in pieces.
    ///
    /// - Returns: How many bytes there were.
    func write(size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows -> Int {
        let count = blocks(in: size)
        try opening.withUnsafeBytes(body)
        for _ in 0..<count { try block.withUnsafeBytes(body) }
        try (lastItem + closing).withUnsafeBytes(body)
        return opening.count + count * block.count + lastItem.count + closing.count
    }

    /// The beginning of such a feed.
    func beginning(of size: Int) -> ArraySlice<UInt8> { (opening + block).prefix(size) }
}
