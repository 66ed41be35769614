import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Base64")
struct Base64Tests {
    @Test(
        "RFC 4648's own examples",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(plain: String, text: String) {
        #expect(decode(text) == Data(plain.utf8))
        #expect(encode(Data(plain.utf8)) == text)
    }

    @Test("Both alphabets agree with Foundation, whatever the length")
    func agreesWithFoundation() {
        var generator = SeededGenerator(seed: 7)
        for count in 0..<200 {
            let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let text = data.base64EncodedString()
            #expect(encode(data) == text)
            #expect(decode(text) == data)

            let urlText = text.replacing("+", with: "-").replacing("/", with: "_")
            let unpadded = urlText.replacing("=", with: "")
            #expect(encode(data, as: paddedURLSafe) == urlText)
            #expect(encode(data, as: .urlSafe) == unpadded)
            #expect(decode(unpadded, as: .urlSafe) == data)
            #expect(decode(urlText, as: .urlSafe) == data)
            #expect((decode(unpadded, as: paddedURLSafe) == nil) == (unpadded != urlText))
        }
    }

    @Test("Only the characters of the alphabet are accepted, at any position")
    func alphabet() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        for place in 0..<4 {
            for byte in UInt8.min...UInt8.max {
                var text = Array("AAAA".utf8)
                text[place] = byte
                // "AAA=" is well formed; an equals sign earlier is not.
                let isPadding = byte == UInt8(ascii: "=") && place == 3
                let standard = letters.union("+/".utf8).contains(byte) || isPadding
                let urlSafe = letters.union("-_".utf8).contains(byte) || isPadding
                text.withUnsafeBufferPointer { text in
                    #expect((Base64.standard.decode(text) != nil) == standard, "byte \(byte) at \(place)")
                    #expect((Base64.urlSafe.decode(text) != nil) == urlSafe, "byte \(byte) at \(place)")
                }
            }
        }
    }

    @Test(
        "Wrong padding is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zm8", "Zg===", "Zm8==", "Zm9v=", "Zm9v====", "=", "==", "====", "A===", "Zg==Zg==",
        ])
    func padding(text: String) {
        #expect(decode(text) == nil)
    }

    @Test(
        "Optional padding is complete or absent",
        arguments: [
            ("Zg", true), ("Zg==", true), ("Zg=", false), ("Zm8", true), ("Zm8=", true), ("Zm8==", false), ("Z", false),
            ("Zm9vZ", false), ("=", false), ("==", false), ("====", false), ("Zm9v=", false), ("Z===", false),
        ])
    func optionalPadding(text: String, isValid: Bool) {
        #expect((decode(text, as: .urlSafe) != nil) == isValid)
    }

    @Test("Bits after the last byte must be zero", arguments: ["Zh==", "Zm9=", "Zo==", "Z/==", "/x==", "//9="])
    func spareBits(text: String) {
        #expect(decode(text) == nil)
    }

    @Test("White space is refused", arguments: ["Zm9v\n", " Zm9v", "Zm 9v", "Zm9v\r\nZm9v", "Zg= ="])
    func whiteSpace(text: String) {
        #expect(decode(text) == nil)
    }

    @Test("Every text that decodes is the encoding of its bytes")
    func canonical() {
        let characters = Array("AZaz09+/=gQ".utf8)
        for first in characters {
            for second in characters {
                for third in characters {
                    for fourth in characters {
                        let text = [first, second, third, fourth]
                        guard let data = text.withUnsafeBufferPointer({ Base64.standard.decode($0) }) else { continue }
                        #expect(encode(data) == String(decoding: text, as: UTF8.self))
                    }
                }
            }
        }
    }
}

@Suite("Data strategies")
struct DataStrategyTests {
    private struct Refusal: Error {}

    @Test("Base64 is padded, its URL form is not")
    func base64() throws {
        let data = Data([0xFB, 0xFF, 0xFE, 0x00])
        #expect(try DataStrategy.base64.text(from: data) == "+//+AA==")
        #expect(try DataStrategy.base64URL.text(from: data) == "-__-AA")
        #expect(try read("+//+AA==", .base64) == data)
        #expect(try read("-__-AA", .base64URL) == data)
        #expect(try read("-__-AA==", .base64URL) == data)
        #expect(try read("-__-AA", .base64) == nil)
        #expect(try read("+//+AA==", .base64URL) == nil)
    }

    @Test("UTF-8 takes a string unchanged, and gives no string for invalid bytes")
    func utf8() throws {
        #expect(try read("Zürich ☂", .utf8) == Data("Zürich ☂".utf8))
        #expect(try DataStrategy.utf8.text(from: Data("\u{FEFF}Zürich ☂".utf8)) == "\u{FEFF}Zürich ☂")
        #expect(try DataStrategy.utf8.text(from: Data([0x61, 0xFF])) == nil)
    }

    @Test("Only the strategy for byte arrays uses arrays, and it refuses strings")
    func bytes() throws {
        #expect(DataStrategy.bytes.isArray)
        #expect(try read("AAAA", .bytes) == nil)
        #expect(try DataStrategy.bytes.text(from: Data([1])) == nil)
        for strategy in [DataStrategy.base64, .base64URL, .utf8, .custom { Data($0.utf8) }] {
            #expect(!strategy.isArray)
        }
    }

    @Test("A custom strategy gets the string, and its error is thrown")
    func custom() throws {
        let reversed = DataStrategy.custom(
            { Data($0.utf8.reversed()) }, encode: { String(decoding: $0.reversed(), as: UTF8.self) })
        #expect(try read("abc", reversed) == Data("cba".utf8))
        #expect(try reversed.text(from: Data("cba".utf8)) == "abc")

        let refusing = DataStrategy.custom { _ in throw Refusal() }
        #expect(throws: Refusal.self) { try read("abc", refusing) }
        #expect(try refusing.text(from: Data([0])) == "AA==")
    }

    private func read(_ text: String, _ strategy: DataStrategy) throws -> Data? {
        try Array(text.utf8).withUnsafeBufferPointer { try strategy.data(fromString: $0) }
    }
}

private let paddedURLSafe = {
    var base64 = Base64.urlSafe
    base64.isPadded = true
    return base64
}()

private func decode(_ text: String, as base64: Base64 = .standard) -> Data? {
    Array(text.utf8).withUnsafeBufferPointer { base64.decode($0) }
}

private func encode(_ data: Data, as base64: Base64 = .standard) -> String {
    data.withUnsafeBytes { base64.encode($0) }
}
