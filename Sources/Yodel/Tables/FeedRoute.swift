/// A place in a document that leads to the items of a feed, or contains them, as the binder's route frames use it.
final class FeedRoute {
    enum Kind {
        /// An object with known members.
        case keys
        /// An array with known elements.
        case elements
        /// An array whose elements all have the same route.
        case each
        /// An array of items.
        case items
        /// An object whose values are items.
        case members
        /// One item.
        case value
    }

    /// A place one step deeper in the document.
    struct Child {
        let name: String
        fileprivate let key: [UInt8]
        fileprivate let index: Int?
        let shape: ShapePointer
        let route: FeedRoute

        func isKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            key.count == bytes.count && key.withUnsafeBufferPointer { equalBytes($0.start, bytes.start, bytes.count) }
        }
    }

    let kind: Kind
    let children: [Child]
    /// The index of the feed's part whose items are here; -1 if there are none.
    let part: Int
    /// The shape of an item.
    let item: ShapePointer?
    /// Whether the place may be missing or null in a document.
    let mayBeMissing: Bool
    /// Whether the place may be missing if missing collections become empty.
    let holdsCollections: Bool

    fileprivate init(_ end: FeedRouteTree.End, part: Int) {
        kind = end.kind
        children = []
        self.part = part
        item = end.item
        mayBeMissing = end.mayBeMissing
        holdsCollections = end.mayBeMissing || end.kind != .value
    }

    fileprivate init(of children: [(step: FeedPath.Step, route: FeedRoute)], in arena: TableArena) {
        kind =
            switch children[0].step {
            case .key: .keys
            case .index: .elements
            case .each: .each
            }
        self.children = children.map { step, route in
            var (name, index) = ("[*]", Int?.none)
            switch step {
            case .key(let key): name = key
            case .index(let number): (name, index) = ("[\(number)]", number)
            case .each: break
            }
            return Child(name: name, key: Array(name.utf8), index: index, shape: route.shape(in: arena), route: route)
        }
        part = -1
        item = nil
        mayBeMissing = kind == .each || children.allSatisfy(\.route.mayBeMissing)
        holdsCollections = kind == .each || children.allSatisfy(\.route.holdsCollections)
    }

    var isEnd: Bool { part >= 0 }

    /// The index of the child under a key of an object.
    func indexOfChild(under key: String) -> Int? { children.firstIndex { $0.key.elementsEqual(key.utf8) } }

    /// The index of the child at an element of an array.
    func indexOfChild(at index: Int) -> Int? {
        kind == .each ? 0 : children.firstIndex { $0.index == index }
    }

    /// The shape of a route: a value of no size.
    fileprivate func shape(in arena: TableArena) -> ShapePointer {
        var made = Shape(Void.self, kind: .route, storage: arena.keep(TypedStorage<Void>() as StorageOperations))
        made.route = arena.keep(self)
        return arena.copy(of: made)
    }

    /// What belongs there, for errors.
    var expected: String {
        switch kind {
        case .keys, .members: "an object"
        case .elements, .each, .items: "an array"
        case .value: "a value"
        }
    }
}

/// The routes to all parts of a feed, as a tree.
struct FeedRouteTree {
    /// The path to a part of a feed, and the kind of its items.
    struct End {
        var path: FeedPath
        var kind: FeedRoute.Kind
        var item: ShapePointer
        var mayBeMissing: Bool
    }

    let root: ShapePointer
    /// Owns the tree.
    let arena = TableArena()

    /// - Throws: ``ModelError`` when two paths exclude each other.
    init(_ ends: [End]) throws(ModelError) {
        guard ends.allSatisfy({ $0.path.steps.count <= 512 }) else {
            throw .invalidMapping("a path of the feed has more than 512 steps")
        }
        let tree = Node()
        for (part, end) in ends.enumerated() { try tree.insert(end, part, remaining: end.path.steps[...]) }
        root = tree.route(in: arena).shape(in: arena)
    }

    private final class Node {
        private var children: [(step: FeedPath.Step, node: Node)] = []
        private var end: (part: Int, end: End)?

        func insert(_ end: End, _ part: Int, remaining: ArraySlice<FeedPath.Step>) throws(ModelError) {
            if let other = self.end { throw Self.conflict(end.path, other.end.path) }
            guard let step = remaining.first else {
                if let other = anyEnd { throw Self.conflict(end.path, other.path) }
                self.end = (part, end)
                return
            }
            if let known = children.first(where: { $0.step.isSame(as: step) }) {
                return try known.node.insert(end, part, remaining: remaining.dropFirst())
            }
            if let other = children.first, !other.step.goesTogether(with: step) {
                throw Self.conflict(end.path, other.node.anyEnd!.path)
            }
            guard children.count < 63 else {
                throw .invalidMapping("more than 63 paths of the feed branch at one place")
            }
            let node = Node()
            children.append((step, node))
            try node.insert(end, part, remaining: remaining.dropFirst())
        }

        /// Any end here or deeper.
        private var anyEnd: End? { end?.end ?? children.first?.node.anyEnd }

        private static func conflict(_ first: FeedPath, _ second: FeedPath) -> ModelError {
            .invalidMapping("\(first) and \(second) cannot both be paths of one feed")
        }

        func route(in arena: TableArena) -> FeedRoute {
            if let (part, end) = end { return FeedRoute(end, part: part) }
            return FeedRoute(of: children.map { ($0.step, $0.node.route(in: arena)) }, in: arena)
        }
    }
}

extension FeedPath.Step {
    /// Whether one value can have both steps.
    fileprivate func goesTogether(with other: FeedPath.Step) -> Bool {
        switch (self, other) {
        case (.key, .key), (.index, .index): true
        default: false
        }
    }
}
