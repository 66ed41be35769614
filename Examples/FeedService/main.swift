// A service that reads feeds of events, of any size and in constant memory, and answers what was in them.
//
//     swift run -c release FeedService [PORT]
//     curl -T events.ndjson -H 'Content-Type: application/x-ndjson' http://127.0.0.1:PORT/events
//
// Yodel is in two files. Service.swift is the part to copy: what a feed is allowed to be, and what is answered.
// Models.swift has what is read and written. All others are plumbing, as much of an HTTP server as the toolchain alone
// makes possible: take a real one, which hands its bodies over as sequences of bytes just as well. What it has to have
// is here too, as little of it as will do: deadlines, a bound on connections, and no thread for those that are silent.

import Foundation

do {
    let listener = try Listener(port: CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8080)
    // Not by print, whose line would stay in a buffer where nobody reads along.
    FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(listener.port)/events\n".utf8))
    await Server().run(listener)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
