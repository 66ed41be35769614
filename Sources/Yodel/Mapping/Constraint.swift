/// A requirement on a property's values beyond their type.
///
/// ```swift
/// static let mapping = Mapping(
///     .check(\Article.views, .range(0...)),
///     .check(\Article.title, .length(1...200)),
///     .check(\Article.tags, .count(...10), .unique),
///     .check(each: \Article.tags, .length(1...30)))
/// ```
///
/// See ``Mapping/Entry/check(_:_:)-(KeyPath<Root,Value>Sendable,_)``.
public struct Constraint<Value>: Sendable {
    /// What the constraint requires, as an error shows it after "expected": "at least 0".
    public let requirement: String
    /// Tests the value at an address.
    let test: ConstraintTest
    /// Why no value can satisfy the constraint; nil if some can.
    let flaw: String?
    /// The JSON Schema keywords that express the constraint.
    let keywords: [ConstraintKeyword]

    /// Creates a constraint from a function.
    ///
    /// - Parameters:
    ///   - requirement: What the constraint requires, as an error shows it after "expected".
    ///   - holds: Returns whether a value satisfies the constraint.
    @inlinable
    public init(_ requirement: String, _ holds: @escaping @Sendable (Value) -> Bool) {
        self.init(requirement, test: { holds(Self.value(at: $0)) ? nil : ConstraintRefusal() })
    }

    @usableFromInline
    init(
        _ requirement: String, flaw: String? = nil, keywords: [ConstraintKeyword] = [], test: @escaping ConstraintTest
    ) {
        self.requirement = requirement
        self.flaw = flaw
        self.keywords = keywords
        self.test = test
    }

    /// The value at the address that a test receives.
    @inlinable
    static func value(at address: UnsafeRawPointer) -> Value {
        // SAFETY: a shape's payload calls only the tests of constraints on its own type.
        address.assumingMemoryBound(to: Value.self).pointee
    }
}

/// Tests the value at an address and returns the refusal, if any.
///
/// The test takes an address, and the functions that make constraints are inlinable, so that the compiler specialises
/// the test where the mapping is written.
@usableFromInline
typealias ConstraintTest = @Sendable (UnsafeRawPointer) -> ConstraintRefusal?

/// A constraint as a JSON Schema keyword.
@usableFromInline
enum ConstraintKeyword: Sendable {
    /// A keyword for numbers.
    case number(String, JSONValue)
    /// A keyword for strings.
    case string(String, JSONValue)
    /// The values that are allowed.
    case oneOf([JSONValue])
    /// How many elements or members there may be.
    case count(least: Int?, most: Int?)
    /// No element twice.
    case unique
}

/// Why a constraint refuses a value.
@usableFromInline
struct ConstraintRefusal {
    /// What was found; nil if the error shows the value itself.
    var found: String?

    @usableFromInline
    init(found: String? = nil) {
        self.found = found
    }

    /// Describes a number of things.
    @usableFromInline
    init(count: Int, of thing: String) {
        found = counted(count, thing)
    }
}

extension Constraint where Value: Comparable & Sendable {
    /// A value in a range: `0...`, `1...100`, `..<1`.
    @inlinable
    public static func range(_ range: some RangeExpression<Value> & Sendable) -> Constraint {
        Constraint(in: range) { range.contains(value(at: $0)) ? nil : ConstraintRefusal() }
    }

    @usableFromInline
    init(in range: some RangeExpression<Value>, test: @escaping ConstraintTest) {
        self.init(text(of: range), keywords: bounds(of: range), test: test)
    }
}

extension Constraint where Value: BinaryInteger & Sendable {
    /// A multiple of a number.
    ///
    /// A divisor of 0 is an error of the mapping: no number is a multiple of 0.
    @inlinable
    public static func multiple(of divisor: Value) -> Constraint {
        Constraint(multipleOf: divisor) { value(at: $0).isMultiple(of: divisor) ? nil : ConstraintRefusal() }
    }

    @usableFromInline
    init(multipleOf divisor: Value, test: @escaping ConstraintTest) {
        self.init(
            "a multiple of \(divisor)", flaw: divisor == 0 ? "no number is a multiple of 0" : nil,
            keywords: [.number("multipleOf", .number(JSONNumber(divisor.magnitude)))], test: test)
    }
}

extension Constraint where Value: Equatable & Sendable {
    /// One of these values.
    @inlinable
    public static func oneOf(_ values: [Value]) -> Constraint {
        Constraint(oneOf: values) { values.contains(value(at: $0)) ? nil : ConstraintRefusal() }
    }

    @usableFromInline
    init(oneOf values: [Value], test: @escaping ConstraintTest) {
        let shown = values.prefix(10).map { text(of: $0) }.joined(separator: ", ")
        self.init(
            "one of \(shown)\(values.count > 10 ? ", …" : "")",
            flaw: values.isEmpty ? "the list of allowed values is empty" : nil,
            keywords: json(of: values).map { [.oneOf($0)] } ?? [], test: test)
    }
}

extension Constraint where Value: StringProtocol & Sendable {
    /// A text whose length is in a range, counted in Unicode scalars as JSON Schema does.
    @inlinable
    public static func length(_ range: some RangeExpression<Int> & Sendable) -> Constraint {
        Constraint(ofLength: range) { address in
            let count = value(at: address).unicodeScalars.count
            return range.contains(count) ? nil : ConstraintRefusal(count: count, of: "character")
        }
    }

    @usableFromInline
    init(ofLength range: some RangeExpression<Int>, test: @escaping ConstraintTest) {
        let keywords: [ConstraintKeyword?] = [
            limits(of: range).least.map { .string("minLength", JSONValue($0)) },
            limits(of: range).most.map { .string("maxLength", JSONValue($0)) },
        ]
        self.init(
            text(of: range, "character"), flaw: flawOfCount(range), keywords: keywords.compactMap(\.self),
            test: test)
    }

    /// A text that matches a regular expression as a whole.
    ///
    /// Matching can take time that grows with the square of the text's length or worse. If others write the text, put a
    /// ``length(_:)`` before the pattern.
    ///
    /// - Parameter pattern: The expression; it is evaluated once.
    public static func pattern<Output>(_ pattern: @autoclosure () -> Regex<Output>) -> Constraint {
        let pattern = SharedPattern(pattern())
        return Constraint(pattern.requirement) { pattern.matches(Substring($0)) }
    }
}

extension Constraint where Value: Collection & SendableMetatype {
    /// A number of elements or entries in a range.
    @inlinable
    public static func count(_ range: some RangeExpression<Int> & Sendable) -> Constraint {
        Constraint(ofCount: range) { address in
            let count = value(at: address).count
            return range.contains(count) ? nil : ConstraintRefusal(count: count, of: "element")
        }
    }

    @usableFromInline
    init(ofCount range: some RangeExpression<Int>, test: @escaping ConstraintTest) {
        self.init(
            text(of: range, "element"), flaw: flawOfCount(range),
            keywords: [.count(least: limits(of: range).least, most: limits(of: range).most)], test: test)
    }
}

extension Constraint where Value: Collection & SendableMetatype, Value.Element: Hashable & SendableMetatype {
    /// No element occurs twice.
    public static var unique: Constraint {
        Constraint("different elements", keywords: [.unique]) { address in
            let value = value(at: address)
            // A set of many values with the same hash takes quadratic time.
            let areTooMany =
                value.withContiguousStorageIfAvailable(HashCollisions.areTooMany)
                ?? ContiguousArray(value).withUnsafeBufferPointer(HashCollisions.areTooMany)
            if areTooMany {
                return ConstraintRefusal(found: "more than \(HashCollisions.limit) with the same hash")
            }
            var places: [Value.Element: Int] = [:]
            for (place, element) in value.enumerated() {
                if let first = places.updateValue(place, forKey: element) {
                    return ConstraintRefusal(found: "equal ones at \(first) and \(place)")
                }
            }
            return nil
        }
    }
}

/// A regular expression that several threads use.
private struct SharedPattern: @unchecked Sendable {
    // Sendable because matching changes nothing in the expression but its compiled program, which is set once,
    // atomically. Custom components could change something else; they are the client's responsibility.
    let matches: (Substring) -> Bool
    let requirement: String

    init<Output>(_ pattern: Regex<Output>) {
        // A match that throws counts as no match.
        matches = { (try? pattern.wholeMatch(in: $0)) != nil }
        requirement = "text that matches \(pattern._literalPattern.map { "/\($0)/" } ?? "the pattern")"
    }
}

// MARK: - Texts

/// A range in words.
private func text<Bound>(of range: some RangeExpression<Bound>) -> String {
    switch range {
    case let range as ClosedRange<Bound>:
        range.lowerBound == range.upperBound
            ? "\(text(of: range.lowerBound))" : "\(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
    case let range as Range<Bound>: "\(text(of: range.lowerBound)) to below \(text(of: range.upperBound))"
    case let range as PartialRangeFrom<Bound>: "at least \(text(of: range.lowerBound))"
    case let range as PartialRangeThrough<Bound>: "at most \(text(of: range.upperBound))"
    case let range as PartialRangeUpTo<Bound>: "below \(text(of: range.upperBound))"
    default: "a value in \(range)"
    }
}

/// A range of counts in words: `1 to 3 elements`.
private func text(of range: some RangeExpression<Int>, _ thing: String) -> String {
    let counts = text(of: range)
    let isOne = ["1", "at least 1", "at most 1", "below 1"].contains(counts)
    return "\(counts) \(thing)\(isOne ? "" : "s")"
}

private func text<Value>(of value: Value) -> String {
    (value as? String).map { excerpt($0) } ?? "\(value)"
}

/// Why no count is in a range; nil if one can be.
private func flawOfCount(_ range: some RangeExpression<Int>) -> String? {
    guard let most = limits(of: range).most, most < 0 else { return nil }
    return "no count is \(text(of: range))"
}

// MARK: - Keywords

/// The bounds of a range of numbers.
private func bounds<Bound>(of range: some RangeExpression<Bound>) -> [ConstraintKeyword] {
    func bound(_ keyword: String, _ value: Bound) -> ConstraintKeyword? {
        (value is any Numeric) ? JSONNumber(text: "\(value)").map { .number(keyword, .number($0)) } : nil
    }
    let keywords: [ConstraintKeyword?] =
        switch range {
        case let range as ClosedRange<Bound>: [bound("minimum", range.lowerBound), bound("maximum", range.upperBound)]
        case let range as Range<Bound>:
            [bound("minimum", range.lowerBound), bound("exclusiveMaximum", range.upperBound)]
        case let range as PartialRangeFrom<Bound>: [bound("minimum", range.lowerBound)]
        case let range as PartialRangeThrough<Bound>: [bound("maximum", range.upperBound)]
        case let range as PartialRangeUpTo<Bound>: [bound("exclusiveMaximum", range.upperBound)]
        default: []
        }
    return keywords.compactMap(\.self)
}

/// The smallest and the largest count in a range; nil if the range is open there.
private func limits(of range: some RangeExpression<Int>) -> (least: Int?, most: Int?) {
    switch range {
    case let range as ClosedRange<Int>: (max(range.lowerBound, 0), range.upperBound)
    case let range as Range<Int>: range.isEmpty ? (nil, -1) : (max(range.lowerBound, 0), range.upperBound - 1)
    case let range as PartialRangeFrom<Int>: (max(range.lowerBound, 0), nil)
    case let range as PartialRangeThrough<Int>: (nil, range.upperBound)
    case let range as PartialRangeUpTo<Int>: (nil, range.upperBound == .min ? -1 : range.upperBound - 1)
    default: (nil, nil)
    }
}

/// Texts or numbers as JSON values; nil if a value is neither.
private func json<Value>(of values: [Value]) -> [JSONValue]? {
    let all = values.map { value -> JSONValue? in
        if let text = value as? String { return .string(text) }
        return value is any BinaryInteger ? JSONNumber(text: "\(value)").map(JSONValue.number) : nil
    }
    return all.contains(nil) ? nil : all.compactMap(\.self)
}
