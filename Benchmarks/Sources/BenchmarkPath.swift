import BenchmarkKit
import BenchmarkModels

/// A way from JSON bytes to values, compared with the others.
///
/// It takes part wherever it has work: each kind of corpus has its own method here, and the default of each is nil.
/// What a user does once (a decoder, the bytes in the form the API wants) is done in the method; what a user does for
/// every document is in the closure of the work that it returns.
protocol BenchmarkPath: Sendable {
    /// The name in tables, in JSON output and for `--only`.
    var name: String { get }

    /// What `--list` says about it.
    var summary: String { get }

    /// The work of decoding one document; nil when the path is for something else.
    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>?

    /// The work of decoding a document from every line; nil when the path is for something else.
    ///
    /// To find the lines is part of the work.
    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>?

    /// The work of encoding a value that is there; nil when the path is for something else.
    ///
    /// - Parameter document: Makes the value when it is called first; what a user does for every document is to encode.
    func work<Document: BenchmarkDocument>(encoding document: @escaping () throws -> Document) -> Work<Document>?

    /// The work of decoding twins of a model; nil when the path is for something else.
    func work<Plain: BenchmarkDocument>(_ type: Plain.Type, twinsIn bytes: [UInt8]) -> Work<[Plain]>?

    /// The work of encoding twins of the values that are there; nil when the path is for something else.
    func work<Plain: BenchmarkDocument>(
        encodingTwinsOf documents: @escaping () throws -> [Plain]
    ) -> Work<[Plain]>?

    /// The work of decoding the items of a document that there is no model for, and counting them; nil when the path
    /// is for something else.
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
/// A new one joins by its entry here.
let allPaths: [any BenchmarkPath] = decodingPaths + twinDecodingPaths + encodingPaths + twinEncodingPaths

/// The paths from text to values.
let decodingPaths: [any BenchmarkPath] =
    [
        JSONSerializationAny(),
        JSONSerializationModels(),
        JSONDecoderPath(),
        YodelScanner(),
        YodelChunked.scanner,
        YodelCodable(),
    ] + yajlPaths.whole + [YodelFeed(), YodelFeedOfResults()] + YodelFeedVariant.all + yajlPaths.feeds + [
        YodelFeedOnThreads(),
        YodelFeedMadeOnThreads(),
        YodelScannerJoined(),
        YodelFeedArrow(),
    ] + compressedPaths + yajlPaths.bare

/// The paths that use zlib; none in a build without it.
private let compressedPaths: [any BenchmarkPath] = {
    #if Gzip
    [YodelCompressedFeed.alone, YodelCompressedFeed.onThreads, ZlibBare()]
    #else
    []
    #endif
}()

/// The paths that use yajl; none in a build without it.
private let yajlPaths: (whole: [any BenchmarkPath], feeds: [any BenchmarkPath], bare: [any BenchmarkPath]) = {
    #if Yajl
    ([YodelYajl(), YodelChunked.yajl], [YodelFeedOverYajl()], [YajlBare()])
    #else
    ([], [], [])
    #endif
}()

/// Reads first what may be anything: its errors say where.
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
    /// The paths that are to be measured on a corpus, in the order of the tables.
    func paths(of corpus: any Corpus, among paths: [any BenchmarkPath] = allPaths) -> [any BenchmarkPath] {
        paths.filter { corpus.includes($0) && includes(corpus: corpus.name, path: $0.name) }
    }
}
