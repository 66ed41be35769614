extension ModelEncoder {
    /// The encoder that writes of each model of a type these properties alone.
    ///
    /// ```swift
    /// let card = ModelEncoder().only(\Book.title, \Book.author.name)
    /// try card.encode(books)      // [{"title":"Emma","author":{"name":"Jane Austen"}}]
    /// ```
    ///
    /// This holds for every model of the type, at whatever depth, in variants, in JSON text within a string
    /// (``Transform/jsonText``), and in ``Lazy`` values, which are decoded for it, and for instances of subclasses of the
    /// type; models of other types are written as before. A path that leads through structs selects a part of a property. Several calls
    /// all apply: each leaves out more. An encoder keeps the tables it makes for this, so that one that is used often is
    /// made once.
    ///
    /// - Parameter properties: Stored properties, as for ``Mapping``. A key path to anything else is an error of the
    ///   code ``ModelError/Code/invalidMapping`` when something is encoded.
    public func only<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: true))
    }

    /// The encoder that writes of each model of a type everything but these properties.
    ///
    /// See ``only(_:)``.
    public func except<Root: Model>(_ properties: (any PartialKeyPath<Root> & Sendable)...) -> ModelEncoder {
        selecting(Selected(model: Root.self, properties: properties, isOnly: false))
    }

    /// The encoder that writes of the models in one property these of their properties alone.
    ///
    /// ```swift
    /// ModelEncoder().only(\Address.city, in: \Order.billing)      // and all of an order's other addresses
    /// ```
    ///
    /// - Parameters:
    ///   - properties: Stored properties of the models in `property`, which may be in an Optional, an array or another
    ///     collection.
    ///   - property: The property that they are in.
    public func only<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: true, place: (Root.self, property)))
    }

    /// The encoder that writes of the models in one property everything but these of their properties.
    ///
    /// See ``only(_:in:)``.
    public func except<Root: Model, Part: Model>(
        _ properties: (any PartialKeyPath<Part> & Sendable)..., in property: any PartialKeyPath<Root> & Sendable
    ) -> ModelEncoder {
        selecting(
            Selected(model: Part.self, properties: properties, isOnly: false, place: (Root.self, property)))
    }

    private func selecting(_ selected: Selected) -> ModelEncoder {
        var encoder = self
        encoder.options.selection = PropertySelection(calls: (options.selection?.calls ?? []) + [selected])
        return encoder
    }
}
