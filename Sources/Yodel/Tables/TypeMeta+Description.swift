extension TypeMeta: CustomStringConvertible {
    /// The table as text: a line for each field.
    ///
    /// ```
    /// Book (struct, 49 bytes)
    ///   name     0  String   string     "name"                 required
    ///   pages   16  Int      int64      "pages", "page_count"  default of the mapping
    ///   author  24  Author?  structure  "meta"."author"        nil
    ///   date    56  Date     from Int   "date"                 required                not compared
    ///   place   64  Place    composed   "lat" + "lon"          required                input only
    /// ```
    var description: String {
        let rows = fields.map { field -> [String] in
            [
                field.name, "\(field.offset)", displayName(of: field.shape.pointee.type),
                field.composition == nil ? field.shape.pointee.kindInTable : "composed", keys(of: field),
                absence(of: field), notes(on: field),
            ]
        }
        return (["\(typeName) (\(storage.text), \(size) bytes)"] + textTable(rows, numbers: 1)).joined(separator: "\n")
    }

    private func keys(of field: FieldMeta) -> String {
        if field.keepsUnknown { return "every unknown key" }
        if let composition = field.composition {
            return compositions[composition].composition.keys.map(Self.text).joined(separator: " + ")
        }
        return field.keys.isEmpty ? "ignored" : field.keys.map(Self.text).joined(separator: ", ")
    }

    private func notes(on field: FieldMeta) -> String {
        var notes: [String] = []
        let isUsed = field.isMapped
        if isUsed, !field.isOutput { notes.append("input only") }
        if isUsed, !field.isInput { notes.append("output only") }
        if isUsed, !field.isCompared { notes.append("not compared") }
        if isUsed, !field.isCopied { notes.append("not copied") }
        if let nils = field.nils { notes.append(nils == .null ? "nil is null" : "nil is left out") }
        notes += field.requirements
        if let conversions = field.shape.pointee.conversions { notes.append("\(conversions)") }
        return notes.joined(separator: ", ")
    }

    private func absence(of field: FieldMeta) -> String {
        if field.keepsUnknown { return "empty" }
        return field.whenAbsent == .isNil && field.shape.pointee.absentBytes != nil ? "absent" : field.whenAbsent.text
    }

    private static func text(_ key: MappedKey) -> String {
        key.steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + JSONValue.string(key).description
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

extension Shape {
    /// The kind in a table as text; for a wrapper, what it is made of.
    var kindInTable: String {
        let shape = isChecked ? element!.pointee : self
        guard shape.kind == .wrapper, let element = shape.element else { return "\(shape.kind)" }
        return shape.payload!._withUnsafeGuaranteedRef(\.holdsPart) ? "Codable" : "from \(element.pointee.typeName)"
    }
}

extension TypeMeta.Storage {
    fileprivate var text: String {
        switch self {
        case .direct, .composed: "struct"
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
        case .initial: "set by init()"
        case .empty: "empty"
        case .part: "with its field"
        }
    }
}

/// Formats rows as indented lines with aligned columns; columns without text are left out.
///
/// - Parameter numbers: The column to align to the right.
func textTable(_ rows: [[String]], numbers: Int? = nil) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        let cells = zip(row, widths).enumerated().filter { $0.element.1 > 0 }.map { column, cell in
            let padding = String(repeating: " ", count: cell.1 - cell.0.count)
            return column == numbers ? padding + cell.0 : cell.0 + padding
        }
        var line = "  " + cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
