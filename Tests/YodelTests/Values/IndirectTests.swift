import Foundation
import Testing

@testable import Yodel

@Suite("Indirect")
struct IndirectTests {
    struct Status: Codable, Hashable, Sendable {
        var text: String
        @Indirect var retweeted: Status?
    }

    private func chain(_ length: Int) -> Status {
        (1..<length).reduce(Status(text: "0", retweeted: nil)) { Status(text: "\($1)", retweeted: $0) }
    }

    @Test("lets a struct contain itself, with the size of one reference")
    func layout() {
        #expect(chain(3).retweeted?.retweeted?.text == "0")
        #expect(MemoryLayout<Indirect<Status?>>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<Indirect<Status?>?>.size == MemoryLayout<Int>.size)
    }

    @Test("an Optional that is not initialised is nil")
    func defaultNil() {
        #expect(Status(text: "a") == Status(text: "a", retweeted: nil))
    }

    @Test("without a value it is nil, if the type has nil")
    func withoutValue() {
        #expect(Indirect<Int?>().wrappedValue == nil)
        #expect(Indirect<Field<Int>>().wrappedValue == .null)
    }

    @Test("copies are independent")
    func copies() {
        var status = chain(3)
        let copy = status
        status.retweeted?.retweeted?.text = "changed"
        #expect(status.retweeted?.retweeted?.text == "changed")
        #expect(copy == chain(3))
    }

    @Test("a value that is not shared is changed in place")
    func inPlace() {
        struct Holder { @Indirect var number: Int }
        func address(in holder: inout Holder) -> UnsafeMutablePointer<Int> {
            withUnsafeMutablePointer(to: &holder.number) { $0 }
        }
        var holder = Holder(number: 0)
        let box = address(in: &holder)
        holder.number = 1
        holder.number += 1
        #expect(address(in: &holder) == box)
        let copy = holder
        holder.number = 3
        #expect(copy.number == 2)
        #expect(address(in: &holder) != box)
    }

    @Test("equality and hash are those of the value")
    func equality() {
        #expect(chain(5) == chain(5))
        #expect(chain(5) != chain(4))
        #expect(chain(5).hashValue == chain(5).hashValue)
        #expect(Indirect(wrappedValue: 1).hashValue == Indirect(wrappedValue: 1).hashValue)
    }

    @Test("is Codable as its value")
    func codable() throws {
        let json = #"{"text":"2","retweeted":{"text":"1","retweeted":{"text":"0"}}}"#
        let status = try JSONDecoder().decode(Status.self, from: Data(json.utf8))
        #expect(status == chain(3))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = String(decoding: try encoder.encode(status), as: UTF8.self)
        #expect(written == #"{"retweeted":{"retweeted":{"text":"0"},"text":"1"},"text":"2"}"#)
    }

    @Test("an Optional may be absent or null", arguments: [#"{"text":"0"}"#, #"{"text":"0","retweeted":null}"#])
    func absentOptional(json: String) throws {
        #expect(try JSONDecoder().decode(Status.self, from: Data(json.utf8)) == chain(1))
    }

    @Test("a value that is not Optional is required, and follows the coder's strategies")
    func requiredValue() throws {
        struct Event: Codable { @Indirect var date: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let event = try decoder.decode(Event.self, from: Data(#"{"date":10}"#.utf8))
        #expect(event.date == Date(timeIntervalSince1970: 10))
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(try encoder.encode(event) == Data(#"{"date":10}"#.utf8))
        #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: Data("{}".utf8)) }
        #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: Data(#"{"date":null}"#.utf8)) }
    }

    @Test("drops its value with the last copy")
    func lifetime() {
        final class Witness {}
        weak var witness: Witness?
        do {
            let value = Witness()
            witness = value
            var first = Indirect(wrappedValue: [value])
            let second = first
            first.wrappedValue = []
            #expect(second.wrappedValue.count == 1)
        }
        #expect(witness == nil)
    }

    @Test("a long chain is dropped from its head")
    func longChain() {
        var status = chain(100_000)
        var length = 1
        while let next = status.retweeted {
            status = next
            length += 1
        }
        #expect(length == 100_000)
    }
}
