#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Routes of the standard library's containers of any type.

/// A type that has a route, whatever its elements.
protocol TapeRouteProvider {
    static func makeTapeRoute() -> AnyTapeRoute
}

extension Array: TapeRouteProvider where Element: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute { ArrayRoute<Element>() }
}

extension Dictionary: TapeRouteProvider where Key == String, Value: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute { DictionaryRoute<Value>() }
}

extension Optional: TapeRouteProvider where Wrapped: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute { OptionalRoute<Wrapped>() }
}

private final class OptionalRoute<Wrapped: Decodable>: TapeRoute<Wrapped?>, @unchecked Sendable {
    init() {
        super.init(isModel: tapeRoute(of: Wrapped.self)?.isModel ?? false)
    }

    override func decode(_ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep) throws -> Wrapped? {
        if decoder.session.entries[index].kind == .null { return nil }
        guard Wrapped.self == Date.self else { return try decoder.decode(Wrapped.self, at: index, step) }
        // An error of a date has the path of the decoder, which is an Optional's own in the standard library.
        return try decoder.withDecoder(at: index, step) { try $0.decode(Wrapped.self, at: index, .root) }
    }
}

private final class ArrayRoute<Element: Decodable>: TapeRoute<[Element]>, @unchecked Sendable {
    private let route: TapeRoute<Element>?

    init() {
        let route = tapeRoute(of: Element.self)
        self.route = route as? TapeRoute<Element>
        super.init(isModel: route?.isModel ?? false)
    }

    override func decode(_ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep) throws -> [Element] {
        let session = decoder.session
        let entry = session.entries[index]
        guard entry.kind == .array else {
            throw decoder.mismatch([Any].self, at: index, step, container: "unkeyed")
        }
        let count = Int(entry.detail)
        guard count > 0 else { return [] }
        return try decoder.withDecoder(at: index, step) { list in
            // What the document counts is not all allocated before it is known to be there.
            let first = min(count, max(1, (1 << 20) / MemoryLayout<Element>.stride))
            var value = index &+ 1
            var elements = try [Element](unsafeUninitializedCapacity: first) { buffer, initialized in
                try fill(buffer.baseAddress!, first, &initialized, list, &value)
            }
            if first < count { try append(to: &elements, count, list, &value) }
            return elements
        }
    }

    private func fill(
        _ slots: UnsafeMutablePointer<Element>, _ count: Int, _ initialized: inout Int, _ list: TapeDecoder,
        _ value: inout Int
    ) throws {
        let session = list.session
        if let route {
            while initialized < count {
                (slots + initialized).initialize(to: try route.decode(list, at: value, .index(initialized)))
                initialized &+= 1
                value = session.next(value)
            }
        } else {
            var element = list.take(at: value, .index(0))
            defer { list.giveBack(&element) }
            while initialized < count {
                guard session.mayVisit(value) else { throw list.tooManyVisits(.index(initialized)) }
                (slots + initialized).initialize(to: try Element(from: element))
                initialized &+= 1
                value = session.next(value)
                if initialized < count { list.move(&element, to: value, index: initialized) }
            }
        }
    }

    private func append(to elements: inout [Element], _ count: Int, _ list: TapeDecoder, _ value: inout Int) throws {
        while elements.count < count {
            elements.append(try list.decode(Element.self, at: value, .index(elements.count)))
            value = list.session.next(value)
        }
    }
}

/// A dictionary's keys are what the document has: no strategy changes them.
private final class DictionaryRoute<Value: Decodable>: TapeRoute<[String: Value]>, @unchecked Sendable {
    init() {
        super.init(isModel: tapeRoute(of: Value.self)?.isModel ?? false)
    }

    override func decode(_ decoder: TapeDecoder, at index: Int, _ step: CodablePathStep) throws -> [String: Value] {
        let session = decoder.session
        let entry = session.entries[index]
        guard entry.kind == .object else {
            throw decoder.mismatch([String: Any].self, at: index, step, container: "keyed")
        }
        var values: [String: Value] = [:]
        values.reserveCapacity(Int(entry.detail))
        try decoder.withDecoder(at: index, step) { members in
            // Where it converts keys, Foundation decodes a dictionary without a decoder of its own.
            members.isNested = !session.keepsKeys
            defer { members.isNested = false }
            var key = index &+ 2
            while key < entry.count {
                let name = session.string(session.entries[key])
                let pathKey =
                    session.keepsKeys ? CodablePathKey(dictionaryKey: name) : CodablePathKey(stringValue: name)
                // Of members with one key the first counts. Foundation looks at the others where it converts keys.
                if !session.keepsKeys || values[name] == nil {
                    let value = try members.decode(Value.self, at: key &+ 1, .key(pathKey))
                    if values[name] == nil { values[name] = value }
                }
                key = session.next(key &+ 1)
            }
        }
        return values
    }
}
