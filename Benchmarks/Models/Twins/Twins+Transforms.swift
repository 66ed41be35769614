#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Yodel

extension Twins {
    /// The twin that makes four of its fourteen properties by transforms: a date from seconds, a case from a text, a
    /// number from a string, and the result of a closure.
    package struct Transformed: Twin {
        package var id: Int
        package var title: String
        package var code: String
        package var state: State
        package var created: Date
        package var stock: Int
        package var temperature: Double
        package var visits: Int
        package var active: Bool
        package var score: Double
        package var latitude: Double
        package var longitude: Double
        package var size: [Int]
        package var owner: Owner

        package static let mapping = Mapping(
            .transform(
                \Transformed.state,
                by: .values(["open": .running, "closed": .idle, "planned": .future, "lost": .gone])),
            .transform(\Transformed.created, by: .secondsSince1970),
            .transform(\Transformed.stock, by: .numberInString),
            .transform(
                \Transformed.temperature,
                by: Transform {
                    Double($0) / 10
                } encode: {
                    Int(($0 * 10).rounded())
                }))

        package init(_ plain: Station) {
            id = plain.id
            title = plain.title
            code = plain.code
            state = State(text: plain.state)
            created = Date(timeIntervalSince1970: Double(plain.created))
            stock = Int(plain.stock) ?? -1
            temperature = Double(plain.temperature) / 10
            visits = plain.visits
            active = plain.active
            score = plain.score
            latitude = plain.latitude
            longitude = plain.longitude
            size = plain.size
            owner = plain.owner
        }

        package var plain: Station {
            Station(
                id: id, title: title, code: code, state: state.text, created: Int(created.timeIntervalSince1970),
                stock: "\(stock)", temperature: Int((temperature * 10).rounded()), visits: visits, active: active,
                score: score, latitude: latitude, longitude: longitude, size: size, owner: owner)
        }
    }

    /// The state of a station; its cases have other names than in JSON.
    package enum State: Sendable {
        case running, idle, future, gone

        fileprivate init(text: String) {
            self =
                switch text {
                case "open": .running
                case "closed": .idle
                case "planned": .future
                default: .gone
                }
        }

        fileprivate var text: String {
            switch self {
            case .running: "open"
            case .idle: "closed"
            case .future: "planned"
            case .gone: "lost"
            }
        }
    }
}
