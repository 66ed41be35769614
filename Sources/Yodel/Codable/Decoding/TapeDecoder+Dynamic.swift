#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Values of any shape: decoded from their text, which keeps the literals of numbers, with the keys that their
// `init(from:)` would get.

extension TapeDecoder {
    func dynamicValue(at index: Int, _ step: CodablePathStep) throws -> JSONValue {
        let value = try decode(JSONValue.self, by: nil, at: index, step)
        if session.keepsKeys { return value }
        var path = session.options.keys.usesPath ? codingPath(step) : []
        return try changingKeys(of: value, in: &path, at: index, step)
    }

    func dynamicObject(at index: Int, _ step: CodablePathStep) throws -> JSONObject {
        let object = try decode(JSONObject.self, by: nil, at: index, step)
        if session.keepsKeys { return object }
        var path = session.options.keys.usesPath ? codingPath(step) : []
        return try changingKeys(of: object, in: &path, at: index, step)
    }

    /// Applies the decoder's key strategy to all keys in a value.
    ///
    /// - Parameters:
    ///   - path: The path of the value.
    ///   - index: The index of the whole dynamic value, for errors, with its step.
    private func changingKeys(
        of value: JSONValue, in path: inout [any CodingKey], at index: Int, _ step: CodablePathStep
    ) throws -> JSONValue {
        switch value {
        case .object(let object):
            return .object(try changingKeys(of: object, in: &path, at: index, step))
        case .array(let elements):
            guard CallStack.hasRoom else { throw tooDeep(at: index, step) }
            var changed: [JSONValue] = []
            changed.reserveCapacity(elements.count)
            for (number, element) in elements.enumerated() {
                path.append(CodablePathIndex(intValue: number))
                changed.append(try changingKeys(of: element, in: &path, at: index, step))
                path.removeLast()
            }
            return .array(changed)
        default: return value
        }
    }

    private func changingKeys(
        of object: JSONObject, in path: inout [any CodingKey], at index: Int, _ step: CodablePathStep
    ) throws -> JSONObject {
        guard CallStack.hasRoom else { throw tooDeep(at: index, step) }
        if session.options.keys.usesPath { session.count(work: path.count * ReplayWork.step) }
        let change = keyChange(in: path)
        var members: [JSONObject.Element] = []
        members.reserveCapacity(object.count)
        for (key, value) in object {
            let changed = change(key)
            path.append(CodablePathKey(stringValue: changed))
            members.append((key: changed, value: try changingKeys(of: value, in: &path, at: index, step)))
            path.removeLast()
        }
        // As among the members of any object, the first with a key counts.
        return JSONObject(decodedMembers: members, keepingFirst: true)
    }
}

extension JSONDecoder.KeyDecodingStrategy {
    /// Whether the strategy is a closure, which takes the path of a key.
    fileprivate var usesPath: Bool {
        if case .custom = self { true } else { false }
    }
}
