extension UserList {
    /// A list of that many accounts as JSON; the same seed makes the same bytes.
    package static func json(users: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var json = JSONText()
        json.array { json in
            for id in 1...users {
                json.object { user(id, &$0, &random) }
            }
        }
        return json.bytes
    }

    static func user(_ id: Int, _ json: inout JSONText, _ random: inout SeededGenerator) {
        let login = Prose.handle(&random)
        let address = "https://api.example.com/users/\(login)"
        json.field("login", login)
        json.field("id", id * 37)
        json.field("avatar_url", "https://avatars.example.com/u/\(id * 37)?v=4")
        json.field("gravatar_id", random.chance(0.3) ? Prose.hexadecimal(32, &random) : "")
        json.field("url", address)
        json.field("html_url", "https://www.example.com/\(login)")
        json.field("followers_url", "\(address)/followers")
        json.field("following_url", "\(address)/following{/other_user}")
        json.field("gists_url", "\(address)/gists{/gist_id}")
        json.field("starred_url", "\(address)/starred{/owner}{/repo}")
        json.field("subscriptions_url", "\(address)/subscriptions")
        json.field("organizations_url", "\(address)/orgs")
        json.field("repos_url", "\(address)/repos")
        json.field("events_url", "\(address)/events{/privacy}")
        json.field("received_events_url", "\(address)/received_events")
        json.field("type", random.chance(0.95) ? "User" : "Organization")
        json.field("site_admin", random.chance(0.01))
        json.field("name", random.chance(0.8) ? Prose.name(&random) : nil)
        json.field("company", random.chance(0.3) ? "@\(Prose.handle(&random))" : nil)
        json.field("blog", random.chance(0.5) ? "https://\(login).example.org" : "")
        json.field("location", random.chance(0.5) ? random.pick(Prose.places).0 : nil)
        json.field("email", random.chance(0.2) ? "\(login)@example.org" : nil)
        if random.chance(0.2) { json.field("hireable", true) } else { json.field("hireable", String?.none) }
        json.field("bio", random.chance(0.4) ? Prose.text(words: 4...16, &random).text : nil)
        json.field("public_repos", random.skewedInteger(in: 0...800))
        json.field("public_gists", random.skewedInteger(in: 0...300))
        json.field("followers", random.skewedInteger(in: 0...90_000))
        json.field("following", random.skewedInteger(in: 0...2_000))
        json.field("created_at", Prose.timestamp(&random))
        json.field("updated_at", Prose.timestamp(&random))
    }
}
