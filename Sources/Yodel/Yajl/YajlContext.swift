#if Yajl
internal import CYajl

/// The context of yajl's callbacks: the binder, and the table of callbacks itself.
///
/// yajl keeps pointers to both and reads the table for each event, so unwanted values are skipped by replacing the
/// table: with one that has no callbacks for scalars, yajl does not even unescape them.
struct YajlContext: ~Copyable {
    /// Owned by the source, which outlives the parser.
    let binder: UnsafeMutablePointer<Binder>
    /// The table that yajl reads.
    let callbacks: UnsafeMutablePointer<yajl_callbacks>
    private let parser: yajl_handle
    /// The text that yajl is parsing.
    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// False if a number or word turned out to be the beginning of a longer, invalid one: `01`, `nulls`.
    private(set) var isTokenWhole = true
    /// The number of open arrays and objects of the value that is being skipped.
    var skippedDepth = 0
    private let binding: yajl_callbacks
    private let skippingNext: yajl_callbacks
    private let skippingInside: yajl_callbacks

    init(binder: UnsafeMutablePointer<Binder>, _ handle: borrowing YajlHandle) {
        self.binder = binder
        parser = handle.handle
        callbacks = handle.callbacks
        binding = .binding
        skippingNext = .skippingNext
        skippingInside = .skippingInside
        callbacks.initialize(to: binding)
    }

    /// Parses without sending events.
    func silently(_ parse: () -> Void) {
        callbacks.pointee = yajl_callbacks()
        parse()
        callbacks.pointee = binding
    }

    fileprivate mutating func resumeBinding() { callbacks.pointee = binding }

    /// Returns whether another level is allowed.
    fileprivate mutating func enterSkipped() -> Bool {
        guard binder.pointee.depth + skippedDepth < binder.pointee.limits.depth else {
            return binder.pointee.failDepth()
        }
        skippedDepth += 1
        callbacks.pointee = skippingInside
        return true
    }

    fileprivate mutating func leaveSkipped() {
        skippedDepth -= 1
        if skippedDepth == 0 { callbacks.pointee = binding }
    }

    @inline(__always)
    fileprivate mutating func key(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        switch binder.pointee.key(start, count) {
        case .take: return true
        case .skip:
            callbacks.pointee = skippingNext
            return true
        case .fail: return false
        }
    }

    @inline(__always)
    fileprivate mutating func number(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // yajl passes numbers in place, except for the first token of a piece.
        let next = start + count
        let isInPlace =
            next > text.baseAddress.unsafelyUnwrapped && next < text.baseAddress.unsafelyUnwrapped + text.count
        guard isInPlace ? isTokenComplete(before: next.pointee) : isTokenComplete() else { return false }
        return binder.pointee.number(NumberText(start: start, count: count))
    }

    fileprivate mutating func skippedNumber(_ count: Int) -> Bool {
        guard isTokenComplete() else { return false }
        return count <= binder.pointee.limits.numberCharacters || binder.pointee.failNumberLimit()
    }

    /// Whether a number or word really ends where yajl assumes.
    ///
    /// The source makes sure that at least one byte follows each of them in the parsed text.
    @inline(__always)
    fileprivate mutating func isTokenComplete() -> Bool {
        isTokenComplete(before: text.baseAddress.unsafelyUnwrapped[yajl_get_bytes_consumed(parser)])
    }

    @inline(__always)
    private mutating func isTokenComplete(before next: UInt8) -> Bool {
        switch next {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), ...UInt8(ascii: " "): return true
        default:
            isTokenWhole = !next.isTokenByte
            return isTokenWhole
        }
    }
}

// The callbacks recover the context, forward the event and return the answer. They are named functions because the
// compiler inlines those, but not closures, into the C entry points it generates: that saves a call for each event.

private typealias Context = UnsafeMutableRawPointer?

@inline(__always)
private func parsing(_ pointer: Context) -> UnsafeMutablePointer<YajlContext> {
    // SAFETY: the source that allocated the context passed it to yajl and keeps it until yajl is freed.
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
}

@inline(__always)
private func boundNull(_ context: Context) -> CInt {
    parsing(context).pointee.isTokenComplete()
        && parsing(context).pointee.binder.pointee.null() ? 1 : 0
}

@inline(__always)
private func boundBool(_ context: Context, _ value: CInt) -> CInt {
    parsing(context).pointee.isTokenComplete()
        && parsing(context).pointee.binder.pointee.bool(value != 0) ? 1 : 0
}

@inline(__always)
private func boundNumber(_ context: Context, _ start: UnsafePointer<CChar>?, _ count: Int) -> CInt {
    let start = UnsafeRawPointer(start.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self)
    return parsing(context).pointee.number(start, count) ? 1 : 0
}

@inline(__always)
private func boundString(_ context: Context, _ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    parsing(context).pointee.binder.pointee.string(start.unsafelyUnwrapped, count) ? 1 : 0
}

@inline(__always)
private func boundKey(_ context: Context, _ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    parsing(context).pointee.key(start.unsafelyUnwrapped, count) ? 1 : 0
}

@inline(__always)
private func boundStartObject(_ context: Context) -> CInt {
    parsing(context).pointee.binder.pointee.startObject() ? 1 : 0
}

@inline(__always)
private func boundEndObject(_ context: Context) -> CInt {
    parsing(context).pointee.binder.pointee.endObject() ? 1 : 0
}

@inline(__always)
private func boundStartArray(_ context: Context) -> CInt {
    parsing(context).pointee.binder.pointee.startArray() ? 1 : 0
}

@inline(__always)
private func boundEndArray(_ context: Context) -> CInt {
    parsing(context).pointee.binder.pointee.endArray() ? 1 : 0
}

private func skippedNumber(_ context: Context, _ start: UnsafePointer<CChar>?, _ count: Int) -> CInt {
    parsing(context).pointee.skippedNumber(count) ? 1 : 0
}

private func skippedNull(_ context: Context) -> CInt { parsing(context).pointee.isTokenComplete() ? 1 : 0 }

private func skippedBool(_ context: Context, _ value: CInt) -> CInt {
    parsing(context).pointee.isTokenComplete() ? 1 : 0
}

private func keyAfterSkipped(_ context: Context, _ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    parsing(context).pointee.resumeBinding()
    return parsing(context).pointee.key(start.unsafelyUnwrapped, count) ? 1 : 0
}

private func endObjectAfterSkipped(_ context: Context) -> CInt {
    parsing(context).pointee.resumeBinding()
    return boundEndObject(context)
}

private func enterSkipped(_ context: Context) -> CInt { parsing(context).pointee.enterSkipped() ? 1 : 0 }

private func leaveSkipped(_ context: Context) -> CInt {
    parsing(context).pointee.leaveSkipped()
    return 1
}

extension yajl_callbacks {
    fileprivate static var binding: yajl_callbacks {
        yajl_callbacks(
            yajl_null: boundNull,
            yajl_boolean: boundBool,
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: boundNumber,
            yajl_string: boundString,
            yajl_start_map: boundStartObject,
            yajl_map_key: boundKey,
            yajl_end_map: boundEndObject,
            yajl_start_array: boundStartArray,
            yajl_end_array: boundEndArray)
    }

    /// The next value is unwanted: either a container begins, or it is a scalar, and the object continues or ends after
    /// it.
    fileprivate static var skippingNext: yajl_callbacks {
        var callbacks = yajl_callbacks()
        callbacks.yajl_null = skippedNull
        callbacks.yajl_boolean = skippedBool
        callbacks.yajl_number = skippedNumber
        callbacks.yajl_start_map = enterSkipped
        callbacks.yajl_map_key = keyAfterSkipped
        callbacks.yajl_end_map = endObjectAfterSkipped
        callbacks.yajl_start_array = enterSkipped
        return callbacks
    }

    /// Inside an unwanted container, until it ends.
    fileprivate static var skippingInside: yajl_callbacks {
        var callbacks = skippingNext
        callbacks.yajl_map_key = nil
        callbacks.yajl_end_map = leaveSkipped
        callbacks.yajl_end_array = leaveSkipped
        return callbacks
    }
}
#endif
