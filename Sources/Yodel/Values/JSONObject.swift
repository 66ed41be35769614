/// A JSON object: keys with their values, in the order of the text.
///
///     var object: JSONObject = ["name": "Dune", "pages": 412]
///     object["author"] = ["name": "Frank Herbert"]
///     for (key, value) in object { print(key, value) }
///
/// Every key occurs once. If a key is repeated, the last value wins and takes the place of the first. Keys are compared
/// as in JSON, code point by code point (see RFC 8259, section 8.3), so that no member is lost when two keys are equal
/// as Swift strings only because they are canonically equivalent.
///
/// Objects are equal if they have the same keys with equal values; the order does not count.
///
/// Looking up a key takes constant time. Adding a member does too, on average; removing one takes time linear in the
/// number of members.
public struct JSONObject: Sendable {
    /// A key with its value.
    public typealias Element = (key: String, value: JSONValue)

    private(set) var members: [Element] = []
    private var index = KeyIndex()

    /// Creates an empty object.
    public init() {}

    /// Creates an object from keys and values, in their order; the last value of a repeated key wins.
    public init(members: some Sequence<(String, JSONValue)>) {
        self.init(decodedMembers: members.map { (key: $0, value: $1) })
    }

    /// Creates an object from members, in their order; the last value of a repeated key wins.
    ///
    /// The members may be those of another object, for example sorted.
    public init(members: some Sequence<Element>) {
        self.init(decodedMembers: Array(members))
    }

    /// The name that `init(members:)` had in 0.1.
    @available(*, deprecated, renamed: "init(members:)")
    public init(uniqueKeysWithValues members: some Sequence<(String, JSONValue)>) {
        self.init(members: members)
    }

    /// The name that `init(members:)` had in 0.1.
    @available(*, deprecated, renamed: "init(members:)")
    public init(uniqueKeysWithValues members: some Sequence<Element>) {
        self.init(members: members)
    }

    /// Creates an object from a dictionary, with sorted keys, so that the result is deterministic.
    public init(_ dictionary: [String: JSONValue]) {
        self.init(decodedMembers: dictionary.sorted { $0.key < $1.key })
    }

    /// Creates an object from decoded members, which may repeat a key.
    ///
    /// Without repetitions, the array becomes the storage. Otherwise `count` is less than the number of members given,
    /// and ``repeatedKey(in:)`` finds the first repeated key.
    init(decodedMembers members: [Element], keepingFirst: Bool = false) {
        if let index = KeyIndex(distinct: members) {
            self.members = members
            self.index = index
            return
        }
        for (key, value) in members {
            if let position = index.position(of: key, in: self.members) {
                if !keepingFirst { self.members[position].value = value }
            } else {
                append(key, value)
            }
        }
    }

    /// The first key that occurs again among decoded members.
    static func repeatedKey(in members: [Element]) -> String? {
        var seen = JSONObject()
        return members.first { seen.updateValue(.null, forKey: $0.key) != nil }?.key
    }

    /// The members in place.
    ///
    /// SAFETY: they stay in place until the object is changed; the caller must prevent that.
    var memberSpan: UnsafeBufferPointer<Element> { members.withUnsafeBufferPointer { $0 } }

    /// The offset of the value in a member.
    static let valueOffset = MemoryLayout<Element>.offset(of: \.value)!

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        index.indexLast(of: members)
    }

    private mutating func remove(at position: Int) -> JSONValue {
        let value = members.remove(at: position).value
        index.rebuild(for: members)
        return value
    }
}

extension JSONObject {
    /// The value of a key; nil if the object does not have it.
    ///
    /// Assigning to a new key adds it at the end. Assigning nil removes the key; assign ``JSONValue/null`` to have
    /// it written as `null`.
    public subscript(key: String) -> JSONValue? {
        get {
            index.position(of: key, in: members).map { members[$0].value }
        }
        _modify {
            let position = index.position(of: key, in: members)
            var value = position.map { members[$0].value }
            // With a second reference, the caller's change would copy the value.
            if let position { members[position].value = .null }
            defer {
                switch (position, value) {
                case (let position?, let value?): members[position].value = value
                case (let position?, nil): _ = remove(at: position)
                case (nil, let value?): append(key, value)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    /// The value of a key, or the given one if the object does not have the key.
    public subscript(key: String, default value: @autoclosure () -> JSONValue) -> JSONValue {
        get {
            self[key] ?? value()
        }
        _modify {
            let position: Int
            if let known = index.position(of: key, in: members) {
                position = known
            } else {
                append(key, value())
                position = members.count - 1
            }
            yield &members[position].value
        }
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// The values, in the order of the keys.
    public var values: [JSONValue] { members.map(\.value) }

    /// Sets the value of a key and returns the value it had before, if any.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        guard let position = index.position(of: key, in: members) else {
            append(key, value)
            return nil
        }
        defer { members[position].value = value }
        return members[position].value
    }

    /// Removes a key and returns the value it had, if any.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        index.position(of: key, in: members).map { remove(at: $0) }
    }

    /// The object with only the members for which `isIncluded` returns true.
    ///
    /// This removes any number of members in linear time.
    ///
    /// - Throws: Any error from `isIncluded`.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONObject {
        JSONObject(decodedMembers: try members.filter(isIncluded))
    }

    /// Adds the members of another object, at the end where their keys are new.
    ///
    /// If both objects have a key, the other object's value wins.
    public mutating func merge(_ other: JSONObject) {
        merge(other) { _, new in new }
    }

    /// Adds the members of another object, at the end where their keys are new.
    ///
    /// - Parameters:
    ///   - other: The object to take the members from.
    ///   - combine: Chooses the value of a key that both objects have, from the present and the new one.
    /// - Throws: Any error from `combine`; the members before that one have been merged.
    public mutating func merge(
        _ other: JSONObject, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows {
        for (key, value) in other {
            if let position = index.position(of: key, in: members) {
                members[position].value = try combine(members[position].value, value)
            } else {
                append(key, value)
            }
        }
    }

    /// Reserves memory for a number of members, so that adding them does not move the present ones.
    public mutating func reserveCapacity(_ capacity: Int) {
        members.reserveCapacity(capacity)
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { members.count }

    /// The member at a position, which must be within the object's indices.
    public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
    /// The position of a key that is likely to be at `position`: equal objects usually have the same order.
    func position(of key: String, near position: Int) -> Int? {
        KeyIndex.matches(key, members[position].key) ? position : index.position(of: key, in: members)
    }

    /// Hashes the members independently of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var member = hasher
            member.combine(KeyIndex.hash(key))
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal; the last value of a repeated key wins.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members: members)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON text.
    public var description: String { JSONValue.object(self).text() }
}

// See `JSONValue+Codable.swift`.
extension JSONObject: Codable {}
