import BenchmarkKit
import BenchmarkModels

/// A way from JSON bytes to values, or back, compared with the others.
///
/// Each kind of corpus has its own method here, which returns the path's work on it; by default nil, and the path does
/// not take part. The method does what a user does once (make a decoder, bring the bytes into the form the API takes);
/// the closure of the returned work does what a user does for every document.
protocol BenchmarkPath: Sendable {
    /// The name in tables, in JSON output and for `--only`.
    var name: String { get }

    /// The description for `--list`.
    var summary: String { get }

    /// The work of decoding one document; nil if the path does not decode documents.
    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>?

    /// The work of decoding a document from every line; nil if the path does not decode lines.
    ///
    /// Finding the lines is part of the work.
    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>?

    /// The work of encoding a value; nil if the path does not encode.
    ///
    /// - Parameter document: Makes the value on its first call; encoding it is the work for every document.
    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>?

    /// The work of decoding twins of a model; nil if the path does not decode twins.
    func work<Plain: BenchmarkDocument>(_ type: Plain.Type, twinsIn bytes: [UInt8]) -> Work<[Plain]>?

    /// The work of encoding twins of the given values; nil if the path does not encode twins.
    func work<Plain: BenchmarkDocument>(
        encodingTwinsOf documents: @escaping () throws -> [Plain]
    ) -> Work<[Plain]>?

    /// The work of decoding the items of a document without a model, and counting them; nil if the path does not count
    /// items.
    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>?
}

extension BenchmarkPath {
    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? { nil }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? { nil }

    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>? {
        nil
    }

    func work<Plain: BenchmarkDocument>(_ type: Plain.Type, twinsIn bytes: [UInt8]) -> Work<[Plain]>? { nil }

    func work<Plain: BenchmarkDocument>(
        encodingTwinsOf documents: @escaping () throws -> [Plain]
    ) -> Work<[Plain]>? { nil }

    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? { nil }
}

/// All paths, in the order of the tables.
///
/// Add a new one here.
let allPaths: [any BenchmarkPath] = decodingPaths + twinDecodingPaths + encodingPaths + twinEncodingPaths

/// The paths from text to values.
let decodingPaths: [any BenchmarkPath] = {
    let groups: [[any BenchmarkPath]] = [
        [
            JSONSerializationAny(),
            JSONSerializationModels(),
            JSONDecoderPath(),
            YodelScanner(),
            YodelChunked.scanner,
            YodelCodable(),
        ],
        yajlPaths.whole,
        [YodelFeed(), YodelFeedOfResults()],
        YodelFeedVariant.all,
        yajlPaths.feeds,
        [YodelFeedOnThreads(), YodelFeedMadeOnThreads(), YodelScannerJoined(), YodelFeedArrow()],
        YodelCompressedFeed.all,
        BareDecompressor.all,
        yajlPaths.bare,
    ]
    return groups.flatMap(\.self)
}()

/// The paths that use yajl; none in a build without yajl.
private let yajlPaths: (whole: [any BenchmarkPath], feeds: [any BenchmarkPath], bare: [any BenchmarkPath]) = {
    #if Yajl
    ([YodelYajl(), YodelChunked.yajl], [YodelFeedOverYajl()], [YajlBare()])
    #else
    ([], [], [])
    #endif
}()

/// The path that reads a user's file first, since its errors have places.
let referencePath: any YodelPath = {
    #if Yajl
    YodelYajl()
    #else
    YodelScanner()
    #endif
}()

/// The paths from values to text.
let encodingPaths: [any BenchmarkPath] =
    [
        JSONSerializationData(),
        JSONEncoderPath(),
        YodelEncode(),
        YodelCodableEncoder(),
        YodelEncodeChunked(),
    ] + YodelEncodeItems.all

/// The paths into mapped twins of a plain model.
let twinDecodingPaths: [any BenchmarkPath] = {
    let paths = TwinModel.all.map { TwinDecoding(road: YodelScanner(), twin: $0) }
    #if Yajl
    return paths + TwinModel.all.map { TwinDecoding(road: YodelYajl(), twin: $0) }
    #else
    return paths
    #endif
}()

/// The paths from mapped twins to text.
let twinEncodingPaths: [any BenchmarkPath] = TwinModel.all.map { TwinEncoding(twin: $0) }

extension Selection {
    /// The selected paths of a corpus, in the order of the tables.
    func paths(of corpus: any Corpus, among paths: [any BenchmarkPath] = allPaths) -> [any BenchmarkPath] {
        paths.filter { corpus.includes($0) && includes(corpus: corpus.name, path: $0.name) }
    }
}
