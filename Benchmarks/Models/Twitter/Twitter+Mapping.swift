extension Twitter.Search: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        statuses = try json["statuses"]
        search_metadata = try json["search_metadata"]
    }
}

extension Twitter.SearchMetadata: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        completed_in = try json["completed_in"]
        max_id = try json["max_id"]
        max_id_str = try json["max_id_str"]
        next_results = try json["next_results"]
        query = try json["query"]
        refresh_url = try json["refresh_url"]
        count = try json["count"]
        since_id = try json["since_id"]
        since_id_str = try json["since_id_str"]
    }
}

extension Twitter.Status: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        metadata = try json["metadata"]
        created_at = try json["created_at"]
        id = try json["id"]
        id_str = try json["id_str"]
        text = try json["text"]
        source = try json["source"]
        truncated = try json["truncated"]
        in_reply_to_status_id = try json["in_reply_to_status_id"]
        in_reply_to_status_id_str = try json["in_reply_to_status_id_str"]
        in_reply_to_user_id = try json["in_reply_to_user_id"]
        in_reply_to_user_id_str = try json["in_reply_to_user_id_str"]
        in_reply_to_screen_name = try json["in_reply_to_screen_name"]
        user = try json["user"]
        geo = try json["geo"]
        coordinates = try json["coordinates"]
        place = try json["place"]
        contributors = try json["contributors"]
        retweet_count = try json["retweet_count"]
        favorite_count = try json["favorite_count"]
        entities = try json["entities"]
        favorited = try json["favorited"]
        retweeted = try json["retweeted"]
        possibly_sensitive = try json["possibly_sensitive"]
        lang = try json["lang"]
        // Last, since its setter requires a complete value.
        retweeted_status = try json["retweeted_status"]
    }
}

extension Twitter.Metadata: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        result_type = try json["result_type"]
        iso_language_code = try json["iso_language_code"]
    }
}

extension Twitter.Point: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        coordinates = try json["coordinates"]
    }
}

extension Twitter.Place: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        url = try json["url"]
        place_type = try json["place_type"]
        name = try json["name"]
        full_name = try json["full_name"]
        country_code = try json["country_code"]
        country = try json["country"]
        bounding_box = try json["bounding_box"]
    }
}

extension Twitter.BoundingBox: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        coordinates = try json["coordinates"]
    }
}

extension Twitter.Contributor: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        id_str = try json["id_str"]
        screen_name = try json["screen_name"]
    }
}

extension Twitter.User: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        id_str = try json["id_str"]
        name = try json["name"]
        screen_name = try json["screen_name"]
        location = try json["location"]
        description = try json["description"]
        url = try json["url"]
        entities = try json["entities"]
        protected = try json["protected"]
        followers_count = try json["followers_count"]
        friends_count = try json["friends_count"]
        listed_count = try json["listed_count"]
        created_at = try json["created_at"]
        favourites_count = try json["favourites_count"]
        utc_offset = try json["utc_offset"]
        time_zone = try json["time_zone"]
        geo_enabled = try json["geo_enabled"]
        verified = try json["verified"]
        statuses_count = try json["statuses_count"]
        lang = try json["lang"]
        contributors_enabled = try json["contributors_enabled"]
        is_translator = try json["is_translator"]
        is_translation_enabled = try json["is_translation_enabled"]
        profile_background_color = try json["profile_background_color"]
        profile_background_image_url = try json["profile_background_image_url"]
        profile_background_image_url_https = try json["profile_background_image_url_https"]
        profile_background_tile = try json["profile_background_tile"]
        profile_image_url = try json["profile_image_url"]
        profile_image_url_https = try json["profile_image_url_https"]
        profile_banner_url = try json["profile_banner_url"]
        profile_link_color = try json["profile_link_color"]
        profile_sidebar_border_color = try json["profile_sidebar_border_color"]
        profile_sidebar_fill_color = try json["profile_sidebar_fill_color"]
        profile_text_color = try json["profile_text_color"]
        profile_use_background_image = try json["profile_use_background_image"]
        default_profile = try json["default_profile"]
        default_profile_image = try json["default_profile_image"]
        following = try json["following"]
        follow_request_sent = try json["follow_request_sent"]
        notifications = try json["notifications"]
    }
}

extension Twitter.UserEntities: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        description = try json["description"]
    }
}

extension Twitter.LinkList: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        urls = try json["urls"]
    }
}

extension Twitter.Entities: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        hashtags = try json["hashtags"]
        symbols = try json["symbols"]
        urls = try json["urls"]
        user_mentions = try json["user_mentions"]
        media = try json["media"]
    }
}

extension Twitter.Hashtag: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        text = try json["text"]
        indices = try json["indices"]
    }
}

extension Twitter.Link: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        expanded_url = try json["expanded_url"]
        display_url = try json["display_url"]
        indices = try json["indices"]
    }
}

extension Twitter.UserMention: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        screen_name = try json["screen_name"]
        name = try json["name"]
        id = try json["id"]
        id_str = try json["id_str"]
        indices = try json["indices"]
    }
}

extension Twitter.Media: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        id = try json["id"]
        id_str = try json["id_str"]
        indices = try json["indices"]
        media_url = try json["media_url"]
        media_url_https = try json["media_url_https"]
        url = try json["url"]
        display_url = try json["display_url"]
        expanded_url = try json["expanded_url"]
        type = try json["type"]
        sizes = try json["sizes"]
        source_status_id = try json["source_status_id"]
        source_status_id_str = try json["source_status_id_str"]
    }
}

extension Twitter.MediaSizes: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        medium = try json["medium"]
        small = try json["small"]
        thumb = try json["thumb"]
        large = try json["large"]
    }
}

extension Twitter.MediaSize: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        w = try json["w"]
        h = try json["h"]
        resize = try json["resize"]
    }
}
