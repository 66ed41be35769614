/// Ends the program for a mistake in the program itself, never for anything that a document says.
///
/// It stands where the caller of a public function, or a type of theirs, can do what the documentation forbids. It is
/// not a precondition, since `-Ounchecked` leaves those out, and what comes after relies on it.
@inline(never)
func programmingError(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}
