/// The reason why a compressed input cannot be read any further.
struct CompressionFailure: Error, Hashable {
    enum Problem: Error, Hashable {
        /// The input ends within a member, or before the first one.
        case truncated
        /// The text is the library's.
        case damaged(String)
        case noMember
        case noMemberAtCheckpoint
        /// Zeros after the last member are followed by something else.
        case contentAfterZeros
        case needsDictionary
        /// The trait that reads the format; this build lacks it.
        case needsTrait(String)
        case windowTooLong(Int, limit: Int)
        case tooManyTimes(Int)
        case tooLong(Int)
        /// The text ends before the place at which the feed resumes.
        case endsBeforeCheckpoint(text: Int, checkpoint: Int)
        case outOfMemory
    }

    let problem: Problem
    /// The name of the input's format.
    let format: String
    /// The byte of the compressed input where the problem was found.
    let offset: Int

    /// The error of a feed, at the end of the text that was unpacked and with the path of the value that was open
    /// there.
    func error(path: JSONPath, place: ModelError.Place) -> ModelError {
        let here = "at byte \(offset) of the compressed input"
        func error(_ code: ModelError.Code, _ reason: String, hint: String? = nil) -> ModelError {
            ModelError(code, path: path, place: place, reason: reason, hint: hint, compressedOffset: offset)
        }
        return switch problem {
        case .truncated: error(.truncatedCompression, "the \(format) data ends early, \(here)")
        case .damaged(let words): error(.invalidCompression, "the \(format) data is damaged \(here): \(words)")
        case .noMember: error(.invalidCompression, "no \(format) member begins \(here)")
        case .noMemberAtCheckpoint:
            error(.invalidCheckpoint, "no \(format) member begins \(here), where the checkpoint resumes")
        case .contentAfterZeros:
            error(.invalidCompression, "other data follows the zeros after the \(format) data, \(here)")
        case .needsDictionary: error(.invalidCompression, "the \(format) data needs a dictionary, \(here)")
        case .needsTrait(let trait):
            error(
                .invalidCompression, "this program was built without support for \(format) data",
                hint: "depend on Yodel with its package trait \"\(trait)\"")
        case .windowTooLong(let window, let limit):
            error(
                .compressionLimit,
                "the \(format) data needs a window of \(counted(window, "byte")), more than \(limit), \(here)",
                hint: "a higher compression.maxWindowBytes allows it")
        case .tooManyTimes(let ratio):
            error(
                .compressionLimit, "the \(format) data unpacks to more than \(ratio) times its size, \(here)",
                hint: "a higher compression.maxRatio allows it")
        case .tooLong(let limit):
            error(
                .compressionLimit,
                "the \(format) data unpacks to more than \(counted(limit, "byte")) of text, in the member \(here)",
                hint: "a higher compression.maxTextBytes allows it")
        case .endsBeforeCheckpoint(let text, let checkpoint):
            error(
                .invalidCheckpoint,
                "the input ends before the checkpoint: it has \(counted(text, "byte")) of text, "
                    + "and the checkpoint is at byte \(checkpoint)")
        case .outOfMemory: error(.outOfMemory, "not enough memory to unpack \(format) data")
        }
    }
}
