/// A document with a place for an array of items.
struct FeedEnvelope: Sendable {
    let path: FeedPath
    /// Encodes what is around the array; nil for objects that have no other members.
    let value: (@Sendable (ModelEncoder) throws(ModelError) -> JSONValue)?

    /// The text of the document before and after the items, without white space next to them.
    struct Text {
        /// Up to the opening bracket.
        var opening: [UInt8]
        /// From the closing bracket on.
        var closing: [UInt8]
        /// The white space before the closing bracket, if there are items and the layout has lines.
        var lineBeforeClosing: [UInt8]
    }

    /// A path with more steps than a document has levels is a mistake of the program.
    private static let maximumSteps = 512

    /// Encodes the document; the encoder's options apply to the envelope and to the items.
    func text(by encoder: ModelEncoder) throws(ModelError) -> Text {
        if path.steps.isEmpty, value == nil {
            return Text(opening: [UInt8(ascii: "[")], closing: [UInt8(ascii: "]")], lineBeforeClosing: Array("\n".utf8))
        }
        guard path.steps.count <= Self.maximumSteps else {
            throw .invalidOutput("the path has \(path.steps.count) steps, and at most \(Self.maximumSteps) are allowed")
        }
        let around = try value.map { (encode) throws(ModelError) in try encode(encoder) }
        let document = try placing(in: around, path.steps[...])
        // The encoder has made the tree; only the layout remains.
        var layout = encoder
        (layout.transforms, layout.options.selection) = (TransformSet(), nil)
        return try split(try layout.encodeBytes(document))
    }

    /// Cuts the text at the one element of the array, which a feed finds.
    private func split(_ bytes: [UInt8]) throws(ModelError) -> Text {
        var feed = Feed(of: JSONValue.self, at: path)
        feed.decoder.limits = DecodingOptions.ofOwnText(depth: .max).limits
        var parser = feed.parser()
        parser.feed(bytes)
        parser.finish()
        guard let place = try parser.nextEntry()?.byteRange else {
            preconditionFailure("A feed finds the element that was placed at its path")
        }
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
        let opening = bytes[..<(bytes[..<place.lowerBound].lastIndex { !isSpace($0) }! + 1)]
        let line = bytes[place.upperBound...].prefix(while: isSpace)
        return Text(opening: Array(opening), closing: Array(bytes[line.endIndex...]), lineBeforeClosing: Array(line))
    }

    /// The document with an array of one element, `null`, where the items go.
    private func placing(
        in value: JSONValue?, _ steps: ArraySlice<FeedPath.Step>
    ) throws(ModelError) -> JSONValue {
        guard let step = steps.first else {
            switch value {
            case nil, .null, .array([]): return .array([.null])
            case let value?: throw mismatch(steps, expected: "an empty array for the items", found: value)
            }
        }
        switch (step, value ?? .null) {
        case (.key(let key), .null):
            return .object(JSONObject(members: [(key, try placing(in: nil, steps.dropFirst()))]))
        case (.key(let key), .object(var object)):
            object[key] = try placing(in: object[key], steps.dropFirst())
            return .object(object)
        case (.key, let value): throw mismatch(steps, expected: "an object", found: value)
        case (.index(let index), .array(var elements)) where elements.indices.contains(index):
            elements[index] = try placing(in: elements[index], steps.dropFirst())
            return .array(elements)
        case (.index(let index), _): throw .invalidOutput("the envelope has no element \(index) on the path \(path)")
        case (.each, _): throw .invalidOutput("items are written to one array, but the path \(path) leads to several")
        }
    }

    /// - Parameter rest: The steps from the value on.
    private func mismatch(
        _ rest: ArraySlice<FeedPath.Step>, expected: String, found value: JSONValue
    ) -> ModelError {
        let found =
            if case .array(let elements) = value {
                "an array of \(counted(elements.count, "element"))"
            } else {
                value.sample
            }
        return ModelError(.typeMismatch, path: place(before: rest), expected: expected, found: found)
    }

    /// The place that the steps before `rest` lead to.
    private func place(before rest: ArraySlice<FeedPath.Step>) -> JSONPath {
        JSONPath(path.steps[..<rest.startIndex].compactMap(\.inDocument))
    }

    /// The place of the array.
    var place: JSONPath { place(before: path.steps.suffix(0)) }
}

extension FeedPath.Step {
    /// The step in one document; nil for a step to each element.
    fileprivate var inDocument: JSONPath.Step? {
        switch self {
        case .key(let key): .key(key)
        case .index(let index): .index(index)
        case .each: nil
        }
    }
}
