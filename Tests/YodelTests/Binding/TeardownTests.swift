import BenchmarkModels
import Testing
import Yodel

/// Whatever stops decoding, and wherever: every value made so far is destroyed exactly once.
@Suite struct TeardownTests {
    @Test(arguments: TeardownScenario.all, TeardownPolicy.all)
    func nothingIsLeftOfASpoiledDocument(_ scenario: TeardownScenario, _ policy: TeardownPolicy) throws {
        // The default options with all of the damage, each of the others with a different third.
        let number = try #require(TeardownPolicy.all.firstIndex { $0.testDescription == policy.testDescription })
        try spoil(scenario, policy.decoder, share: number == 0 ? 1 : 3, from: number % 3)
    }

    @Test(arguments: TeardownScenario.all)
    func nothingIsLeftOfADocumentSpoiledInSeveralPlaces(_ scenario: TeardownScenario) {
        guard scenario.json.utf8.count < 300 else { return }
        let census = Census()
        var generator = SeededGenerator(seed: RandomCases.seeds[0])
        let complaints = Census.$current.withValue(census) {
            (0..<RandomCases.count / 20).compactMap { _ -> String? in
                let json = Spoiler.random(scenario.json, using: &generator)
                let policy = TeardownPolicy.all.randomElement(using: &generator)!
                scenario.decodeWhole(json, policy.decoder)
                scenario.collectErrors(json, policy.decoder)
                scenario.decodeBytes(json, policy.decoder, true)
                defer { census.reset() }
                return census.complaint.map {
                    "\(String(decoding: json, as: UTF8.self)), \(policy.testDescription): \($0)"
                }
            }
        }
        #expect(complaints == [])
    }

    @Test(arguments: TeardownPolicy.all)
    func nothingIsLeftOfSpoiledInlineArrays(_ policy: TeardownPolicy) throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        for scenario in TeardownScenario.inlineArrays { try spoil(scenario, policy.decoder) }
    }

    @Test(arguments: TeardownScenario.all)
    func nothingIsLeftOfADecoderDroppedMidway(_ scenario: TeardownScenario) {
        let census = Census()
        let json = Array(scenario.json.utf8)
        let complaints = Census.$current.withValue(census) {
            // Including the whole document: its value is complete then, but was not taken.
            stride(from: 0, through: json.count, by: step(for: scenario)).compactMap { length -> String? in
                scenario.decodeBytes(Array(json[..<length]), ModelDecoder(), false)
                defer { census.reset() }
                return census.complaint.map { "dropped after \(length) bytes: \($0)" }
            }
        }
        #expect(complaints == [])
    }

    @Test func defaultsOutliveTheObjectsThatTakeThem() throws {
        let scenario = try #require(TeardownScenario.all.first { $0.testDescription == "defaults of the mapping" })
        for _ in 0..<100 { try scenario.withValue {} }
        #expect(TeardownScenario.livingDefaults == 1)
    }

    /// One instance per field: the census would not notice wrongly shared values.
    @Test func soundDocumentsAreCounted() throws {
        let census = Census()
        try Census.$current.withValue(census) {
            let value = try ModelDecoder().decode([Pair].self, from: #"[{"a":"1","b":"2"},{"a":"3","b":"4"}]"#)
            #expect(census.living == 4)
            #expect(value.map(\.a.text) == ["1", "3"])
        }
        #expect(census.made == 4)
        #expect(census.complaint == nil)
    }

    // MARK: - Damage

    private func spoil(
        _ scenario: TeardownScenario, _ decoder: ModelDecoder, share: Int = 1, from start: Int = 0
    ) throws {
        let census = Census()
        try Census.$current.withValue(census) {
            var living = 0
            try scenario.withValue { living = census.living }
            #expect(living > 0, "the census sees nothing of this scenario")
            #expect(census.complaint == nil, "the sound document")

            var complaints: [String] = []
            func note(_ json: [UInt8], _ way: String) {
                guard let complaint = census.complaint else { return }
                complaints.append("\(String(decoding: json, as: UTF8.self)) \(way): \(complaint)")
                census.reset()
            }
            let documents = Spoiler(scenario.json).everyWay
            for index in stride(from: start, to: documents.count, by: share * step(for: scenario)) {
                scenario.decodeWhole(documents[index], decoder)
                note(documents[index], "whole")
                scenario.collectErrors(documents[index], decoder)
                note(documents[index], "with all errors")
                scenario.decodeBytes(documents[index], decoder, true)
                note(documents[index], "byte by byte")
            }
            #expect(complaints == [])
        }
    }

    /// Long documents, which repeat themselves, are damaged only in some places.
    private func step(for scenario: TeardownScenario) -> Int { scenario.json.utf8.count < 300 ? 1 : 37 }
}
