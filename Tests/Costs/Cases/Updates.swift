import Yodel

private struct Whole: Model {
    var branches: [Branch]
    var branch: Branch
    var named: [String: Branch]
    var free: JSONValue
}

private final class HookedLink: DefaultedModel, DidDecodeModel {
    var next: HookedLink?

    func didDecode() {}
}

/// Updates of existing values: documents of any size, and values of any size.
var updateCases: [CostCase] {
    func updating(_ name: String, _ size: Int, _ patch: @escaping (Int) -> [UInt8]) -> CostCase {
        CostCase("update: \(name)", size) { size in
            let patch = patch(size)
            let decoder = ModelDecoder.unbounded
            let empty = #"{"branches":[],"branch":{},"named":{},"free":{}}"#
            let start = try decoder.decode(Whole.self, from: empty)
            return {
                var whole = start
                try decoder.update(&whole, from: patch)
                // Updates the value that it decoded.
                try decoder.update(&whole, from: patch)
            }
        }
    }
    let named = numbered(#"{"named":{"#, #""z":{}}}"#) { "\"k\($0)\":{\"name\":\"a\"}," }
    return [
        updating("an array", 64 << 10, filled(#"{"branches":["#, #"{"name":"a"},"#, "{}]}")),
        updating("a dictionary", 64 << 10, named),
        updating("a part, over and over", 64 << 10, filled("{", #""branch":{"name":"a"},"#, #""branch":{}}"#)),
        updating("an array, over and over", 64 << 10, filled("{", #""branches":[{}],"#, #""branches":[]}"#)),
        updating("a free value", 64 << 10, numbered(#"{"free":{"#, #""z":1}}"#) { "\"k\($0)\":[]," }),
        updating("levels", 500) { depth in
            Array(#"{"branch":"#.utf8) + nested(#"{"children":["#, "{}", "]}")(depth) + Array("}".utf8)
        },
        CostCase("update: levels with a hook", 500) { depth in
            let patch = nested(#"{"next":"#, "{}", "}")(depth)
            let decoder = ModelDecoder.unbounded
            var link = try decoder.decode(HookedLink.self, from: patch)
            return { try decoder.update(&link, from: patch) }
        },
    ]
}
