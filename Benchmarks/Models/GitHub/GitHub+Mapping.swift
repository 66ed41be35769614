extension GitHub.Event: BenchmarkDocument {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        type = try json["type"]
        created_at = try json["created_at"]
        actor = try json["actor"]
        repo = try json["repo"]
        `public` = try json["public"]
        payload = try json["payload"]
        id = try json["id"]
        org = try json["org"]
    }
}

extension GitHub.Actor: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        gravatar_id = try json["gravatar_id"]
        login = try json["login"]
        avatar_url = try json["avatar_url"]
        url = try json["url"]
        id = try json["id"]
    }
}

extension GitHub.Repository: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        id = try json["id"]
        name = try json["name"]
    }
}

extension GitHub.Payload: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        commits = try json["commits"]
        distinct_size = try json["distinct_size"]
        ref = try json["ref"]
        push_id = try json["push_id"]
        head = try json["head"]
        before = try json["before"]
        size = try json["size"]
        description = try json["description"]
        master_branch = try json["master_branch"]
        ref_type = try json["ref_type"]
        forkee = try json["forkee"]
        action = try json["action"]
        issue = try json["issue"]
        comment = try json["comment"]
        pages = try json["pages"]
    }
}

extension GitHub.Commit: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        message = try json["message"]
        distinct = try json["distinct"]
        sha = try json["sha"]
        author = try json["author"]
    }
}

extension GitHub.Author: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        email = try json["email"]
        name = try json["name"]
    }
}

extension GitHub.Page: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        page_name = try json["page_name"]
        html_url = try json["html_url"]
        title = try json["title"]
        sha = try json["sha"]
        summary = try json["summary"]
        action = try json["action"]
    }
}

extension GitHub.Comment: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        user = try json["user"]
        url = try json["url"]
        issue_url = try json["issue_url"]
        created_at = try json["created_at"]
        body = try json["body"]
        updated_at = try json["updated_at"]
        id = try json["id"]
    }
}

extension GitHub.Issue: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        user = try json["user"]
        url = try json["url"]
        labels = try json["labels"]
        html_url = try json["html_url"]
        labels_url = try json["labels_url"]
        pull_request = try json["pull_request"]
        created_at = try json["created_at"]
        closed_at = try json["closed_at"]
        milestone = try json["milestone"]
        title = try json["title"]
        body = try json["body"]
        updated_at = try json["updated_at"]
        number = try json["number"]
        state = try json["state"]
        assignee = try json["assignee"]
        id = try json["id"]
        events_url = try json["events_url"]
        comments_url = try json["comments_url"]
        comments = try json["comments"]
    }
}

extension GitHub.Label: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        name = try json["name"]
        color = try json["color"]
    }
}

extension GitHub.Milestone: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        number = try json["number"]
        title = try json["title"]
        state = try json["state"]
    }
}

extension GitHub.PullRequest: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        html_url = try json["html_url"]
        patch_url = try json["patch_url"]
        diff_url = try json["diff_url"]
    }
}

extension GitHub.User: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        url = try json["url"]
        gists_url = try json["gists_url"]
        gravatar_id = try json["gravatar_id"]
        type = try json["type"]
        avatar_url = try json["avatar_url"]
        subscriptions_url = try json["subscriptions_url"]
        organizations_url = try json["organizations_url"]
        received_events_url = try json["received_events_url"]
        repos_url = try json["repos_url"]
        login = try json["login"]
        id = try json["id"]
        starred_url = try json["starred_url"]
        events_url = try json["events_url"]
        followers_url = try json["followers_url"]
        following_url = try json["following_url"]
    }
}

extension GitHub.Fork: JSONMappable {
    package init(json value: Any) throws {
        let json = try JSONFields(value)
        description = try json["description"]
        fork = try json["fork"]
        url = try json["url"]
        language = try json["language"]
        stargazers_url = try json["stargazers_url"]
        clone_url = try json["clone_url"]
        tags_url = try json["tags_url"]
        full_name = try json["full_name"]
        merges_url = try json["merges_url"]
        forks = try json["forks"]
        `private` = try json["private"]
        git_refs_url = try json["git_refs_url"]
        archive_url = try json["archive_url"]
        collaborators_url = try json["collaborators_url"]
        owner = try json["owner"]
        languages_url = try json["languages_url"]
        trees_url = try json["trees_url"]
        labels_url = try json["labels_url"]
        html_url = try json["html_url"]
        pushed_at = try json["pushed_at"]
        created_at = try json["created_at"]
        has_issues = try json["has_issues"]
        forks_url = try json["forks_url"]
        branches_url = try json["branches_url"]
        commits_url = try json["commits_url"]
        notifications_url = try json["notifications_url"]
        open_issues = try json["open_issues"]
        contents_url = try json["contents_url"]
        blobs_url = try json["blobs_url"]
        issues_url = try json["issues_url"]
        compare_url = try json["compare_url"]
        issue_events_url = try json["issue_events_url"]
        name = try json["name"]
        updated_at = try json["updated_at"]
        statuses_url = try json["statuses_url"]
        forks_count = try json["forks_count"]
        assignees_url = try json["assignees_url"]
        ssh_url = try json["ssh_url"]
        `public` = try json["public"]
        has_wiki = try json["has_wiki"]
        subscribers_url = try json["subscribers_url"]
        mirror_url = try json["mirror_url"]
        watchers_count = try json["watchers_count"]
        id = try json["id"]
        has_downloads = try json["has_downloads"]
        git_commits_url = try json["git_commits_url"]
        downloads_url = try json["downloads_url"]
        pulls_url = try json["pulls_url"]
        homepage = try json["homepage"]
        issue_comment_url = try json["issue_comment_url"]
        hooks_url = try json["hooks_url"]
        subscription_url = try json["subscription_url"]
        milestones_url = try json["milestones_url"]
        svn_url = try json["svn_url"]
        events_url = try json["events_url"]
        git_tags_url = try json["git_tags_url"]
        teams_url = try json["teams_url"]
        comments_url = try json["comments_url"]
        open_issues_count = try json["open_issues_count"]
        keys_url = try json["keys_url"]
        git_url = try json["git_url"]
        contributors_url = try json["contributors_url"]
        size = try json["size"]
        watchers = try json["watchers"]
    }
}
