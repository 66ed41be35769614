import Yodel

/// A shop's catalogue: dictionaries keyed by id, lists of small integers, many small objects, many nulls.
package enum Catalogue {
    /// The whole catalogue.
    package struct Root: Model, Codable, Equatable, Sendable {
        package var version: Int
        package var categories: [String: String]
        package var brands: [String: String]
        package var products: [String: Product]
        package var offers: [Offer]
        package var related: [String: [Int]]
        package var warehouses: [String: Warehouse]
    }

    /// Something that is sold.
    package struct Product: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var name: String
        package var subtitle: String?
        package var brandId: Int
        package var categoryIds: [Int]
        package var tagIds: [Int]
        package var image: String?
        package var discontinued: Bool
    }

    /// The prices and stocks of a product in a period.
    package struct Offer: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var productId: Int
        package var start: Int
        package var end: Int?
        package var prices: [Price]
        package var stocks: [Stock]
        package var campaign: String?
    }

    /// The price for a customer group, in cents.
    package struct Price: Model, Codable, Equatable, Sendable {
        package var amount: Int
        package var groupId: Int
        package var currencyId: Int
    }

    /// How many are in stock, and on which shelves.
    package struct Stock: Model, Codable, Equatable, Sendable {
        package var warehouseId: Int
        package var quantity: Int
        package var shelves: [Int]
    }

    /// The store of a product.
    package struct Warehouse: Model, Codable, Equatable, Sendable {
        package var id: Int
        package var name: String
        package var zoneIds: [Int]
    }
}
