#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Routes of the standard library's containers of any type.

extension Optional: TapeRouteProvider where Wrapped: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute {
        TapeRoute<Wrapped?>(isModel: tapeRoute(of: Wrapped.self)?.isModel ?? false) { decoder, index, step in
            if decoder.session.entries[index].kind == .null { return nil }
            guard Wrapped.self == Date.self else { return try decoder.decode(Wrapped.self, at: index, step) }
            // An error of a date has the path of the decoder, which is an Optional's own in the standard library.
            return try decoder.withDecoder(at: index, step) { try $0.decode(Wrapped.self, at: index, .root) }
        }
    }
}

extension Array: TapeRouteProvider where Element: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute {
        if let scalar = Element.self as? any TapeScalar.Type { return scalar.makeListRoute() }
        let route = tapeRoute(of: Element.self)
        let typedRoute = route as? TapeRoute<Element>
        return TapeRoute<[Element]>(isModel: route?.isModel ?? false) { decoder, index, step in
            let count = try decoder.elementCount(at: index, step)
            guard count > 0 else { return [] }
            return try decoder.withDecoder(at: index, step) { list in
                // What the document counts is not all allocated before it is known to be there.
                let first = Swift.min(count, Swift.max(1, (1 << 20) / MemoryLayout<Element>.stride))
                var value = index &+ 1
                var elements = try [Element](unsafeUninitializedCapacity: first) { buffer, initialized in
                    try list.decodeElements(by: typedRoute, to: buffer.baseAddress!, first, &initialized, &value)
                }
                while elements.count < count {
                    elements.append(try list.decode(Element.self, at: value, .index(elements.count)))
                    value = list.session.next(value)
                }
                return elements
            }
        }
    }
}

extension TapeDecoder {
    /// Decodes the first elements of the decoder's array.
    ///
    /// - Parameters:
    ///   - initialized: How many have been decoded.
    ///   - value: The index of the next one.
    fileprivate func decodeElements<Element: Decodable>(
        by route: TapeRoute<Element>?, to slots: UnsafeMutablePointer<Element>, _ count: Int,
        _ initialized: inout Int, _ value: inout Int
    ) throws {
        if let route {
            while initialized < count {
                (slots + initialized).initialize(to: try route.decode(self, value, .index(initialized)))
                initialized &+= 1
                value = session.next(value)
            }
        } else {
            var element = take(at: value, .index(0))
            defer { giveBack(&element) }
            while initialized < count {
                guard session.mayVisit(value) else { throw tooManyVisits(.index(initialized)) }
                (slots + initialized).initialize(to: try Element(from: element))
                initialized &+= 1
                value = session.next(value)
                if initialized < count { move(&element, to: value, index: initialized) }
            }
        }
    }
}

/// A dictionary's keys are what the document has: no strategy changes them.
extension Dictionary: TapeRouteProvider where Key == String, Value: Decodable {
    static func makeTapeRoute() -> AnyTapeRoute {
        TapeRoute<[String: Value]>(isModel: tapeRoute(of: Value.self)?.isModel ?? false) { decoder, index, step in
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
}
