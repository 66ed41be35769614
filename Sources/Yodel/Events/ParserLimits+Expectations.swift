extension ParserLimits {
    /// What an error says would have been right when a limit is passed; nil for errors of other kinds.
    func expectation(of code: ModelError.Code) -> String? {
        switch code {
        case .depthLimit: "at most \(counted(depth, "level"))"
        case .stringLimit: "at most \(counted(stringBytes, "byte"))"
        case .keyLimit: "at most \(counted(keyBytes, "byte"))"
        case .numberLimit: "at most \(counted(numberCharacters, "character"))"
        case .documentLimit: "at most \(counted(documentBytes, "byte"))"
        case .keyCountLimit: "at most \(counted(keysPerObject, "key"))"
        case .bufferLimit: "at most \(counted(bufferedBytes, "byte"))"
        case .combiningMarkLimit: "at most \(counted(combiningMarks, "combining mark")) in a row"
        case .replayLimit: "at most \(counted(replays, "time"))"
        default: nil
        }
    }
}
