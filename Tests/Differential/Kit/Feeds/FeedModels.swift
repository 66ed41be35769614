import Yodel

// Items with fields for everything that a feed passes on: policies, wrappers, variants, paths, hooks.

/// The policy of an item's mapping for values that do not match its fields.
protocol FieldPolicy: SendableMetatype {
    static var elements: BadElementPolicy? { get }
    static var mismatches: MismatchPolicy? { get }
    static var nulls: NullPolicy? { get }
}

/// Leaves the policy to the decoder.
enum UndecidedFields: FieldPolicy {
    static let elements: BadElementPolicy? = nil
    static let mismatches: MismatchPolicy? = nil
    static let nulls: NullPolicy? = nil
}

enum DroppingFields: FieldPolicy {
    static let elements: BadElementPolicy? = .drop
    static let mismatches: MismatchPolicy? = nil
    static let nulls: NullPolicy? = .error
}

enum TolerantFields: FieldPolicy {
    static let elements: BadElementPolicy? = .null
    static let mismatches: MismatchPolicy? = .useDefault
    static let nulls: NullPolicy? = .useDefault
}

/// A property for each kind that recovery, variants, wrappers and paths treat specially.
struct RichItem<Policy: FieldPolicy>: Model, Sendable {
    var id: Int
    var list: [Int]?
    var set: Set<Int>?
    var map: [String: Int]?
    var grid: [[Int]]?
    var holes: [Int?]?
    var names: [String: String?]?
    var part: RichPart?
    var parts: [RichPart]?
    var partMap: [String: RichPart]?
    var pair: InlineArray<2, Int>?
    var checked: CheckedPart?
    var prepared: [PreparedPart]?
    var raw: RawJSON?
    var lazy: Lazy<RichPart>?
    var lazies: [Lazy<[Int]>]?
    var any: JSONValue?
    var inside: Inside?
    var outside: [Outside]?
    var beside: [String: Beside]?
    var either: [Either]?
    var coded: CodedPart?
    var within: RichPart?
    var first: String?
    var deep: Int?
    var second: [Int]?
    var others: JSONObject

    static var mapping: Mapping {
        var entries: [Mapping.Entry] = [
            .transform(\Self.within, by: .jsonText), .map(\Self.first, to: "first", "alias", "deep.alias"),
            .map(\Self.deep, to: "deep.a[1].b"), .map(\Self.second, to: "deep.a[2]", "second"),
            .unknown(\Self.others),
        ]
        if let elements = Policy.elements {
            entries += [
                .onBadElement(\Self.holes, elements), .onBadElement(\Self.names, elements),
                .onBadElement(\Self.list, elements == .null ? .drop : elements),
                .onBadElement(\Self.set, .drop), .onBadElement(\Self.map, .drop), .onBadElement(\Self.parts, .drop),
                .onBadElement(\Self.outside, .drop),
            ]
        }
        if let mismatches = Policy.mismatches {
            entries += [
                .onMismatch(\Self.list, mismatches), .onMismatch(\Self.grid, mismatches),
                .onMismatch(\Self.part, mismatches), .onMismatch(\Self.partMap, mismatches),
                .onMismatch(\Self.pair, mismatches), .onMismatch(\Self.checked, mismatches),
                .onMismatch(\Self.prepared, mismatches), .onMismatch(\Self.lazy, mismatches),
                .onMismatch(\Self.inside, mismatches), .onMismatch(\Self.either, mismatches),
                .onMismatch(\Self.coded, mismatches), .onMismatch(\Self.within, mismatches),
                .onMismatch(\Self.first, mismatches), .onMismatch(\Self.deep, mismatches),
                .onMismatch(\Self.second, mismatches),
            ]
        }
        if let nulls = Policy.nulls {
            entries += [
                .onNull(\Self.list, nulls), .onNull(\Self.part, nulls), .onNull(\Self.first, nulls),
                .onNull(\Self.deep, nulls), .onNull(\Self.raw, nulls),
            ]
        }
        return Mapping(entries: entries)
    }
}

/// An object within an item, with paths of its own.
struct RichPart: Model, Sendable {
    var n: Int
    var list: [Int]?
    var next: [RichPart]?
    var deep: Int?

    static let mapping = Mapping(.map(\RichPart.deep, to: "x.y", "z"), .onBadElement(\RichPart.list, .drop))
}

/// Changes or refuses its decoded value.
struct CheckedPart: DidDecodeModel, Sendable {
    struct Refusal: Error {}
    var n: Int
    var list: [Int]?

    mutating func didDecode() throws {
        if n == 3 { throw Refusal() }
        if n == 2 { list = (list ?? []) + [2] }
    }
}

/// Changes or refuses the object it is decoded from.
struct PreparedPart: WillDecodeModel, Sendable {
    var n: Int
    var list: [Int]?

    static func willDecode(_ object: inout JSONObject) throws {
        if let old = object.removeValue(forKey: "old") { object["n"] = old }
        if object["n"] == 3 { throw CheckedPart.Refusal() }
    }
}

struct CodedPart: Codable, Sendable {
    var n: Int
    var list: [Int]?
}

/// An item with both hooks.
struct HookedItem: DidDecodeModel, WillDecodeModel, Sendable {
    var id: Int
    var list: [Int]?
    var part: PreparedPart?
    var checked: [CheckedPart]?
    var lazy: Lazy<CheckedPart>?

    static func willDecode(_ object: inout JSONObject) throws { try PreparedPart.willDecode(&object) }

    mutating func didDecode() throws {
        if id == 3 { throw CheckedPart.Refusal() }
        if id == 2 { list = nil }
    }
}

/// An item that is a class: all of its properties have defaults.
final class RichInstance: DefaultedModel {
    var id = 1
    var list = [1, 2]
    var set: Set<Int> = [3]
    var map = ["k": 1]
    var part: RichPart?
    var next: RichInstance?
    var text = "text"

    static let mapping = Mapping(
        .map(\RichInstance.text, to: "first", "deep.alias"), .onBadElement(\RichInstance.map, .drop))
}

/// An item of one of several types.
indirect enum RichVariant: Polymorphic, Sendable {
    case item(RichItem<UndecidedFields>)
    case part(RichPart)
    case list([RichVariant])
    case checked(CheckedPart)
    case number(Int)

    static let variants = Variants<RichVariant>(
        .untagged, .case(RichVariant.number), .case(RichVariant.checked), .case(RichVariant.part),
        .case(RichVariant.list), .case(RichVariant.item))
}

/// A value as text that does not depend on the order of sets and dictionaries.
///
/// - Parameter opensLazy: Whether lazy values are decoded, which may add notes between those of the feed.
func shown(_ value: Any, opensLazy: Bool = false) -> String {
    switch value {
    case let value as RawJSON: return value.text
    case let value as any LazilyShown: return value.shown(isOpened: opensLazy)
    case let value as JSONValue: return "\(value)"
    case let value as JSONObject: return "\(JSONValue.object(value))"
    case let value as InlineArray<2, Int>: return "(\(value[0]), \(value[1]))"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.lazy.map { child in
        (child.label.map { "\($0): " } ?? "") + shown(child.value, opensLazy: opensLazy)
    }
    switch mirror.displayStyle {
    case nil: return "\(value)"
    case .optional: return mirror.children.first.map { shown($0.value, opensLazy: opensLazy) } ?? "nil"
    case .set, .dictionary: return "{\(children.sorted().joined(separator: ", "))}"
    case .collection: return "[\(children.joined(separator: ", "))]"
    case .enum where mirror.children.isEmpty: return "\(value)"
    default: return "\(type(of: value))(\(children.joined(separator: ", ")))"
    }
}

private protocol LazilyShown {
    /// The text of a lazy value, and its content.
    func shown(isOpened: Bool) -> String
}

extension Lazy: LazilyShown {
    fileprivate func shown(isOpened: Bool) -> String {
        let text = rawJSON?.text ?? "-"
        guard isOpened else { return text }
        do throws(ModelError) {
            return "\(text) as \(DifferentialKit.shown(try value(), opensLazy: true))"
        } catch {
            return "\(text) as \(error)"
        }
    }
}
