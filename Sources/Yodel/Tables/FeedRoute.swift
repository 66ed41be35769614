/// A place in a document that leads to the items of a feed, or holds them: what the binder's routes go by.
final class FeedRoute {
    enum Kind {
        /// An object, of some of whose members more is known.
        case keys
        /// An array, of some of whose elements more is known.
        case elements
        /// An array, of each of whose elements the same is known.
        case each
        /// An array of items.
        case items
        /// An object whose values are items.
        case members
        /// One item.
        case value
    }

    /// What stands one step further down.
    struct Child {
        let name: String
        fileprivate let key: [UInt8]
        fileprivate let index: Int?
        let shape: ShapePointer
        fileprivate let route: FeedRoute

        /// A document may do without it.
        var mayBeMissing: Bool { route.mayBeMissing }
        /// It may where absent collections are empty ones.
        var holdsCollections: Bool { route.holdsCollections }

        /// It is on the way to items, and not they or what holds them.
        var leadsOn: Bool { !route.isEnd }

        func isKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            key.count == bytes.count && key.withUnsafeBufferPointer { equalBytes($0.start, bytes.start, bytes.count) }
        }
    }

    let kind: Kind
    let children: [Child]
    /// The number of the feed's part whose items are here.
    let part: Int
    /// How an item is stored.
    let item: ShapePointer?
    /// Nothing is missed where it is not in the document, or null.
    let mayBeMissing: Bool
    /// Nothing would be missed where absent collections are empty ones.
    let holdsCollections: Bool
    /// A document may have any number of places like it.
    let isPlural: Bool

    fileprivate init(_ end: FeedRouteTree.End, part: Int) {
        kind = end.kind
        children = []
        self.part = part
        item = end.item
        mayBeMissing = end.mayBeMissing
        holdsCollections = end.mayBeMissing || end.kind != .value
        isPlural = end.path.isPlural
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
        isPlural = false
        mayBeMissing = kind == .each || children.allSatisfy(\.route.mayBeMissing)
        holdsCollections = kind == .each || children.allSatisfy(\.route.holdsCollections)
    }

    var isEnd: Bool { part >= 0 }

    /// The child that an element of an array is.
    func indexOfChild(at index: Int) -> Int? {
        kind == .each ? 0 : children.firstIndex { $0.index == index }
    }

    /// What stands where the route leads: a value of no size that is described as what it is in the document.
    fileprivate func shape(in arena: TableArena) -> ShapePointer {
        func shape<Value>(_ type: Value.Type) -> Shape {
            Shape(type, kind: .route, storage: arena.keep(TypedStorage<Value>() as StorageOperations))
        }
        var made: Shape =
            switch kind {
            case .keys, .members: shape(AnObject.self)
            case .elements, .each, .items: shape(AnArray.self)
            case .value: shape(AValue.self)
            }
        made.route = arena.keep(self)
        return UnsafePointer(arena.copy([made]).baseAddress!)
    }

    private struct AnObject: DisplayNamed {
        static var shownName: String { "an object" }
    }

    private struct AnArray: DisplayNamed {
        static var shownName: String { "an array" }
    }

    private struct AValue: DisplayNamed {
        static var shownName: String { "a value" }
    }
}

/// The routes to all parts of a feed, as a tree.
struct FeedRouteTree {
    /// A part of a feed as far as its way is concerned.
    struct End {
        var path: FeedPath
        var kind: FeedRoute.Kind
        var item: ShapePointer
        var mayBeMissing: Bool
    }

    let root: ShapePointer
    /// Owns the tree.
    let arena = TableArena()

    /// - Throws: ``ModelError`` when two paths cannot both be gone.
    init(_ ends: [End]) throws(ModelError) {
        guard ends.allSatisfy({ $0.path.steps.count <= 512 }) else {
            throw ModelError(.invalidMapping, reason: "a feed has a path of more than 512 steps")
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
            if let known = children.first(where: { $0.step == step }) {
                return try known.node.insert(end, part, remaining: remaining.dropFirst())
            }
            if let other = children.first, !other.step.goesTogether(with: step) {
                throw Self.conflict(end.path, other.node.anyEnd!.path)
            }
            guard children.count < 63 else {
                throw ModelError(.invalidMapping, reason: "a feed has more than 63 paths through one place")
            }
            let node = Node()
            children.append((step, node))
            try node.insert(end, part, remaining: remaining.dropFirst())
        }

        /// Something that is found here or further down.
        private var anyEnd: End? { end?.end ?? children.first?.node.anyEnd }

        private static func conflict(_ first: FeedPath, _ second: FeedPath) -> ModelError {
            let reason = "a feed cannot look for items at \(first) and at \(second) in one document"
            return ModelError(.invalidMapping, reason: reason)
        }

        func route(in arena: TableArena) -> FeedRoute {
            if let (part, end) = end {
                return FeedRoute(end, part: part)
            }
            return FeedRoute(of: children.map { ($0.step, $0.node.route(in: arena)) }, in: arena)
        }
    }
}

extension FeedPath.Step {
    /// One value can have both.
    fileprivate func goesTogether(with other: FeedPath.Step) -> Bool {
        switch (self, other) {
        case (.key, .key), (.index, .index): true
        default: false
        }
    }
}
