import Yodel

/// Three fields wanted of the forty that an order has: what is not wanted must cost little.
package enum Projection {
    /// What a report needs of an order.
    package struct Order: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var status: String
        package var total: Double
    }
}
