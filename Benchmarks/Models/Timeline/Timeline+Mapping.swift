extension Timeline.Page: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        items = try json["items"]
        next_cursor = try json["next_cursor"]
        generated_at = try json["generated_at"]
    }
}

extension Timeline.Post: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        id_str = try json["id_str"]
        created_at = try json["created_at"]
        text = try json["text"]
        lang = try json["lang"]
        source = try json["source"]
        truncated = try json["truncated"]
        author = try json["author"]
        reply_to = try json["reply_to"]
        place = try json["place"]
        entities = try json["entities"]
        counts = try json["counts"]
        sensitive = try json["sensitive"]
        edited_at = try json["edited_at"]
        // Last, since its setter requires a complete value.
        quoted = try json["quoted"]
    }
}

extension Timeline.Account: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        id_str = try json["id_str"]
        handle = try json["handle"]
        name = try json["name"]
        bio = try json["bio"]
        url = try json["url"]
        location = try json["location"]
        avatar = try json["avatar"]
        banner = try json["banner"]
        verified = try json["verified"]
        followers = try json["followers"]
        following = try json["following"]
        posts = try json["posts"]
        created_at = try json["created_at"]
        utc_offset = try json["utc_offset"]
        locked = try json["locked"]
    }
}

extension Timeline.Reply: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        post_id = try json["post_id"]
        account_id = try json["account_id"]
        handle = try json["handle"]
    }
}

extension Timeline.Place: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        name = try json["name"]
        country_code = try json["country_code"]
        longitude = try json["longitude"]
        latitude = try json["latitude"]
    }
}

extension Timeline.Entities: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        tags = try json["tags"]
        mentions = try json["mentions"]
        links = try json["links"]
        media = try json["media"]
    }
}

extension Timeline.Tag: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        text = try json["text"]
        indices = try json["indices"]
    }
}

extension Timeline.Mention: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        handle = try json["handle"]
        indices = try json["indices"]
    }
}

extension Timeline.Link: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        display_url = try json["display_url"]
        title = try json["title"]
        indices = try json["indices"]
    }
}

extension Timeline.Media: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        type = try json["type"]
        url = try json["url"]
        alt = try json["alt"]
        sizes = try json["sizes"]
    }
}

extension Timeline.Size: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        w = try json["w"]
        h = try json["h"]
        crop = try json["crop"]
    }
}

extension Timeline.Counts: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        replies = try json["replies"]
        reposts = try json["reposts"]
        likes = try json["likes"]
        views = try json["views"]
    }
}
