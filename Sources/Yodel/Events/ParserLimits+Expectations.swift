extension ParserLimits {
    /// What an error says would have been right when a limit is passed; nil for errors of other kinds.
    func expectation(of code: ModelError.Code) -> String? {
        switch code {
        case .depthLimit: "at most \(depth) levels"
        case .stringLimit: "at most \(stringBytes) bytes"
        case .keyLimit: "at most \(keyBytes) bytes"
        case .numberLimit: "at most \(numberCharacters) characters"
        case .documentLimit: "at most \(documentBytes) bytes"
        case .keyCountLimit: "at most \(keysPerObject) keys"
        case .bufferLimit: "at most \(bufferedBytes) bytes"
        case .replayLimit: "at most \(replays) times"
        default: nil
        }
    }
}
