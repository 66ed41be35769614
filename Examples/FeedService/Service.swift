// Yodel: this is the part to copy.

import Yodel

/// What the server does.
///
/// It knows nothing of sockets. A body is any asynchronous sequence of bytes, of whatever server one uses.
struct Service: Sendable {
    /// Bytes of a body.
    var maxBodyBytes = 4 << 30

    /// What is looked for in a document, `{"events": [{…}, …]}`; and in lines, each an event.
    private let document: Feed<Event>
    private let lines: Feed<Event>

    init() {
        func guarded(_ feed: Feed<Event>) -> Feed<Event> {
            var feed = feed
            // An event is small; one that is not costs itself, as does one that does not fit.
            feed.maxItemBytes = 16 << 10
            feed.badItems = .drop
            // Where more than one in ten is bad, the sender is: it had better hear of it at once.
            feed.failureBudget = FailureBudget(count: 1_000, ratio: 0.1)
            feed.decoder.limits.depth = 16
            feed.decoder.limits.stringBytes = 4 << 10
            return feed
        }
        document = guarded(Feed(of: Event.self, at: "events"))
        lines = guarded(Feed(of: Event.self, in: .lines))
    }

    func respond<Body: AsyncSequence>(to request: Request, body: Body) async -> Response
    where Body: Sendable, Body.Element == [UInt8] {
        guard request.target == "/events" else { return Response(.notFound) }
        guard request.method == "POST" || request.method == "PUT" else { return Response(.methodNotAllowed) }
        let isLines = request.hasContent("application/x-ndjson")
        return await summarise((isLines ? lines : document).items(from: body))
    }

    /// Reads a feed to its end.
    ///
    /// Chunks are asked for as events are taken, so that a sender is as fast as this loop.
    private func summarise(_ events: FeedItems<Event, Event>) async -> Response {
        var summary = Summary()
        do {
            for try await result in events.results {
                switch result {
                case .success(let entry): summary.add(entry.item)
                case .failure(let failure): summary.add(failure)
                }
            }
            summary.bytes = events.progress.bytes
            summary.isComplete = events.ending == .complete
            return Response(.ok, summary)
        } catch let error as ModelError {
            return Response(Self.status(for: error), Problem(error))
        } catch let error as HTTPError {
            return Response(error.status, Problem(error))
        } catch {
            return Response(.internalServerError)
        }
    }

    private static func status(for error: ModelError) -> Status {
        switch error.category {
        case .syntax, .endOfInput: .badRequest
        case .limit: error.code == .failureLimit ? .unprocessableContent : .contentTooLarge
        case .data: .unprocessableContent
        // These are the server's own.
        case .model, .usage: .internalServerError
        }
    }
}
