/// Ends the program after a mistake in the program itself, never because of a document.
///
/// It is for mistakes that the documentation forbids, by the caller of a public function or by a client's type. It is
/// not a precondition, as `-Ounchecked` leaves those out and the code after it relies on the check.
@inline(never)
func programmingError(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}
