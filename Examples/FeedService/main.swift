// A service that reads feeds of events, of any size and in constant memory, and answers with a summary.
//
//     swift run -c release FeedService [PORT]
//     curl -T events.ndjson -H 'Content-Type: application/x-ndjson' http://127.0.0.1:PORT/events
//
// Two files use Yodel. Service.swift is the part to copy: the limits of a feed, and the answer. Models.swift has the
// models that are read and written. All others are plumbing: the smallest HTTP server that needs only the toolchain.
// Use a real one instead; it also provides bodies as sequences of bytes. It must have what this one has in a minimal
// form: deadlines, a bound on connections, and no thread for idle ones.

import Foundation

do {
    let text = CommandLine.arguments.dropFirst().first ?? "8080"
    guard let port = UInt16(text) else { throw Listener.Failure(description: "\(text) is not a port") }
    let listener = try Listener(port: port)
    // Not print: its line would stay in the buffer if standard output is no terminal.
    FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(listener.port)/events\n".utf8))
    await Server().run(listener)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
