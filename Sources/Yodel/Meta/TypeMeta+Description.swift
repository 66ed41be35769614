extension TypeMeta: CustomStringConvertible {
    /// The table as text: a line for each field.
    ///
    /// ```
    /// Book (struct, 49 bytes)
    ///   name     0  String   string     "name"                 required
    ///   pages   16  Int      int64      "pages", "page_count"  default of the mapping
    ///   author  24  Author?  structure  "meta"."author"        nil
    /// ```
    var description: String {
        let rows = fields.map { field -> [String] in
            [
                field.name, "\(field.offset)", displayName(of: field.shape.pointee.type), "\(field.shape.pointee.kind)",
                keysText(of: field), absenceText(of: field),
            ]
        }
        let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 1 ? padding + cell.0 : cell.0 + padding
            }
            return "  " + cells.joined(separator: "  ").trimmingTrailingSpaces
        }
        return (["\(typeName) (\(storage.text), \(size) bytes)"] + lines).joined(separator: "\n")
    }

    private func keysText(of field: FieldMeta) -> String {
        if isUnknownMembers(field) { return "every unknown key" }
        return field.keys.isEmpty ? "ignored" : field.keys.map(Self.text).joined(separator: ", ")
    }

    private func absenceText(of field: FieldMeta) -> String {
        if isUnknownMembers(field) { return "empty" }
        return field.whenAbsent == .isNil && field.shape.pointee.absentBytes != nil ? "absent" : field.whenAbsent.text
    }

    private func isUnknownMembers(_ field: FieldMeta) -> Bool {
        unknownMembers.map { fields[Int($0.pointee.field)].offset == field.offset && field.keys.isEmpty } ?? false
    }

    private static func text(_ key: MappedKey) -> String {
        key.segments.map { JSONValue.string($0).description }.joined(separator: ".")
    }
}

extension TypeMeta.Storage {
    fileprivate var text: String {
        switch self {
        case .direct: "struct"
        case .listed: "listed struct"
        case .instance: "class"
        }
    }
}

extension FieldMeta.Absence {
    fileprivate var text: String {
        switch self {
        case .required: "required"
        case .isNil, .wrappedNil: "nil"
        case .mapped: "default of the mapping"
        case .initial: "as init() has it"
        }
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
