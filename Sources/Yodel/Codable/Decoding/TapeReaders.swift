#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The readers of types. The compiler specialises the code that makes the readers of known types.

/// The readers of types that Foundation treats specially, and of types that take any JSON.
func foundationReaders() -> [ObjectIdentifier: AnyTapeReader?] {
    var readers: [ObjectIdentifier: AnyTapeReader?] = [:]
    func add<Value>(_ type: Value.Type, _ decode: @escaping (TapeDecoder, Int, CodablePathStep) throws -> Value) {
        readers[ObjectIdentifier(type)] = TapeReader(decode)
    }
    add(Date.self) { try $0.date(at: $1, $2) }
    add(Data.self) { try $0.data(at: $1, $2) }
    add(URL.self) { try $0.url(at: $1, $2) }
    add(Decimal.self) { try $0.decimal(at: $1, $2) }
    add(JSONValue.self) { try $0.dynamicValue(at: $1, $2) }
    add(JSONObject.self) { try $0.dynamicObject(at: $1, $2) }
    add(JSONNumber.self) { try $0.decode(JSONNumber.self, by: nil, at: $1, $2) }
    return readers
}

extension TapeScalar {
    @inline(__always)
    static func makeTapeReader() -> AnyTapeReader { TapeReader<Self> { try read($0, at: $1, $2) } }

    @inline(__always)
    static func makeListReader() -> AnyTapeReader {
        TapeReader<[Self]> { decoder, index, step in
            let count = try decoder.elementCount(at: index, step)
            // An array without capacity shares its storage with all threads, and the count would be written to it.
            guard count > 0 else { return [] }
            decoder.session.count(work: count)
            // The indices are right only for scalars; any other element throws before its size matters.
            return try [Self](unsafeUninitializedCapacity: count) { buffer, initialized in
                do {
                    while initialized < count {
                        let element = try read(decoder, at: index &+ 1 &+ initialized, .root)
                        (buffer.baseAddress! + initialized).initialize(to: element)
                        initialized &+= 1
                    }
                } catch {
                    // The same again, for the error with its coding path.
                    let list = decoder.decoder(at: index, step)
                    _ = try read(list, at: index + 1 + initialized, .index(initialized))
                    throw error
                }
            }
        }
    }
}

// MARK: - The standard library's containers of any type

extension Optional: TapeReadable where Wrapped: Decodable {
    static func makeTapeReader() -> AnyTapeReader {
        TapeReader<Wrapped?>(isModel: hasModels(Wrapped.self)) { decoder, index, step in
            if decoder.session.entries[index].kind == .null { return nil }
            guard Wrapped.self == Date.self else { return try decoder.decode(Wrapped.self, at: index, step) }
            // An error of a date has the decoder's path, which in the standard library is that of an Optional's own
            // decoder.
            return try decoder.withDecoder(at: index, step) { try $0.decode(Wrapped.self, at: index, .root) }
        }
    }
}

extension Array: TapeReadable where Element: Decodable {
    static func makeTapeReader() -> AnyTapeReader {
        if let scalar = Element.self as? any TapeScalar.Type { return scalar.makeListReader() }
        let typedReader = tapeReader(of: Element.self)?.takeUnretainedValue() as? TapeReader<Element>
        return TapeReader<[Element]>(isModel: hasModels(Element.self)) { decoder, index, step in
            let count = try decoder.elementCount(at: index, step)
            guard count > 0 else { return [] }
            return try decoder.withDecoder(at: index, step) { list in
                // The count comes from the document: allocate at most a megabyte before elements have been decoded.
                let first = Swift.min(count, Swift.max(1, (1 << 20) / MemoryLayout<Element>.stride))
                var value = index &+ 1
                var elements = try [Element](unsafeUninitializedCapacity: first) { buffer, initialized in
                    try list.decodeElements(by: typedReader, to: buffer.baseAddress!, first, &initialized, &value)
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
    @inline(__always)
    func elementCount(at index: Int, _ step: CodablePathStep) throws -> Int {
        let entry = session.entries[index]
        guard entry.kind == .array else { throw mismatch([Any].self, at: index, step, container: "unkeyed") }
        return Int(entry.detail)
    }

    /// Decodes the first elements of the decoder's array, counts them, and moves `value` to the one after them.
    fileprivate func decodeElements<Element: Decodable>(
        by reader: TapeReader<Element>?, to slots: UnsafeMutablePointer<Element>, _ count: Int,
        _ initialized: inout Int, _ value: inout Int
    ) throws {
        if let reader {
            while initialized < count {
                (slots + initialized).initialize(to: try reader.decode(self, value, .index(initialized)))
                initialized &+= 1
                value = session.next(value)
            }
        } else {
            var element = take(at: value, .index(0))
            defer { giveBack(&element) }
            while initialized < count {
                guard session.mayVisit(value) else { throw tooManyVisits(at: value, .index(initialized)) }
                (slots + initialized).initialize(to: try Element(from: element))
                initialized &+= 1
                value = session.next(value)
                if initialized < count { move(&element, to: value, index: initialized) }
            }
        }
    }
}

/// A dictionary has the keys of the document: no strategy changes them.
extension Dictionary: TapeReadable where Key == String, Value: Decodable {
    static func makeTapeReader() -> AnyTapeReader {
        TapeReader<[String: Value]>(isModel: hasModels(Value.self)) { decoder, index, step in
            let session = decoder.session
            let entry = session.entries[index]
            guard entry.kind == .object else {
                throw decoder.mismatch([String: Any].self, at: index, step, container: "keyed")
            }
            var values: [String: Value] = [:]
            values.reserveCapacity(Int(entry.detail))
            try decoder.withDecoder(at: index, step) { members in
                // If it converts keys, Foundation decodes a dictionary without a decoder of its own.
                members.isNested = !session.keepsKeys
                defer { members.isNested = false }
                var key = index &+ 2
                while key < entry.count {
                    let name = session.countedString(session.entries[key])
                    let pathKey =
                        session.keepsKeys ? CodablePathKey(dictionaryKey: name) : CodablePathKey(stringValue: name)
                    // Of members with one key the first counts. Foundation decodes the others too if it converts keys.
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
