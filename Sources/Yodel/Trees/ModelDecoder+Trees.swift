extension ModelDecoder {
    /// Decodes a tree of JSON values.
    ///
    /// The result is that of decoding the tree's text, with two differences: an error has a path but no offset, line
    /// and column, and unused values are not checked. The limits apply, except for ``ParserLimits/documentBytes``; the
    /// lengths of strings are those without escapes.
    ///
    /// - Throws: ``ModelError``.
    public func decode<Value>(_ type: Value.Type, from tree: JSONValue) throws(ModelError) -> Value {
        try decode(type, TreeNode(tree))
    }

    /// Decodes a tree that `JSONSerialization` or `PropertyListSerialization` returns.
    ///
    /// The tree may be made of:
    ///
    /// - `[String: Any]`, `[Any]`, dictionaries and arrays of other element types, `NSDictionary`, `NSArray`
    /// - `String`, `Substring`, `NSString`
    /// - `Bool`, all integers, floating-point numbers, `Decimal`, `NSNumber`, `NSDecimalNumber`
    /// - `NSNull`, and `nil` in an Optional
    /// - `Date` and `Data`, which property lists have
    /// - ``JSONValue``, ``JSONObject``, ``JSONNumber``
    ///
    /// Dictionaries have no order, so their members are read in the order of their keys. Integers and decimals are
    /// exact, and a `Double` is its `description`, which reads back as the same. A property of the type `Date` or
    /// `Data`, or of a type with such a raw value, receives a `Date` or `Data` of the tree directly, whatever ``dates``
    /// and ``data`` are; any other property receives the text that those strategies write. A tree that contains itself
    /// ends at the depth limit.
    ///
    /// - Throws: ``ModelError``, with a path but no offset; of the code ``ModelError/Code/invalidValue`` for objects
    ///   that are not JSON values, for infinities and NaN, and for keys that are not strings.
    public func decode<Value>(_ type: Value.Type, fromTree tree: Any) throws(ModelError) -> Value {
        try decode(type, try rootNode(tree))
    }

    /// Updates a model from a tree of JSON values.
    ///
    /// See ``update(_:from:)-(_,UnsafeBufferPointer<UInt8>)`` for what an update does, and
    /// ``decode(_:from:)-(_,JSONValue)`` for how trees differ from text.
    ///
    /// - Throws: ``ModelError``; the model is then unchanged.
    public func update<Value: Model>(_ model: inout Value, from tree: JSONValue) throws(ModelError) {
        try update(&model, TreeNode(tree))
    }

    /// Updates a model from a tree that `JSONSerialization` or `PropertyListSerialization` returns.
    ///
    /// - Throws: ``ModelError``; the model is then unchanged.
    public func update<Value: Model>(_ model: inout Value, fromTree tree: Any) throws(ModelError) {
        try update(&model, try rootNode(tree))
    }

    private func rootNode(_ tree: Any) throws(ModelError) -> TreeNode {
        do throws(TreeProblem) {
            return try TreeNode(foreign: tree)
        } catch {
            throw ModelError(.invalidValue, expected: error.expected, found: error.found)
        }
    }

    private func decode<Value>(_ type: Value.Type, _ root: TreeNode) throws(ModelError) -> Value {
        let shape = try options.shape(of: type)
        let result = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { result.deallocate() }
        return try withBinder(of: root) { source in
            Binder(root: result, shape: shape, context, source: source)
        } result: { binder in
            binder.takeResult(as: type)
        }
    }

    private func update<Value: Model>(_ model: inout Value, _ root: TreeNode) throws(ModelError) {
        try withCopy(of: &model) { (copy, shape) throws(ModelError) in
            try withBinder(of: root) { source in
                Binder(updating: copy, shape: shape, context, source: source)
            } result: { binder throws(ModelError) in
                try binder.commitUpdates()
            }
        }
    }

    /// Plays a tree to a new binder, and returns the binder's result.
    private func withBinder<Result>(
        of root: TreeNode, _ makeBinder: (TreeSource) -> Binder,
        result: (inout Binder) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        // A hook or a transform may decode the tree within many other values.
        guard CallStack.hasRoom else { throw .endOfStack() }
        let source = TreeSource(context)
        return try withExtendedLifetime(source) { () throws(ModelError) in
            var binder = makeBinder(source)
            _ = source.play(root, to: &binder)
            if let failure = binder.failure { throw failure }
            return try result(&binder)
        }
    }
}
