import Foundation

/// A progress line on the terminal; nothing if standard error is no terminal.
struct Progress {
    private let visible = isatty(FileHandle.standardError.fileDescriptor) == 1

    func show(_ text: String) {
        write("\r\u{1B}[2K\(text)")
    }

    /// Clears the line before something else is printed.
    func clear() {
        write("\r\u{1B}[2K")
    }

    private func write(_ text: String) {
        if visible { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
