import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("The text of a UUID")
struct UUIDTextTests {
    private func read(_ text: String) -> UUID? {
        var text = text
        return text.withUTF8 { UUIDText.read($0) }
    }

    @Test("It is read and written as by Foundation")
    func roundTrip() {
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<1_000 {
            var bytes = (generator.next(), generator.next())
            let uuid = withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            #expect(UUIDText.withText(of: uuid) { String(decoding: $0, as: UTF8.self) } == uuid.uuidString)
            #expect(read(uuid.uuidString) == uuid)
            #expect(read(uuid.uuidString.lowercased()) == uuid)
        }
    }

    /// Where a pair of digits is expected, Foundation accepts white space and signs before a single one.
    @Test("Digits and hyphens in their places are read as by Foundation, and nothing else is")
    func refusals() {
        let text = Array("e621E1F8-C36c-495a-93FC-0C247a3e6e5F".utf8)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                let isDigit = Character(UnicodeScalar(byte)).isHexDigit && byte < 0x80
                let isUUID = text[index] == UInt8(ascii: "-") ? byte == text[index] : isDigit
                let uuid = changed.withUnsafeBufferPointer { UUIDText.read($0) }
                #expect((uuid != nil) == isUUID, "\(byte) at \(index)")
                if let uuid { #expect(uuid == UUID(uuidString: String(decoding: changed, as: UTF8.self))) }
            }
            #expect(read(String(decoding: text[..<index], as: UTF8.self)) == nil)
            #expect(read(String(decoding: text[...index] + text[index...], as: UTF8.self)) == nil)
        }
        #expect(read("") == nil)
        #expect(read("{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}") == nil)
        #expect(read("E621E1F8C36C495A93FC0C247A3E6E5F") == nil)
    }
}
