extension CITM.Catalog: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        areaNames = try json["areaNames"]
        audienceSubCategoryNames = try json["audienceSubCategoryNames"]
        blockNames = try json["blockNames"]
        events = try json["events"]
        performances = try json["performances"]
        seatCategoryNames = try json["seatCategoryNames"]
        subTopicNames = try json["subTopicNames"]
        subjectNames = try json["subjectNames"]
        topicNames = try json["topicNames"]
        topicSubTopics = try json["topicSubTopics"]
        venueNames = try json["venueNames"]
    }
}

extension CITM.Event: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        description = try json["description"]
        id = try json["id"]
        logo = try json["logo"]
        name = try json["name"]
        subTopicIds = try json["subTopicIds"]
        subjectCode = try json["subjectCode"]
        subtitle = try json["subtitle"]
        topicIds = try json["topicIds"]
    }
}

extension CITM.Performance: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        eventId = try json["eventId"]
        id = try json["id"]
        logo = try json["logo"]
        name = try json["name"]
        prices = try json["prices"]
        seatCategories = try json["seatCategories"]
        seatMapImage = try json["seatMapImage"]
        start = try json["start"]
        venueCode = try json["venueCode"]
    }
}

extension CITM.Price: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        amount = try json["amount"]
        audienceSubCategoryId = try json["audienceSubCategoryId"]
        seatCategoryId = try json["seatCategoryId"]
    }
}

extension CITM.SeatCategory: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        areas = try json["areas"]
        seatCategoryId = try json["seatCategoryId"]
    }
}

extension CITM.Area: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        areaId = try json["areaId"]
        blockIds = try json["blockIds"]
    }
}
