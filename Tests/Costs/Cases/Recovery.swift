import Yodel

private struct Node: Model {
    var name: String
    var tags: [Int]?
}

/// Documents with errors everywhere.
var recoveryCases: [CostCase] {
    func tolerant() -> ModelDecoder {
        .unbounded {
            $0.badElements = .drop
            $0.mismatches = .useDefault
            $0.report = DecodingReport(limit: 100)
        }
    }
    var cases: [CostCase] = []
    cases += decoding("bad elements", [Node].self, with: tolerant(), filled("[", #""x","#, "0]"))
    cases += decoding("elements without their keys", [Node].self, with: tolerant(), filled("[", "{},", "0]"))
    cases += decoding(
        "long bad elements", [Node].self, with: tolerant(), filled("[", #"{"name":[{"a":[1,2]}]},"#, "0]"))
    cases += decoding("one long bad element", [Node].self, with: tolerant(), filled(#"[{"name":[0"#, ",[1]", "]}]"))
    cases += decoding(
        "bad values of dictionaries", [String: Int].self, with: tolerant(),
        numbered("{", #""a":1}"#) { "\"k\($0)\":[]," })
    cases += decoding(
        "bad numbers in an array", [Node].self, with: tolerant(), filled(#"[{"name":"a","tags":[0"#, ",true", "]}]"))
    cases += decoding("lines and bad elements", [Node].self, with: tolerant(), filled("[", "\n7,", "0]"))
    return cases
}
