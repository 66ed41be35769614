// The schema of a value by its shape.

extension SchemaBuilder {
    /// The schema of a value that is not directly a property's: a document, an element, the content of a wrapper.
    func value(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        var place = place
        // An unknown variant that is skipped makes an Optional nil.
        if shape.pointee.isNullable { place.isDroppable = true }
        let schema = present(shape, place)
        let takesNull =
            shape.pointee.isNullable || shape.pointee.isEmptyForNull
            || shape.pointee.isCollection && options.makesEmptyOfNull
        return takesNull ? orNull(schema, shape) : schema
    }

    /// The schema with `null` accepted, and also the words for null if they are converted.
    func orNull(_ schema: JSONObject, _ shape: ShapePointer) -> JSONObject {
        let schema = schema.orNull()
        let inside = shape.insideWrappers.last!
        guard options.isLenient(inside), inside.pointee.kind.isObjectOrArray else { return schema }
        return .any([schema, ["enum": .array(Self.nullWords)]])
    }

    /// The words that ``LenientConversions/isNullWord(_:)`` treats as null.
    static let nullWords: [JSONValue] = [
        "null", "NULL", "Null", "nil", "NIL", "Nil", "(null)", "(NULL)", "(Null)", "<null>", "<NULL>", "<Null>",
    ]

    /// The schema of a value, without the `nil` of an Optional.
    func present(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        switch shape.pointee.kind {
        case .list: return list(shape, place)
        case .fixedList:
            var schema = JSONObject.ofType("array")
            schema["items"] = value(shape.pointee.element!, elementPlace(place)).schema
            schema["minItems"] = JSONValue(shape.pointee.fixedCount)
            schema["maxItems"] = JSONValue(shape.pointee.fixedCount)
            return schema
        case .dictionary: return dictionary(shape, place)
        case .structure, .instance: return model(shape.pointee.model!, place)
        case .variant: return variants(shape, place)
        case .wrapper: return wrapper(shape, place)
        case .lazy: return lazy(shape)
        // A place of kind route or gate has no value of its own.
        case .dynamic, .rawJSON, .route, .gate: return [:]
        default: return scalar(shape)
        }
    }

    // MARK: - Collections

    private func list(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        var schema = JSONObject.ofType("array")
        let element = element(of: shape, place)
        if !element.isEmpty { schema["items"] = element.schema }
        return schema
    }

    /// - Parameter tags: Keys that name the variant which the dictionary is, and that are not entries.
    func dictionary(_ shape: ShapePointer, _ place: SchemaPlace, tags: [String] = []) -> JSONObject {
        var schema = JSONObject.ofType("object")
        let element = element(of: shape, place)
        // A member that does not fit is dropped for its key as well.
        let keys = leavesOutElements(of: shape, place) ? [:] : key(shape.pointee.key!)
        if !tags.isEmpty { schema["properties"] = .object(JSONObject(members: tags.map { ($0, true) })) }
        if !keys.isEmpty {
            schema["propertyNames"] = JSONObject.any([keys] + tags.map { ["const": .string($0)] }).schema
        }
        if !element.isEmpty { schema["additionalProperties"] = element.schema }
        return schema
    }

    /// The schema of an element of a list, or a value of a dictionary.
    private func element(of shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        if leavesOutElements(of: shape, place) { return [:] }
        var inner = elementPlace(place)
        inner.isDroppable = true
        return value(shape.pointee.element!, inner)
    }

    /// Whether elements that do not fit are dropped or become `nil`.
    func leavesOutElements(of shape: ShapePointer, _ place: SchemaPlace) -> Bool {
        switch place.badElements {
        case .error: false
        case .drop: true
        case .null: shape.pointee.element!.pointee.isNullable
        }
    }

    private func elementPlace(_ place: SchemaPlace) -> SchemaPlace {
        SchemaPlace(badElements: place.badElements, selection: place.selection)
    }

    // MARK: - Models, variants and wrappers

    private func model(_ model: TypeMetaPointer, _ place: SchemaPlace) -> JSONObject {
        switch options {
        case .decoding(let options):
            return reference(to: model, of: model.pointee.type) {
                InputObjectSchema(builder: self, meta: model, options: options).make()
            }
        case .encoding(let options):
            let whole = common(place.selection, of: model.pointee.output) ?? model.pointee.output
            let subclasses = selectedSubclasses(of: model, whole, options, place.tags)
            // A model without a property for a tag's key uses its common definition.
            let table = tagless.table(whole, without: place.tags, with: subclasses.compactMap(\.place.selection))
            return reference(to: table, of: model.pointee.type) {
                let own = OutputObjectSchema(builder: self, meta: model, options: options).make(table)
                return .any([own] + subclasses.map { present($0.shape, $0.place) })
            }
        }
    }

    /// The subclasses that a selection names: their instances may lack properties of the class.
    private func selectedSubclasses(
        of model: TypeMetaPointer, _ table: UnsafePointer<OutputTable>, _ options: EncodingOptions,
        _ tags: [VariantTablePointer]
    ) -> [(shape: ShapePointer, place: SchemaPlace)] {
        guard let selection = options.selection else { return [] }
        var met: Set<ObjectIdentifier> = [ObjectIdentifier(model.pointee.type)]
        return selection.calls.flatMap { [$0.model, $0.holder?.model].compactMap { $0 } }.compactMap { type in
            guard met.insert(ObjectIdentifier(type)).inserted,
                Reflection.isType(type, orSubclassOf: model.pointee.type)
            else { return nil }
            do throws(ModelError) {
                let shape = try options.keys.ownShape(of: type, options.transforms)
                let selected = try selection.table(for: shape, of: options, by: table.pointee.holderRules)
                return (shape, SchemaPlace(badElements: .error, selection: selected, tags: tags))
            } catch {
                fail(error)
                return nil
            }
        }
    }

    /// The schema of a value of a polymorphic type.
    private func variants(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        let table = shape.pointee.variants!
        let selection = common(place.selection, of: table)
        let key = selection.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(table)
        let badElements = place.badElements != options.badElements && table.mayHaveElements ? place.badElements : nil
        let known = reference(to: key, of: shape.pointee.type, leavingOut: badElements) {
            switch options {
            case .decoding(let options): input(table, options, badElements).make()
            case .encoding: OutputVariantSchema(builder: self, table: table, selection: selection).make()
            }
        }
        guard case .decoding(let options) = options, place.isDroppable, table.pointee.skipsRest else { return known }
        return .any([known, input(table, options, badElements).rest])
    }

    private func input(
        _ table: VariantTablePointer, _ options: DecodingOptions, _ badElements: BadElementPolicy?
    ) -> InputVariantSchema {
        InputVariantSchema(
            builder: self, table: table, options: options, badElements: badElements ?? options.badElements)
    }

    private func wrapper(_ shape: ShapePointer, _ place: SchemaPlace) -> JSONObject {
        if shape.pointee.isChecked { return checked(shape, place) }
        let payload = shape.pointee.payload!
        let name = shape.pointee.nameWithoutNil
        if payload._withUnsafeGuaranteedRef(\.holdsPart) {
            return ["$comment": .string("The Codable code of \(name) decides what it reads and writes.")]
        }
        let element = shape.pointee.element!
        if element.pointee.kind == .string, payload._withUnsafeGuaranteedRef(\.holdsText) {
            var schema = value(element, place)
            schema["contentMediaType"] = "application/json"
            return schema
        }
        return wrapped(shape) { value(element, place) }
    }

    private func lazy(_ shape: ShapePointer) -> JSONObject {
        let element = shape.pointee.element!
        var schema: JSONObject =
            element.pointee.takesNull ? [:] : .ofType("object", "array", "string", "number", "boolean")
        schema["$comment"] = .string("Decoded as \(element.pointee.typeName) on first use.")
        return schema
    }
}

extension ValueKind {
    /// Whether values of the kind are objects or arrays in JSON.
    fileprivate var isObjectOrArray: Bool {
        switch self {
        case .list, .fixedList, .dictionary, .structure, .instance: true
        default: false
        }
    }
}

extension VariantTablePointer {
    /// Whether the value of a variant, unless it is under a key of its own, has elements that may be left out.
    fileprivate var mayHaveElements: Bool {
        var pending = [self]
        var met: Set<VariantTablePointer> = []
        while let table = pending.popLast() {
            guard met.insert(table).inserted else { continue }
            for index in table.pointee.variants.indices where !table.pointee.stepsDown(to: index) {
                guard let shape = table.pointee.variants[index].shape?.insideWrappers.last else { continue }
                switch shape.pointee.kind {
                case .list, .fixedList, .dictionary: return true
                case .variant: pending.append(shape.pointee.variants!)
                default: break
                }
            }
        }
        return false
    }
}
