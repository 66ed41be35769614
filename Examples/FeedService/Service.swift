// Yodel: this is the part to copy.

import Yodel

/// The service: it reads a posted feed and answers with a summary.
///
/// It does not know sockets. A body is any asynchronous sequence of bytes, so any server will do.
struct Service: Sendable {
    /// The largest body, in bytes.
    var maxBodyBytes = 4 << 30

    /// The feeds: the events in a document, `{"events": [{…}, …]}`, or one event on each line.
    private let document: Feed<Event>
    private let lines: Feed<Event>

    init() {
        func guarded(_ feed: Feed<Event>) -> Feed<Event> {
            var feed = feed
            // Events are small. An event that is too large, or does not match the model, is dropped.
            feed.maxItemBytes = 16 << 10
            feed.badItems = .drop
            // More than one bad event in ten means that the sender is broken: the error tells it at once.
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
    /// Chunks are read with back-pressure, so the sender is no faster than this loop.
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
        // The server is at fault.
        case .model, .usage: .internalServerError
        }
    }
}
