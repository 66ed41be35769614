import Yodel

/// Three of the forty fields of an order are used: the unused ones must cost little.
package enum Projection {
    /// The fields that a report needs of an order.
    package struct Order: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var status: String
        package var total: Double
    }
}
