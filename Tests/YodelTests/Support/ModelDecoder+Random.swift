import DifferentialKit

@testable import Yodel

extension ModelDecoder {
    /// A decoder with random options that decode random documents in any form.
    static func randomlyLoose(_ random: inout RandomJSON) -> ModelDecoder {
        var decoder = ModelDecoder()
        decoder.dates = .secondsSince1970
        if random.chance(3) { decoder.conversions = .lenient }
        if random.chance(3) { decoder.nulls = .useDefault }
        if random.chance(3) { decoder.keys = .caseInsensitive }
        if random.chance(4) { decoder.unknownKeys = .error }
        return decoder
    }
}
