import Foundation
import Synchronization
import Testing
import Yodel

@Suite("Decoders and encoders that threads share, and copies of them for one request")
struct CopiedCoderTests {
    /// Its user is in `userInfo`, not in the document.
    private struct Request: Codable, Equatable {
        var user: Int?
        var number: Int

        enum CodingKeys: CodingKey { case user, number }

        init(user: Int?, number: Int) { (self.user, self.number) = (user, number) }

        init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
            user = decoder.userInfo[.user] as? Int
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encodeIfPresent(encoder.userInfo[.user] as? Int, forKey: .user)
        }
    }

    /// A decoder with no setting at its default, except for those that change the grammar.
    private func makeDecoder() -> YodelJSONDecoder {
        let decoder = YodelJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.dataDecodingStrategy = .deferredToData
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        decoder.userInfo = [.user: 1]
        decoder.limits.depth = 3
        decoder.decodesModelsByTable = false
        return decoder
    }

    @Test("A copy of a decoder has its settings")
    func decoderSettings() throws {
        struct Values: Decodable, Equatable { var firstDate: Date; var someData: Data; var double: Double }
        let decoder = makeDecoder()
        let copy = decoder.copy()
        #expect(
            try copy.decode(Values.self, from: #"{"first_date": 1, "some_data": [7], "double": "+"}"#)
                == Values(firstDate: Date(timeIntervalSince1970: 1), someData: Data([7]), double: .infinity))
        #expect(copy.userInfo as? [CodingUserInfoKey: Int] == [.user: 1])
        #expect(copy.limits.depth == 3)
        #expect(throws: DecodingError.self) { try copy.decode([[[[Int]]]].self, from: "[[[[1]]]]") }
        #expect(!copy.decodesModelsByTable)
        #expect(!copy.allowsJSON5 && !copy.assumesTopLevelDictionary)
        decoder.allowsJSON5 = true
        #expect(try decoder.copy().decode([Int].self, from: "[+1,]") == [1])
        decoder.allowsJSON5 = false
        decoder.assumesTopLevelDictionary = true
        #expect(try decoder.copy().decode([String: Int].self, from: #""a": 1"#) == ["a": 1])
    }

    @Test("A change to a decoder or to its copy does not affect the other")
    func independence() throws {
        let original = YodelJSONDecoder()
        let copy = original.copy()
        copy.userInfo[.user] = 2
        copy.keyDecodingStrategy = .convertFromSnakeCase
        original.limits.depth = 1
        #expect(try original.decode(Request.self, from: #"{"number": 1}"#) == Request(user: nil, number: 1))
        #expect(try copy.decode(Request.self, from: #"{"number": 1}"#) == Request(user: 2, number: 1))
        #expect(try copy.decode([[Int]].self, from: "[[1]]") == [[1]])
        #expect(throws: DecodingError.self) { try original.decode([[Int]].self, from: "[[1]]") }
        guard case .useDefaultKeys = original.keyDecodingStrategy else {
            Issue.record("The strategy of the original has changed")
            return
        }
    }

    @Test("A copy outlives its original, and keeps decoding after an error")
    func lifetime() throws {
        let copy = YodelJSONDecoder().copy()
        for document in ["", "[1", "[\"a\"]", "\u{0}"] {
            #expect(throws: DecodingError.self) { try copy.decode([Int].self, from: document) }
        }
        #expect(try copy.decode([Int].self, from: "[1]") == [1])
    }

    @Test("Requests on many threads have their own userInfo by a copy of one decoder and one encoder")
    func requests() {
        let (decoder, encoder) = (YodelJSONDecoder(), YodelJSONEncoder())
        encoder.outputFormatting = .sortedKeys
        let different = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 200) { user in
            let (decoder, encoder) = (decoder.copy(), encoder.copy())
            decoder.userInfo[.user] = user
            encoder.userInfo[.user] = user
            for number in 0..<20 {
                let request = try? decoder.decode(Request.self, from: #"{"number": \#(number)}"#)
                let text = try? encoder.encodeText(Request(user: nil, number: number))
                if request != Request(user: user, number: number) || text != #"{"number":\#(number),"user":\#(user)}"# {
                    different.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(different.load(ordering: .relaxed) == 0)
        #expect(decoder.userInfo.isEmpty)
        #expect(encoder.userInfo.isEmpty)
    }

    @Test("Entries that many threads add to userInfo in place are all there")
    func changesInPlace() {
        let (decoder, encoder) = (YodelJSONDecoder(), YodelJSONEncoder())
        DispatchQueue.concurrentPerform(iterations: 500) { number in
            decoder.userInfo[CodingUserInfoKey(rawValue: "\(number)")!] = number
            encoder.userInfo[CodingUserInfoKey(rawValue: "\(number)")!] = number
        }
        let expected = Dictionary(uniqueKeysWithValues: (0..<500).map { (CodingUserInfoKey(rawValue: "\($0)")!, $0) })
        #expect(decoder.userInfo as? [CodingUserInfoKey: Int] == expected)
        #expect(encoder.userInfo as? [CodingUserInfoKey: Int] == expected)
    }

    @Test("An error within a change in place leaves the coder usable")
    func failedChange() throws {
        struct Refusal: Error {}
        func refuse(_ userInfo: inout [CodingUserInfoKey: any Sendable]) throws { throw Refusal() }
        let (decoder, encoder) = (YodelJSONDecoder(), YodelJSONEncoder())
        #expect(throws: Refusal.self) { try refuse(&decoder.userInfo) }
        #expect(throws: Refusal.self) { try refuse(&encoder.userInfo) }
        decoder.userInfo[.user] = 3
        #expect(try decoder.decode(Request.self, from: #"{"number": 1}"#) == Request(user: 3, number: 1))
        #expect(try encoder.encodeText([1]) == "[1]")
    }

    /// Calls a function when it is released.
    private final class Ending: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        deinit { end() }
    }

    @Test("An object that a change releases may use the coder when it ends", .limitsHanging)
    func releasedObjects() {
        let (decoder, encoder) = (YodelJSONDecoder(), YodelJSONEncoder())
        let ended = Mutex(0)
        func ending() -> Ending {
            Ending {
                let text = try? encoder.encodeText(decoder.decode([Int].self, from: "[1]"))
                ended.withLock { $0 += text == "[1]" ? 1 : 0 }
            }
        }
        func keepInStrategies(_ ending: Ending) {
            decoder.dateDecodingStrategy = .custom { _ in withExtendedLifetime(ending) { Date() } }
            encoder.dateEncodingStrategy = .custom { _, _ in withExtendedLifetime(ending) {} }
        }
        decoder.userInfo[.user] = ending()
        decoder.userInfo[.user] = nil
        encoder.userInfo[.user] = ending()
        encoder.userInfo = [:]
        keepInStrategies(ending())
        decoder.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
        #expect(ended.withLock(\.self) == 3)
    }

    @Test("A copy of an encoder has its settings, and changes alone")
    func encoders() throws {
        let encoder = YodelJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.dataEncodingStrategy = .deferredToData
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "/", negativeInfinity: "-", nan: "?")
        encoder.userInfo = [.user: 1]
        struct Values: Encodable {
            var aDate = Date(timeIntervalSince1970: 1)
            var aData = Data([7])
            var aDouble = Double.infinity
        }
        let copy = encoder.copy()
        #expect(try copy.encodeText(Values()) == #"{"a_data":[7],"a_date":1,"a_double":"/"}"#)
        #expect(copy.userInfo as? [CodingUserInfoKey: Int] == [.user: 1])
        copy.userInfo[.user] = 2
        copy.dateEncodingStrategy = .iso8601
        #expect(try encoder.encodeText(Values()) == #"{"a_data":[7],"a_date":1,"a_double":"/"}"#)
        #expect(encoder.userInfo as? [CodingUserInfoKey: Int] == [.user: 1])
    }

    @Test("A subclass keeps the initialisers of its superclass, and can return its own type as a copy")
    func subclasses() throws {
        class Plain: YodelJSONDecoder, @unchecked Sendable { let name = "plain" }
        final class Copied: YodelJSONDecoder, @unchecked Sendable {
            override func copy() -> YodelJSONDecoder {
                let copy = Copied()
                copy.userInfo = userInfo
                return copy
            }
        }
        #expect(type(of: Plain().copy()) == YodelJSONDecoder.self)
        let decoder = Copied()
        decoder.userInfo[.user] = 4
        let copy = decoder.copy()
        #expect(type(of: copy) == Copied.self)
        #expect(try copy.decode(Request.self, from: #"{"number": 1}"#) == Request(user: 4, number: 1))
    }
}

extension CodingUserInfoKey {
    fileprivate static let user = CodingUserInfoKey(rawValue: "user")!
}
