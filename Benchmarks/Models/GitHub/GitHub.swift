import Yodel

/// A page of GitHub's public events, as github_events.json holds it: every field of the document.
///
/// The payload depends on the type of the event: its fields are those of all types, and optional.
package enum GitHub {
    /// Something that happened on GitHub.
    package struct Event: Model, Codable, Equatable, Sendable {
        package var type: String
        package var created_at: String
        package var actor: Actor
        package var repo: Repository
        package var `public`: Bool
        package var payload: Payload
        package var id: String
        package var org: Actor?
    }

    /// An account, as events name it.
    package struct Actor: Model, Codable, Equatable, Sendable {
        package var gravatar_id: String
        package var login: String
        package var avatar_url: String
        package var url: String
        package var id: Int
    }

    /// A repository, as events name it.
    package struct Repository: Model, Codable, Equatable, Sendable {
        package var url: String
        package var id: Int
        package var name: String
    }

    /// What happened: pushes, forks, comments, wiki pages and more.
    package struct Payload: Model, Codable, Equatable, Sendable {
        package var commits: [Commit]?
        package var distinct_size: Int?
        package var ref: String?
        package var push_id: Int?
        package var head: String?
        package var before: String?
        package var size: Int?
        package var description: String?
        package var master_branch: String?
        package var ref_type: String?
        package var forkee: Fork?
        package var action: String?
        package var issue: Issue?
        package var comment: Comment?
        package var pages: [Page]?
    }

    /// A pushed commit.
    package struct Commit: Model, Codable, Equatable, Sendable {
        package var url: String
        package var message: String
        package var distinct: Bool
        package var sha: String
        package var author: Author
    }

    /// Who wrote a commit.
    package struct Author: Model, Codable, Equatable, Sendable {
        package var email: String
        package var name: String
    }

    /// A page of a wiki.
    package struct Page: Model, Codable, Equatable, Sendable {
        package var page_name: String
        package var html_url: String
        package var title: String
        package var sha: String
        package var summary: String?
        package var action: String
    }

    /// A comment on an issue.
    package struct Comment: Model, Codable, Equatable, Sendable {
        package var user: User
        package var url: String
        package var issue_url: String
        package var created_at: String
        package var body: String
        package var updated_at: String
        package var id: Int
    }

    /// An issue or a pull request.
    package struct Issue: Model, Codable, Equatable, Sendable {
        package var user: User
        package var url: String
        package var labels: [Label]
        package var html_url: String
        package var labels_url: String
        package var pull_request: PullRequest?
        package var created_at: String
        package var closed_at: String?
        package var milestone: Milestone?
        package var title: String
        package var body: String
        package var updated_at: String
        package var number: Int
        package var state: String
        package var assignee: User?
        package var id: Int
        package var events_url: String
        package var comments_url: String
        package var comments: Int
    }

    /// A label; there is none in github_events.json.
    package struct Label: Model, Codable, Equatable, Sendable {
        package var url: String
        package var name: String
        package var color: String
    }

    /// A milestone; null throughout github_events.json.
    package struct Milestone: Model, Codable, Equatable, Sendable {
        package var url: String
        package var number: Int
        package var title: String
        package var state: String
    }

    /// The links of an issue's code; all null in github_events.json.
    package struct PullRequest: Model, Codable, Equatable, Sendable {
        package var html_url: String?
        package var patch_url: String?
        package var diff_url: String?
    }

    /// An account with its addresses.
    package struct User: Model, Codable, Equatable, Sendable {
        package var url: String
        package var gists_url: String
        package var gravatar_id: String
        package var type: String
        package var avatar_url: String
        package var subscriptions_url: String
        package var organizations_url: String
        package var received_events_url: String
        package var repos_url: String
        package var login: String
        package var id: Int
        package var starred_url: String
        package var events_url: String
        package var followers_url: String
        package var following_url: String
    }

    /// A repository made from another, with all its addresses.
    package struct Fork: Model, Codable, Equatable, Sendable {
        package var description: String
        package var fork: Bool
        package var url: String
        package var language: String
        package var stargazers_url: String
        package var clone_url: String
        package var tags_url: String
        package var full_name: String
        package var merges_url: String
        package var forks: Int
        package var `private`: Bool
        package var git_refs_url: String
        package var archive_url: String
        package var collaborators_url: String
        package var owner: User
        package var languages_url: String
        package var trees_url: String
        package var labels_url: String
        package var html_url: String
        package var pushed_at: String
        package var created_at: String
        package var has_issues: Bool
        package var forks_url: String
        package var branches_url: String
        package var commits_url: String
        package var notifications_url: String
        package var open_issues: Int
        package var contents_url: String
        package var blobs_url: String
        package var issues_url: String
        package var compare_url: String
        package var issue_events_url: String
        package var name: String
        package var updated_at: String
        package var statuses_url: String
        package var forks_count: Int
        package var assignees_url: String
        package var ssh_url: String
        package var `public`: Bool
        package var has_wiki: Bool
        package var subscribers_url: String
        package var mirror_url: String?
        package var watchers_count: Int
        package var id: Int
        package var has_downloads: Bool
        package var git_commits_url: String
        package var downloads_url: String
        package var pulls_url: String
        package var homepage: String?
        package var issue_comment_url: String
        package var hooks_url: String
        package var subscription_url: String
        package var milestones_url: String
        package var svn_url: String
        package var events_url: String
        package var git_tags_url: String
        package var teams_url: String
        package var comments_url: String
        package var open_issues_count: Int
        package var keys_url: String
        package var git_url: String
        package var contributors_url: String
        package var size: Int
        package var watchers: Int
    }
}
