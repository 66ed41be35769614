internal import CYajl

/// What yajl's callbacks reach through their context pointer: the binder, and the table of callbacks itself.
///
/// yajl keeps the pointers to both and reads the table anew for each event, so unwanted values are skipped by putting
/// another table in its place: one in which scalars have no callback, so that yajl does not even unescape them.
struct YajlContext: ~Copyable {
    var binder: Binder
    /// The table yajl reads.
    let callbacks: UnsafeMutablePointer<yajl_callbacks>
    private let parser: yajl_handle
    /// What yajl is parsing.
    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// False when a number or word turned out to be the beginning of a longer one that is none: `01`, `nulls`.
    private(set) var isTokenWhole = true
    /// Open arrays and objects of the value that is being skipped.
    var skippedDepth = 0
    private let binding: yajl_callbacks
    private let skippingNext: yajl_callbacks
    private let skippingInside: yajl_callbacks

    init(binder: consuming Binder, parser: yajl_handle, callbacks: UnsafeMutablePointer<yajl_callbacks>) {
        self.binder = binder
        self.parser = parser
        self.callbacks = callbacks
        binding = .binding
        skippingNext = .skippingNext
        skippingInside = .skippingInside
        callbacks.initialize(to: binding)
    }

    fileprivate mutating func skipNextValue() { callbacks.pointee = skippingNext }

    fileprivate mutating func resumeBinding() { callbacks.pointee = binding }

    /// Returns whether there is depth left.
    fileprivate mutating func enterSkipped() -> Bool {
        guard binder.depth + skippedDepth < binder.options.limits.depth else { return binder.failDepth() }
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
        switch binder.key(start, count) {
        case .take: return true
        case .skip:
            skipNextValue()
            return true
        case .fail: return false
        }
    }

    @inline(__always)
    fileprivate mutating func number(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // yajl hands numbers over where they stand, but for the first token of a piece.
        let next = start + count
        let isInPlace =
            next > text.baseAddress.unsafelyUnwrapped && next < text.baseAddress.unsafelyUnwrapped + text.count
        guard isInPlace ? isTokenComplete(before: next.pointee) : isTokenComplete() else { return false }
        return binder.number(NumberText(start: start, count: count))
    }

    fileprivate mutating func skippedNumber(_ count: Int) -> Bool {
        guard isTokenComplete() else { return false }
        return count <= binder.options.limits.numberCharacters || binder.failNumberLimit()
    }

    /// Whether a number or word ends where yajl says it does.
    ///
    /// The source sees to it that something follows each of them in the text that is being parsed.
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

// The trampolines: recover the context, hand over, answer.

@inline(__always)
private func context(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<YajlContext> {
    // SAFETY: the source that allocated the context passed it to yajl and keeps it until yajl is freed.
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
}

@inline(__always)
private func bytes(_ start: UnsafePointer<CChar>?) -> UnsafePointer<UInt8> {
    UnsafeRawPointer(start.unsafelyUnwrapped).assumingMemoryBound(to: UInt8.self)
}

extension yajl_callbacks {
    fileprivate static var binding: yajl_callbacks {
        yajl_callbacks(
            yajl_null: { context($0).pointee.isTokenComplete() && context($0).pointee.binder.null() ? 1 : 0 },
            yajl_boolean: { context($0).pointee.isTokenComplete() && context($0).pointee.binder.bool($1 != 0) ? 1 : 0 },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context($0).pointee.number(bytes($1), $2) ? 1 : 0 },
            yajl_string: { context($0).pointee.binder.string($1.unsafelyUnwrapped, $2) ? 1 : 0 },
            yajl_start_map: { context($0).pointee.binder.startObject() ? 1 : 0 },
            yajl_map_key: { context($0).pointee.key($1.unsafelyUnwrapped, $2) ? 1 : 0 },
            yajl_end_map: { context($0).pointee.binder.endObject() ? 1 : 0 },
            yajl_start_array: { context($0).pointee.binder.startArray() ? 1 : 0 },
            yajl_end_array: { context($0).pointee.binder.endArray() ? 1 : 0 })
    }

    /// The next value is unwanted: either a container begins, or the object goes on or ends behind a scalar.
    fileprivate static var skippingNext: yajl_callbacks {
        yajl_callbacks(
            yajl_null: nil,
            yajl_boolean: nil,
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context($0).pointee.skippedNumber($2) ? 1 : 0 },
            yajl_string: nil,
            yajl_start_map: { context($0).pointee.enterSkipped() ? 1 : 0 },
            yajl_map_key: {
                context($0).pointee.resumeBinding()
                return context($0).pointee.key($1.unsafelyUnwrapped, $2) ? 1 : 0
            },
            yajl_end_map: {
                context($0).pointee.resumeBinding()
                return context($0).pointee.binder.endObject() ? 1 : 0
            },
            yajl_start_array: { context($0).pointee.enterSkipped() ? 1 : 0 },
            yajl_end_array: nil)
    }

    /// Inside an unwanted container: only its end is waited for.
    fileprivate static var skippingInside: yajl_callbacks {
        yajl_callbacks(
            yajl_null: nil,
            yajl_boolean: nil,
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context($0).pointee.skippedNumber($2) ? 1 : 0 },
            yajl_string: nil,
            yajl_start_map: { context($0).pointee.enterSkipped() ? 1 : 0 },
            yajl_map_key: nil,
            yajl_end_map: {
                context($0).pointee.leaveSkipped()
                return 1
            },
            yajl_start_array: { context($0).pointee.enterSkipped() ? 1 : 0 },
            yajl_end_array: {
                context($0).pointee.leaveSkipped()
                return 1
            })
    }
}
