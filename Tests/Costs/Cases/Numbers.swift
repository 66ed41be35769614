import Foundation
import Yodel

/// Long numbers, and many.
var numberCases: [CostCase] {
    var cases: [CostCase] = []
    cases += decoding("a long number", [JSONNumber].self, filled("[", "1234567890", "]"))
    cases += decoding("a long number into JSONValue", JSONValue.self, filled("[", "1234567890", "]"))
    cases += decoding("a long skipped number", Kept.self, filled(#"{"b":1"#, "234567890", "}"))
    cases += decoding("a long fraction into Double", [Double].self, filled("[0.", "1234567890", "]"))
    cases += decoding("a long tie into Double", [Double].self, filled("[9007199254740993.", "0", "1]"))
    cases += decoding("a long integer into Double", [Double].self, filled("[1", "0", "e-100000000]"))
    cases += decoding("a long exponent into Double", [Double].self, filled("[0e", "1", "]"))
    cases += decoding("a long fraction of zeros into Int", [Int].self, filled("[1.", "0", "e0]"))
    cases += decoding("a long number into Int", [Int].self, failure: .numberOutOfRange, filled("[", "123", "]"))
    cases += decoding("a long fraction into Decimal", [Decimal].self, filled("[0.", "0", "1e1000000]")).map(
        allowingErrors)
    cases += decoding("integers", [Int].self, filled("[", "-12345,", "0]"))
    cases += decoding("doubles", [Double].self, filled("[", "-12.75e3,", "0]"))
    cases += decoding("doubles of many digits", [Double].self, filled("[", "0.12345678901234567890123,", "0]"))
    cases += decoding("decimals", [Decimal].self, filled("[", "-12.75e3,", "0]"))
    cases += decoding("numbers into JSONValue", JSONValue.self, filled("[", "-12.75e3,", "0]"))
    cases += decoding("numbers that are skipped", Kept.self, filled(#"{"b":["#, "-12.75e3,", "0]}"))
    cases += decoding("a set", Set<Int>.self, numbered("[", "0]") { "\($0)," })
    return cases
}

/// A case with any outcome.
func allowingErrors(_ costs: CostCase) -> CostCase {
    CostCase(costs.name, costs.size) { size in
        let work = try costs.prepare(size)
        return { try? work() }
    }
}
