extension ModelEncoder {
    /// Returns an encoder that writes only the given properties of each model of a type.
    ///
    /// ```swift
    /// let card = ModelEncoder().only(\Book.title, \Book.author.name)
    /// try card.encode(books)      // [{"title":"Emma","author":{"name":"Jane Austen"}}]
    /// ```
    ///
    /// The selection applies to every model of the type and to instances of its subclasses: at any depth, in variants,
    /// in JSON text within a string (``Transform/jsonText``), and in ``Lazy`` values, which are decoded for it and keep
    /// their bytes. Models of other types are written as before, and so are models within a value of a `Codable` type,
    /// which its `encode(to:)` writes. A path that leads through structs selects a part of a property. Calls combine:
    /// each narrows the selection. An encoder caches the tables of its selection, so create one that is used often only
    /// once.
    ///
    /// - Parameter properties: Stored properties, as for ``Mapping``. A key path to anything else is an error of the
    ///   code ``ModelError/Code/invalidMapping`` when something is encoded.
    public func only<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: true))
    }

    /// Returns an encoder that writes all but the given properties of each model of a type.
    ///
    /// See ``only(_:)``.
    public func except<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: false))
    }

    /// Returns an encoder that writes only the given properties of the models in one property.
    ///
    /// ```swift
    /// ModelEncoder().only(\Address.city, in: \Order.billing)      // an order's other addresses are written whole
    /// ```
    ///
    /// - Parameters:
    ///   - properties: Stored properties of the models in `property`.
    ///   - property: The property whose models are meant. It may hold a model, or an Optional, an array or another
    ///     collection of models, but not JSON text in a string or another value that a transform writes.
    public func only<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: true, holder: (Root.self, property)))
    }

    /// Returns an encoder that writes all but the given properties of the models in one property.
    ///
    /// See ``only(_:in:)``.
    public func except<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: false, holder: (Root.self, property)))
    }

    private func selecting(_ selected: Selected) -> ModelEncoder {
        var encoder = self
        encoder.options.selection = PropertySelection(calls: (options.selection?.calls ?? []) + [selected])
        return encoder
    }
}
