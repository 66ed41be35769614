extension ModelError {
    /// Where a part of a document begins that is decoded by itself.
    struct PartPlace: Sendable {
        /// The keys and indices on the path to the part.
        var path = PartPath()
        var start: Place
        /// Whether values in the part have places of their own; in a tree, and in an object that a hook has changed,
        /// they do not.
        var isExact = true

        /// The place in the document, if this place is relative to another part.
        func within(_ outer: PartPlace) -> PartPlace {
            PartPlace(
                path: path.appended(to: outer.path), start: start.within(outer), isExact: isExact && outer.isExact)
        }
    }
}

extension ModelError.Place {
    /// The place in the document, if this place is relative to the start of a part.
    func within(_ part: ModelError.PartPlace) -> ModelError.Place {
        let start = part.start
        guard part.isExact, self != .nowhere else { return start }
        return ModelError.Place(
            offset: start.offset + offset, line: start.line + line - 1,
            column: line == 1 ? start.column + column - 1 : column)
    }
}

/// A path that shares its steps with the paths of neighbouring values: a document may have a million parts, each
/// hundreds of steps deep.
struct PartPath: Sendable {
    /// A container on the path.
    final class Node: Sendable {
        let around: Node?
        let step: JSONPath.Step

        init(_ around: Node?, _ step: JSONPath.Step) {
            self.around = around
            self.step = step
        }
    }

    /// The container of the part; nil for the root.
    var node: Node?
    /// The step from the container to the part; nil if the part is the container itself.
    var last: JSONPath.Step?

    init(_ node: Node? = nil, _ last: JSONPath.Step? = nil) {
        self.node = node
        self.last = last
    }

    init(_ path: JSONPath) {
        for step in path.steps { node = Node(node, step) }
    }

    /// The node of the part itself.
    var end: Node? { last.map { Node(node, $0) } ?? node }

    var steps: [JSONPath.Step] {
        var steps = last.map { [$0] } ?? []
        var node = node
        while let current = node {
            steps.append(current.step)
            node = current.around
        }
        return steps.reversed()
    }

    fileprivate func appended(to outer: PartPath) -> PartPath {
        steps.reduce(into: PartPath(outer.end)) { $0 = PartPath($0.end, $1) }
    }
}

/// The decoder of parts whose places are determined on demand.
protocol PartPlaceFinder: AnyObject {
    /// The place of the part that is being decoded, in the enclosing part or document.
    var placeOfOpenPart: ModelError.PartPlace { get }
}

/// The origin of a part that is decoded like a document of its own: JSON in a string, a `Decodable` part, a model
/// within one, the surroundings of a feed's items.
///
/// It gives lazy values in the part their places in the document when they are decoded.
final class PartOrigin: @unchecked Sendable {
    // Sendable because the place is settled before the first lazy value of the part is made, and does not change then.
    private let around: PartOrigin?
    private var own: ModelError.PartPlace?
    /// Finds the place.
    // SAFETY: set only while the finder decodes the part.
    private unowned(unsafe) var finder: (any PartPlaceFinder)?
    /// Gives something in an assembled text its place in the document.
    private let inDocument: (@Sendable (ModelError.PartPlace) -> ModelError.PartPlace)?

    /// - Parameters:
    ///   - place: Where the part is in the enclosing part or document; nil if a finder determines that.
    ///   - around: The origin of the enclosing part; nil for the document.
    init(_ place: ModelError.PartPlace?, in around: PartOrigin?) {
        own = place
        self.around = around
        inDocument = nil
    }

    /// Creates the origin of a text that was assembled from tokens of the document.
    init(_ inDocument: @escaping @Sendable (ModelError.PartPlace) -> ModelError.PartPlace) {
        (own, around) = (nil, nil)
        self.inDocument = inDocument
    }

    /// Begins another part, whose place the finder determines if something needs it.
    func begin(_ finder: any PartPlaceFinder) { (own, self.finder) = (nil, finder) }

    /// Determines the place, and those of the parts around it, while the finder decodes the part.
    func settle() {
        if own == nil { own = finder?.placeOfOpenPart }
        around?.settle()
    }

    /// Ends the part, whose place is settled unless nothing uses it.
    func end() { finder = nil }

    /// The path in the document of something in the part, while that is decoded.
    func path(_ inner: PartPath) -> PartPath {
        settle()
        let path = own.map { inner.appended(to: $0.path) } ?? inner
        return around.map { $0.path(path) } ?? path
    }

    /// The place in the document of something in the part.
    func place(_ inner: ModelError.PartPlace) -> ModelError.PartPlace {
        if let inDocument { return inDocument(inner) }
        let place = inner.within(own ?? ModelError.PartPlace(start: .nowhere, isExact: false))
        return around.map { $0.place(place) } ?? place
    }
}
