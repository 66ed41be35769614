extension FieldMeta {
    /// Whether a key path leads to the property.
    func isNamed<Root>(by keyPath: PartialKeyPath<Root>) -> Bool {
        guard Swift.type(of: keyPath).valueType == shape.pointee.type else { return false }
        if let offset = MemoryLayout<Root>.offset(of: keyPath) { return offset == self.offset }
        // Of a wrapped property, it names the storage.
        let named = Reflection.propertyName(of: keyPath)
        return Root.self is AnyClass && (named == name || named == "_" + name)
    }
}
