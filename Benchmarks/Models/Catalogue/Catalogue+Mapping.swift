extension Catalogue.Root: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        version = try json["version"]
        categories = try json["categories"]
        brands = try json["brands"]
        products = try json["products"]
        offers = try json["offers"]
        related = try json["related"]
        warehouses = try json["warehouses"]
    }
}

extension Catalogue.Product: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        name = try json["name"]
        subtitle = try json["subtitle"]
        brandId = try json["brandId"]
        categoryIds = try json["categoryIds"]
        tagIds = try json["tagIds"]
        image = try json["image"]
        discontinued = try json["discontinued"]
    }
}

extension Catalogue.Offer: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        productId = try json["productId"]
        start = try json["start"]
        end = try json["end"]
        prices = try json["prices"]
        stocks = try json["stocks"]
        campaign = try json["campaign"]
    }
}

extension Catalogue.Price: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        amount = try json["amount"]
        groupId = try json["groupId"]
        currencyId = try json["currencyId"]
    }
}

extension Catalogue.Stock: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        warehouseId = try json["warehouseId"]
        quantity = try json["quantity"]
        shelves = try json["shelves"]
    }
}

extension Catalogue.Warehouse: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        name = try json["name"]
        zoneIds = try json["zoneIds"]
    }
}
