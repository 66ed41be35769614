/// Where the text of a writer goes: it is a part of another's.
///
/// ```swift
/// var xs = container.nestedUnkeyedContainer(forKey: .xs)
/// var ys = container.nestedUnkeyedContainer(forKey: .ys)   // {"xs":‹a part›,"ys":‹another›
/// try xs.encode(1)
/// ```
///
/// A container within another can be written into at any time until the value around it is complete, and nobody says when
/// that has been done for the last time. So each has a writer and a text of its own from the beginning, and the value
/// around it a record that says whose text goes there. It is put there when the value around is complete; or at once,
/// when the container is given up and nothing has been written after it, so that of many containers that are written one
/// after the other only one has a text at a time.
///
/// The value of a `superEncoder()` is such a part as well. Foundation puts it there when the encoder is given up, not
/// when it is asked for: until then the container goes on without it, and a member of the same key is replaced. So does
/// Yodel.
struct CodableHome {
    let place: CodablePlace
    let step: CodableStep
    let position: Position

    enum Position {
        /// The text is never read, or its reader knows where it is.
        case none
        /// In a member or element that there is for it.
        case reserved
        /// A member, when the text is complete.
        case member(String)
        /// Before the element with this index, when the text is complete.
        case element(Int)
    }

    /// Takes the text of a writer that is going away; returns whether it is done with.
    func receive(_ part: UnsafeMutablePointer<CodableText>) -> Bool {
        // Of a value that is complete, or has failed, nothing is wanted any more.
        guard part.pointee.topIndex >= 0, place.isOpen else { return true }
        switch position {
        case .none: return true
        case .reserved: return place.isOnTop && place.writer.text.pointee.takeLastPart(part)
        case .member(let name):
            let writer = place.settle()
            part.pointee.complete()
            _ = writer.text.pointee.beginMember(name)
            _ = writer.text.pointee.out.write(part.pointee.out.bytes)
            writer.text.pointee.endMember()
            return true
        case .element(let index):
            let writer = place.settle()
            writer.text.pointee.insert(part, at: index)
            return writer.text.pointee.takeLastPart(part)
        }
    }
}

extension CodableWriter {
    // MARK: - Asking

    /// Begins an element of the array on top that is a container.
    func nestElement(_ content: CodableFrame.Content, in place: CodablePlace) -> CodablePlace {
        text.pointee.recordElements()
        let mark = text.pointee.beginElement()
        return nest(content, .index(mark.count), in: place)
    }

    /// Begins a member of the object on top that is a container, or goes on with the one that there is for its key.
    func nest<Key: CodingKey>(_ content: CodableFrame.Content, _ key: Key, in place: CodablePlace) -> CodablePlace {
        let name = name(of: key)
        let mark = text.pointee.beginMember(name)
        if let number = mark.replaced?.number {
            text.pointee.cancel(mark)
            return goOn(number, of: text.pointee.topIndex, content, .key(key), in: place)
        }
        // The members before those of a rest are elsewhere.
        var onTop = placeOnTop
        while onTop.index == 0, onTop.writer.isRest {
            onTop = onTop.writer.home!.place
            if let number = onTop.writer.text.pointee.member(name, of: onTop.index) {
                text.pointee.cancel(mark)
                return onTop.writer.goOn(number, of: onTop.index, content, .key(key), in: place)
            }
        }
        return nest(content, .key(key), in: place)
    }

    private func nest(_ content: CodableFrame.Content, _ step: CodableStep, in place: CodablePlace) -> CodablePlace {
        let depth = text.pointee.top.pointee.depth
        let part = part(step, .reserved, in: place, depth: depth)
        // A record would outlive the text that goes nowhere.
        if depth <= CodableText.deepest { text.pointee.putPart(part.text) }
        let inner = part.push(.none)
        part.text.pointee.open(content)
        return inner
    }

    /// An encoder of a value that goes into the container on top when it is given up.
    func superEncoder(in place: CodablePlace, _ step: CodableStep, _ position: CodableHome.Position) -> any Encoder {
        part(step, position, in: place, depth: text.pointee.top.pointee.depth).push(.none)
    }

    /// A writer of a part of the value at a place.
    private func part(
        _ step: CodableStep, _ position: CodableHome.Position, in place: CodablePlace, depth: Int
    ) -> CodableWriter {
        // Each would keep the one around it, however many are asked for within each other: these go nowhere.
        if depth > CodableText.deepest { return CodableWriter(in: unreadHome(place), document, depthAround: depth) }
        return CodableWriter(
            in: CodableHome(place: place, step: step, position: position), document, depthAround: depth)
    }

    /// A place for more members or elements of a value that has been asked for or written.
    @inline(never)
    private func goOn(
        _ number: Int, of index: Int, _ content: CodableFrame.Content, _ step: CodableStep, in place: CodablePlace
    ) -> CodablePlace {
        let home = CodableHome(place: place, step: step, position: .reserved)
        let member = text.pointee.members[number]
        let part: CodableWriter
        if let open = member.part {
            part = open.pointee.writer ?? CodableWriter(in: home, document, goingOnWith: open)
        } else {
            part = CodableWriter(in: home, document, depthAround: text.pointee.frame(index).pointee.depth)
            _ = part.push(.none)
            let value = text.pointee.out.bytes[member.start + member.valueOffset..<member.end]
            part.text.pointee.takeOver(UnsafeBufferPointer(rebasing: value))
            text.pointee.replaceValue(number, of: index, by: part.text)
        }
        let frame = part.text.pointee.frame(0).pointee
        if frame.content != content {
            programmingError("The value for a key is an object, an array or something else, not two of these at once")
        }
        return CodablePlace(writer: part, index: 0, serial: frame.serial)
    }

    // MARK: - Elsewhere

    /// The writer for a place that is not on top: of the rest of its value, if that is open, and else of a text that is
    /// never read.
    @inline(never)
    func settle(_ place: CodablePlace) -> CodableWriter {
        guard place.isOpen else { return unread(place) }
        var place = place
        // Something may be written to the rest while a value within it is.
        while !place.isOnTop { place = place.writer.rest(of: place) }
        return place.writer
    }

    /// A writer whose text is never read.
    func unread(_ place: CodablePlace) -> CodableWriter {
        let writer = CodableWriter(in: unreadHome(place), document, depthAround: 0)
        _ = writer.push(.none)
        return writer
    }

    /// Who has such a writer keeps the document's memory from being used for the next one; a chain of them needs not be kept.
    private func unreadHome(_ place: CodablePlace) -> CodableHome {
        if let home, case .none = home.position { return home }
        return CodableHome(place: place, step: .none, position: .none)
    }

    // MARK: - Rests

    /// The place of what is written to an open value while others are above it: that comes after the one within it.
    private func rest(of place: CodablePlace) -> CodablePlace {
        if let rest = text.pointee.rests[place.index] {
            return CodablePlace(writer: rest, index: 0, serial: rest.text.pointee.frame(0).pointee.serial)
        }
        let value = text.pointee.frame(place.index)
        let rest = CodableWriter(
            in: CodableHome(place: place, step: .none, position: .none), document, depthAround: value.pointee.depth)
        let inner = rest.push(.none)
        rest.text.pointee.openRest(of: value.pointee)
        rest.isRest = true
        text.pointee.rests[place.index] = rest
        value.pointee.hasRest = true
        return inner
    }

    /// Adds to the value on top what has been written to it while others were above.
    @inline(never)
    func takeRest() {
        text.pointee.top.pointee.hasRest = false
        guard let rest = text.pointee.rests.removeValue(forKey: text.pointee.topIndex) else { return }
        text.pointee.append(rest.text.pointee)
        rest.text.pointee.unwind(to: -1)
    }
}
