import BenchmarkModels
import Testing

@testable import Yodel

/// Lines and columns of a text, requested in any order.
@Suite struct PlaceIndexTests {
    @Test func placesAreThoseOfCountingFromTheStart() {
        var random = SeededGenerator(seed: 7)
        let start = ModelError.Place(offset: 1_000, line: 5, column: 9)
        for count in [0, 1, 4_095, 4_096, 4_097, 8_192, 20_000] {
            for share in [0, 40, 3_000] {
                var text: [UInt8] = []
                var places = [start]
                for _ in 0..<count {
                    let endsLine = share > 0 && Int.random(in: 0..<max(share, 1), using: &random) == 0
                    text.append(endsLine ? UInt8(ascii: "\n") : UInt8(ascii: "x"))
                    var place = places.last!
                    place.offset += 1
                    place.line += endsLine ? 1 : 0
                    place.column = endsLine ? 1 : place.column + 1
                    places.append(place)
                }
                var offsets = Array(stride(from: 0, through: count, by: 97))
                offsets += offsets.reversed()
                for _ in 0..<200 { offsets.append(Int.random(in: 0...count, using: &random)) }
                offsets += [count, 0, count]
                text.withUnsafeBufferPointer { text in
                    var index = PlaceIndex(text, at: start)
                    for offset in offsets {
                        let place = index.place(at: start.offset + offset, in: text)
                        if place != places[offset] { Issue.record("\(place) is not \(places[offset])") }
                    }
                }
            }
        }
    }

    @Test func placesOfManyErrorsAreCheap() {
        let growth = CostGrowth.measured(at: 8 << 20) {
            [UInt8](repeating: UInt8(ascii: "x"), count: $0)
        } work: { text in
            text.withUnsafeBufferPointer { text in
                var index = PlaceIndex(text)
                var columns = 0
                for offset in stride(from: 0, to: text.count, by: 2000) {
                    columns &+= index.place(at: text.count - offset, in: text).column
                }
                #expect(columns > 0)
            }
        }
        #expect(growth < CostGrowth.limit)
    }
}
