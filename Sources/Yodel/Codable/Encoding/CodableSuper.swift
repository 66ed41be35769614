/// Where the value goes that a `superEncoder()` is for.
///
/// Foundation puts it there when the encoder is given up, not when it is asked for: until then the container goes on
/// without it, and a member of the same key is replaced. So does Yodel.
struct CodableDestination {
    let place: CodablePlace
    let step: CodableStep
    let position: Position

    enum Position {
        case member(String)
        /// Before the element with this index.
        case element(Int)
    }

    /// Puts text there, unless the container is no more.
    func receive(_ text: borrowing CodableText) {
        let writer = place.settle()
        withExtendedLifetime(writer) { receive(text, writer.text) }
    }

    private func receive(_ text: borrowing CodableText, _ home: UnsafeMutablePointer<CodableText>) {
        let bytes = text.out.bytes
        if text.isTooDeep { home.pointee.isTooDeep = true }
        switch position {
        case .member(let name):
            _ = home.pointee.beginMember(name)
            _ = home.pointee.out.write(bytes)
            home.pointee.endMember()
        case .element(let index):
            if index < home.pointee.top.pointee.count, !home.pointee.top.pointee.hasMembers {
                home.pointee.recordMembers()
            }
            _ = home.pointee.beginElement()
            _ = home.pointee.out.write(bytes)
            home.pointee.endMember()
            if home.pointee.top.pointee.hasMembers { home.pointee.moveLastElement(to: index) }
        }
    }
}

extension CodableWriter {
    /// An encoder of a value that goes into the container on top when it is given up.
    func superEncoder(
        in place: CodablePlace, _ step: CodableStep, _ position: CodableDestination.Position
    ) -> any Encoder {
        let writer = CodableWriter(memory: memory)
        writer.begin(options, depthAround: text.pointee.top.pointee.depth)
        writer.destination = CodableDestination(place: place, step: step, position: position)
        return writer.push(.none)
    }
}
