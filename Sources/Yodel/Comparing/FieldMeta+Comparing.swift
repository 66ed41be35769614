extension FieldMeta {
    /// Its values are those of its kind: no wrapper with a `==` of its own, and no Optional.
    var isComparedDirectly: Bool { !shape.pointee.isNullable && !shape.pointee.isTransparent }

    /// Whether a key path leads to the property.
    func isNamed<Root>(by keyPath: PartialKeyPath<Root>) -> Bool {
        guard Swift.type(of: keyPath).valueType == shape.pointee.type else { return false }
        if let offset = MemoryLayout<Root>.offset(of: keyPath) { return offset == self.offset }
        // Of a wrapped property, it names the storage.
        let named = Reflection.propertyName(of: keyPath)
        return Root.self is AnyClass && (named == name || named == "_" + name)
    }
}
