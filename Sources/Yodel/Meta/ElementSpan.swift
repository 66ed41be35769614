/// The elements of a list, one ``Shape/stride`` apart.
struct ElementSpan {
    var start: UnsafeRawPointer
    var count: Int
}

extension ElementSpan {
    @inline(__always)
    init<Element>(arrayOf type: Element.Type, at list: UnsafeRawPointer) {
        let (start, count) = _arrayElements(of: type, at: list)
        self.init(start: start, count: count)
    }
}
