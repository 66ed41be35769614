import Testing

@testable import Yodel

/// Documents of polymorphic types with damage in every place: scanner and yajl agree, whole and byte by byte.
@Suite struct SpoiledVariantTests {
    private func expectAgreement<Value: Equatable>(_ type: Value.Type, _ json: String) {
        let documents = Spoiler(json).everyWay
        for (number, policy) in TeardownPolicy.all.enumerated() {
            // The default options with all of the damage, each of the others with a different third.
            let share = number == 0 ? 1 : 3
            for document in documents.indices.lazy.filter({ $0 % share == number % share }).map({ documents[$0] }) {
                _ = try? decodeEveryWay(
                    type, document, decoder: policy.decoder, cuts: Cuts(chunkSizes: [1], everySplitBelow: 0))
            }
        }
    }

    @Test func tagsInTheObject() {
        expectAgreement(
            [Event].self,
            #"[{"type":"message","text":"a","raw":[1]},{"user":"u","type":"login"},{"x":{},"type":"ping","y":1}]"#)
        expectAgreement([Event].self, #"[{"type":"msg","text":"a","z":[],"type":"msg","q":1},{"b":1,"type":7}]"#)
    }

    @Test func tagsAroundTheValue() {
        expectAgreement([External].self, #"["ping",{"ping":null},{"message":{"text":"a"}},{"maybe":1}]"#)
        expectAgreement(
            [Adjacent].self, #"[{"t":"message","c":{"text":"a"}},{"c":[{"t":"ping"}],"t":"list"},{"x":1,"t":"ping"}]"#)
    }

    @Test func whatFits() {
        expectAgreement([Untagged].self, #"[1,{"text":"t","raw":[{}]},[{"user":"u"},[2]],null,"a"]"#)
        expectAgreement([Figure].self, #"[{"x":{"radius":1},"radius":2},{"side":3,"corners":4}]"#)
    }

    @Test func theRest() {
        expectAgreement([KnownEvent].self, #"[{"type":"x","a":[{}]},{"type":"ping"},{"a":{},"type":"x"},{"b":1}]"#)
        expectAgreement([String: KnownEvent].self, #"{"a":{"type":"x"},"b":{"type":"ping"},"c":{"a":[],"type":"y"}}"#)
        expectAgreement([OpenEvent].self, #"[{"type":"x","a":[{}]},{"a":[{}],"type":"x"},{"a":1},{"type":"ping"},7]"#)
        expectAgreement([OpenExternal].self, #"["pong",{"message":{"text":"a"}},{"x":[1],"y":2},{},3]"#)
    }

    @Test func classes() {
        expectAgreement(
            [Shape].self, #"[{"kind":"circle","radius":1},{"side":2,"inner":{"side":1,"kind":"cube"},"kind":"square"}]"#
        )
        expectAgreement([Square].self, #"[{"side":1},{"kind":"cube","side":2},{"side":3,"kind":"square"}]"#)
    }

    @Test func laterValues() {
        expectAgreement([Lazy<Message>].self, #"[{"text":"a"},{"text":"b","raw":[1,{}]}]"#)
        expectAgreement([Lazy<Int?>?].self, #"[1,null,2]"#)
    }
}
