import BenchmarkKit
import BenchmarkModels
import Foundation
import Yodel

/// A mapped twin of the plain model: its name and its type.
struct TwinModel: Sendable {
    let name: String
    let summary: String
    let type: any (Twin & Sendable).Type

    /// All of them, in the order of the tables.
    static let all = [
        TwinModel(
            name: "names", summary: "other names for all keys, two aliases, two paths", type: Twins.Named.self),
        TwinModel(name: "transforms", summary: "4 of 14 properties by transforms", type: Twins.Transformed.self),
        TwinModel(
            name: "checks", summary: "constraints on 7 of 14 properties, and on the whole", type: Twins.Checked.self),
        TwinModel(
            name: "parts", summary: "a property of two keys, two by index steps, an alias", type: Twins.Composed.self),
    ]
}

/// Yodel into a mapped twin of the model that the other paths decode.
///
/// The timed work makes the twin; the plain model is made from it for the comparison.
struct TwinDecoding<Road: YodelPath>: BenchmarkPath {
    let road: Road
    let twin: TwinModel

    var name: String { Baseline.twin(twin.name, of: road.name) }
    var summary: String { "\(road.name) into a mapped twin: \(twin.summary)" }

    func work<Plain: BenchmarkDocument>(_ type: Plain.Type, twinsIn bytes: [UInt8]) -> Work<[Plain]>? {
        func work<T: Twin>(_ type: T.Type) -> Work<[Plain]>? {
            guard T.Plain.self == Plain.self else { return nil }
            let decoder = Plain.modelDecoder
            let decode = { try road.decode([T].self, by: decoder, from: bytes[...]) }
            return .standIn {
                blackHole(try decode())
            } value: {
                try decode().map { $0.plain as! Plain }
            }
        }
        return work(twin.type)
    }
}

/// Yodel's encoder of a mapped twin.
struct TwinEncoding: BenchmarkPath {
    let twin: TwinModel

    var name: String { Baseline.twin(twin.name, of: YodelEncode().name) }
    var summary: String { "Yodel's encoder of a mapped twin: \(twin.summary)" }

    func work<Plain: BenchmarkDocument>(
        encodingTwinsOf documents: @escaping () throws -> [Plain]
    ) -> Work<[Plain]>? {
        func work<T: Twin>(_ type: T.Type) -> Work<[Plain]>? {
            guard T.Plain.self == Plain.self else { return nil }
            let twins = Once { try documents().map { T($0 as! T.Plain) } }
            let encoder = ModelEncoder()
            return .standIn {
                blackHole(try encoder.encode(try twins.value))
            } value: {
                try JSONDecoder().decode([Plain].self, from: encoder.encode(try twins.value))
            }
        }
        return work(twin.type)
    }
}
