import BenchmarkModels
import Yodel

/// A feed of any size that is never in memory as a whole: a block of items, written over and over.
struct SoakFeed {
    /// The form of the feed.
    enum Kind: String, CaseIterable {
        /// `[{…},{…}]`, read by the scanner item by item.
        case array
        /// The same, read by yajl.
        case yajl
        /// Items in an object in an object, with the members around them decoded as an envelope.
        case envelope
        /// The values of an object.
        case members
        /// One item per line.
        case lines
        /// One item per line, of which one in ten cannot be decoded.
        case failing
        /// One item per line, compressed: a gzip member for each block.
        case gzip
        /// The same with frames of Zstandard.
        case zstd
        /// One item per line, each written again.
        case written

        /// The kinds of this build.
        static let allCases = [
            Kind.array, .yajl, .envelope, .members, .lines, .failing, .gzip, .zstd, .written,
        ].filter { kind in
            switch kind {
            case .yajl: Parser.other != nil
            case .gzip, .zstd: kind.format != nil
            default: true
            }
        }

        /// The format of a compressed feed; nil for other feeds, and if this build does not read it.
        var format: Compressed.Format? { Compressed.formats.first { $0.name == rawValue } }

        var isOfLines: Bool {
            switch self {
            case .lines, .failing, .gzip, .zstd, .written: true
            case .array, .yajl, .envelope, .members: false
            }
        }

        static func named(_ name: String) -> Kind? { allCases.first { $0.rawValue == name } }
    }

    /// The expected results.
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
    /// Items, each followed by its separator.
    private let block: [UInt8]
    /// The size of a block's text.
    private let blockSize: Int
    private let totals: Totals
    /// The last item without a separator, and the end of the document.
    private let end: [UInt8]
    private let lastText: [UInt8]

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
            block.append(UInt8(ascii: kind.isOfLines ? "\n" : ","))
            totals = totals + Self.totals(of: text)
        }
        blockSize = block.count
        self.totals = totals
        lastText = Array(texts[0])
        let lastItem = (kind == .members ? Array("\"last\":".utf8) : []) + lastText
        let (opening, closing) = Self.frame(of: kind)
        self.opening = Array(opening.utf8)
        let format = kind.format
        self.block = format?.member(block) ?? block
        end = format?.member(lastItem) ?? lastItem + Array(closing.utf8)
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
        case .lines, .failing, .gzip, .zstd, .written: ("", "")
        }
    }

    /// Computes the totals from the text, not with the measured code.
    private static func totals(of text: ArraySlice<UInt8>) -> Totals {
        var totals = Totals(items: 1)
        if let key = text.firstRange(of: Array(#""user_id":"#.utf8)) {
            for byte in text[key.upperBound...].prefix(while: { (0x30...0x39).contains($0) }) {
                totals.sum = totals.sum * 10 + Int(byte - 0x30)
            }
        }
        return totals
    }

    /// The totals of a feed of that size, or slightly more.
    func totals(ofFeedOf size: Int) -> Totals { totals * blocks(in: size) + Self.totals(of: lastText[...]) }

    private func blocks(in size: Int) -> Int { (size + blockSize - 1) / blockSize }

    /// Passes a feed of that size, or slightly more, to the body in pieces.
    ///
    /// - Returns: The number of bytes.
    func write(size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows -> Int {
        let count = blocks(in: size)
        try opening.withUnsafeBytes(body)
        for _ in 0..<count { try block.withUnsafeBytes(body) }
        try end.withUnsafeBytes(body)
        return opening.count + count * block.count + end.count
    }

    /// The beginning of such a feed.
    func beginning(of size: Int) -> ArraySlice<UInt8> { (opening + block).prefix(size) }
}
