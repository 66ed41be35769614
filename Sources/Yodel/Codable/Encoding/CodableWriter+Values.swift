#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Values of any type: at the place on top, as members, and as elements.

extension CodableWriter {
    /// Writes a value to the place on top, which may already have content if a client requested it.
    func fill<Value: Encodable>(_ value: Value, _ kind: CodableKind, _ place: CodablePlace) throws {
        // SAFETY: the kind is that of the value's type.
        switch kind.code {
        case .structure:
            try call { try value.encode(to: place) }
        case .list:
            try withUnsafePointer(to: value) { try kind.container!.write($0, to: place, self) }
        case .date:
            try withUnsafePointer(to: value) {
                try empty.fill(UnsafeRawPointer($0).assumingMemoryBound(to: Date.self).pointee, place)
            }
        case .data:
            try withUnsafePointer(to: value) {
                try empty.fill(UnsafeRawPointer($0).assumingMemoryBound(to: Data.self).pointee, place)
            }
        default: try empty.fillScalar(value, kind)
        }
    }

    /// Writes a scalar to the place on top, which is empty.
    @inline(__always)
    func fillScalar<Value>(_ value: Value, _ kind: CodableKind) throws {
        try withUnsafePointer(to: value) { try putScalar($0, kind.code) { .root } }
        text.pointee.top.pointee.content = .scalar
    }

    /// The writer, or one whose text is never read if the place on top already has an array or object, to which a
    /// scalar cannot be added.
    @inline(__always)
    var empty: CodableWriter { text.pointee.top.pointee.content == .nothing ? self : unread() }

    /// Calls a client's code that encodes a value.
    @inline(__always)
    func call(_ encode: () throws -> Void) throws {
        let depth = memory.callDepth
        guard depth < Self.deepestCall, CallStack.hasRoom, !text.pointee.isTooDeep else {
            throw reachedEnd()
        }
        memory.callDepth = depth + 1
        defer { memory.callDepth = depth }
        try encode()
    }

    @inline(never)
    private func reachedEnd() -> any Error {
        text.pointee.isTooDeep = true
        if CallStack.hasRoom { return CodableTooDeep() }
        memory.lacksStack = true
        return ModelError.endOfStack()
    }

    func encodeMember<Value: Encodable, Key: CodingKey>(
        _ value: Value, _ key: Key, in parent: CodablePlace
    ) throws {
        let kind = CodableKind.of(Value.self)
        let mark = text.pointee.beginMember(name(of: key))
        try encode(value, kind, in: parent, mark) { .key(key) }
    }

    func encodeElement<Value: Encodable>(_ value: Value, in parent: CodablePlace) throws {
        let kind = CodableKind.of(Value.self)
        let mark = text.pointee.beginElement()
        let index = mark.count
        try encode(value, kind, in: parent, mark) { .index(index) }
    }

    /// Writes the value of a member or element that has been begun, and ends or removes the member.
    @inline(__always)
    func encode<Value: Encodable>(
        _ value: Value, _ kind: CodableKind, in parent: CodablePlace, _ mark: MemberMark, _ step: () -> CodablePathStep
    ) throws {
        if kind.isScalar {
            do {
                try withUnsafePointer(to: value) { try putScalar($0, kind.code, step) }
            } catch {
                text.pointee.cancel(mark)
                throw error
            }
            return text.pointee.endMember()
        }
        // SAFETY: the value is an array of these numbers, since the kind is that of its type.
        if let number = kind.number, withUnsafePointer(to: value, { number.put(list: $0, to: text) }) {
            return text.pointee.endMember()
        }
        let place = push(step())
        do {
            try fill(value, kind, place)
        } catch {
            abandon(place, in: parent, mark)
            throw error
        }
        finish(place)
    }

    /// Ends the value at a place, the containers that are open within it, and its member or element.
    @inline(__always)
    func finish(_ place: CodablePlace) {
        guard text.pointee.isOnTop(place.index, place.serial) else { return finishBelow(place) }
        text.pointee.close()
        text.pointee.endMember()
    }

    @inline(never)
    private func finishBelow(_ place: CodablePlace) {
        guard let (writer, index) = find(place.serial) else { return }
        // This is the first value of a part: its member or element is in another text.
        if index == 0 { return writer.text.pointee.complete() }
        while writer.text.pointee.topIndex >= index { writer.text.pointee.closeContainer() }
    }

    /// Removes the member or element with this value.
    @inline(never)
    private func abandon(_ place: CodablePlace, in parent: CodablePlace, _ mark: MemberMark) {
        if text.pointee.isOpen(place.index, place.serial) {
            text.pointee.unwind(to: place.index - 1)
            text.pointee.cancel(mark)
        } else {
            // The value has been moved to a part, at the latest so that the value around it could be on top.
            let home = parent.settle()
            guard let parts = home.text.pointee.parts, let part = parts.homes[place.serial] else { return }
            parts.drop(part)
            home.text.pointee.dropMember(part, mark)
        }
    }

    // MARK: - Scalars

    /// Writes a scalar; there is room for it unless it is a string.
    ///
    /// - Parameter step: The step from the value on top to this one, for errors.
    @inline(__always)
    func putScalar(_ address: UnsafeRawPointer, _ code: ValueKind, _ step: () -> CodablePathStep) throws {
        // SAFETY: the code is that of the type of the value at the address.
        switch code {
        case .bool: text.pointee.out.put(address.load(as: Bool.self))
        case .string: text.pointee.putString(at: address)
        case .url: address.assumingMemoryBound(to: URL.self).pointee.absoluteString.put(to: &text.pointee)
        case .decimal: try put(address.assumingMemoryBound(to: Decimal.self).pointee, step)
        case .jsonNumber: _ = text.pointee.out.write(address.assumingMemoryBound(to: JSONNumber.self).pointee.text)
        default:
            switch text.pointee.out.put(numberAt: address, code, .described) {
            case true?: return
            case false?: try putNonConforming(address, code, step())
            case nil: preconditionFailure("Only scalars are written without a place of their own")
            }
        }
    }

    /// The number at an address, which is infinite or NaN and so has a floating-point type.
    @inline(never)
    private func putNonConforming(_ address: UnsafeRawPointer, _ code: ValueKind, _ step: CodablePathStep) throws {
        func put<Number: BinaryFloat>(_ type: Number.Type) throws {
            try putNonConforming(address.load(as: type), step)
        }
        try put(code.floatType!)
    }

    @inline(never)
    private func put(_ value: Decimal, _ step: () -> CodablePathStep) throws {
        guard value.isFinite else { return try putNonConforming(Double.nan, step(), for: value) }
        _ = text.pointee.out.write(value.description)
    }

    private func putNonConforming<Value: BinaryFloat>(
        _ value: Value, _ step: CodablePathStep, for original: (any Sendable)? = nil
    ) throws {
        guard case .convertToString(let positive, let negative, let nan) = options.nonConformingFloats else {
            throw invalid(original ?? value, step, type: original.map { "\(type(of: $0))" } ?? "\(Value.self)")
        }
        (value.isNaN ? nan : value < 0 ? negative : positive).put(to: &text.pointee)
    }

    /// The error of a number that JSON cannot represent.
    func invalid(_ value: Any, _ step: CodablePathStep, type: String) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: path + [step.key].compactMap(\.self),
                debugDescription: "Unable to encode \(type).\(value) directly in JSON."))
    }
}
