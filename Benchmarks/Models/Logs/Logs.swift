import Yodel

/// The log of services, a document on every line: many small objects, most of them text.
package enum Logs {
    /// A line of the log.
    package struct Entry: Model, Codable, Equatable, Sendable {
        package var timestamp: String
        package var level: Level
        package var service: String
        package var message: String
        package var request_id: String
        package var duration_ms: Double
        package var user_id: Int?
        package var context: Context
        package var error: Failure?
    }

    /// How much an entry matters.
    package enum Level: String, Codable, Sendable {
        case debug, info, warning, error
    }

    /// Where and how a request was served.
    package struct Context: Model, Codable, Equatable, Sendable {
        package var host: String
        package var region: String?
        package var attempt: Int
        package var cached: Bool
    }

    /// What went wrong.
    package struct Failure: Model, Codable, Equatable, Sendable {
        package var type: String
        package var code: Int
        package var trace: [String]
    }
}
