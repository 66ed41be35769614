/// Makes JSON Schemas (draft 2020-12) from shapes and tables.
///
/// Models and polymorphic types become definitions that other schemas refer to, as does a wrapper that contains itself.
/// All other schemas are inline.
///
/// ```
/// [Event]   {"type": "array", "items": {"$ref": "#/$defs/Event"}}
///           definitions: Event, and the models of its variants
/// ```
///
/// Cold: runs once for each schema that a client requests.
final class SchemaBuilder {
    let options: SchemaOptions
    /// The beginning of references.
    private let location: String
    /// By name, in the order in which the types were found.
    private(set) var definitions = JSONObject()
    /// The names of definitions.
    private var names: [Source: String] = [:]
    /// The tables of models in whose object a tag is written.
    let tagless = TaglessTables()
    /// The first table of a selection for each model or polymorphic type, if no rule for a property concerns it.
    private var selected: [UnsafeRawPointer: UnsafePointer<OutputTable>] = [:]
    /// Wrappers whose schemas are under construction.
    private var open: [ShapePointer] = []
    /// The first reason why values of the types cannot be encoded.
    private(set) var failure: ModelError?

    /// - Parameter location: Where the definitions will be, as a URI reference: `#/$defs`.
    init(_ options: SchemaOptions, at location: String) {
        self.options = options
        self.location = location
    }

    /// The schema of whole documents.
    ///
    /// - Throws: The error if values of the type cannot be encoded.
    func root(_ shape: ShapePointer) throws(ModelError) -> JSONObject {
        var place = SchemaPlace(badElements: options.badElements)
        if case .encoding(let options) = options {
            place.selection = try options.selection?.table(for: shape, of: options)
        }
        let schema = value(shape, place)
        if let failure { throw failure }
        return schema
    }

    /// The definitions of several types, and of those that they refer to.
    ///
    /// - Throws: The error if one of the types has no schema.
    func define(_ types: [any Any.Type]) throws(ModelError) -> JSONObject {
        var met: Set<ObjectIdentifier> = []
        for type in types where met.insert(ObjectIdentifier(type)).inserted {
            let schema = try root(try options.shape(of: type))
            if schema.count == 1, schema["$ref"] != nil { continue }
            definitions[newName(for: type)] = schema.schema
        }
        return definitions
    }

    /// The comment of a schema whose keys ignore case, which no keyword can express.
    static let ignoresCase: JSONValue = "The case of keys is ignored, so no key is required or refused here."

    /// The location of the definitions in a schema that is a document of its own.
    static let ownLocation = "#/$defs"

    /// A schema as a document of its own.
    ///
    /// - Parameter hasFragments: Whether the described documents may be scalars.
    func document(_ root: JSONObject, hasFragments: Bool = true) -> JSONObject {
        var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
        document.merge(hasFragments ? root : .all([root, .ofType("object", "array")]))
        if !definitions.isEmpty { document["$defs"] = .object(definitions) }
        return document
    }

    // MARK: - Definitions

    /// What a definition was made from.
    private struct Source: Hashable {
        /// A table or shape.
        let table: UnsafeRawPointer
        /// The policy for elements, if the definition depends on it and it is not the decoder's.
        let badElements: BadElementPolicy?

        init(_ table: UnsafeRawPointer, _ badElements: BadElementPolicy? = nil) {
            (self.table, self.badElements) = (table, badElements)
        }
    }

    /// Returns a reference to the definition for a table, and makes the definition the first time.
    ///
    /// The name is recorded before the definition is made, because tables may contain themselves.
    ///
    /// - Parameter badElements: The policy for elements, if the definition depends on it and it is not the decoder's.
    func reference(
        to table: UnsafeRawPointer, of type: Any.Type, leavingOut badElements: BadElementPolicy? = nil,
        _ make: () -> JSONObject
    ) -> JSONObject {
        let source = Source(table, badElements)
        if let name = names[source] { return reference(to: name) }
        let name = beginDefinition(of: source, type)
        var definition: JSONObject = ["title": .string(displayName(of: withoutOptionals(type)))]
        definition.merge(make())
        definitions[name] = .object(definition)
        return reference(to: name)
    }

    /// The schema of a wrapper: inline, or a definition if the wrapper contains itself.
    func wrapped(_ shape: ShapePointer, _ make: () -> JSONObject) -> JSONObject {
        if open.contains(shape) {
            return reference(to: names[Source(shape)] ?? beginDefinition(of: Source(shape), shape.pointee.type))
        }
        open.append(shape)
        defer { open.removeLast() }
        let schema = make()
        guard let name = names[Source(shape)] else { return schema }
        definitions[name] = schema.schema
        return reference(to: name)
    }

    /// The table of a selection that schemas are made from: the same one in each of several types, which have tables of
    /// their own, unless a rule for a property concerns the value in it.
    ///
    /// - Parameter whole: What the selection selects from, see ``Shape/wholeOutput``.
    func common(
        _ selection: UnsafePointer<OutputTable>?, of whole: UnsafeRawPointer
    ) -> UnsafePointer<OutputTable>? {
        guard let selection, selection.pointee.holderRules.isEmpty else { return selection }
        if selected[whole] == nil { selected[whole] = selection }
        return selected[whole]
    }

    /// Records that values of a type cannot be encoded, or that the thread has no stack for the schema.
    func fail(_ error: ModelError) { failure = failure ?? error }

    /// What a closure returns that reads or writes a text of the schema; nil if it throws, which is an error of the
    /// schema only for lack of stack.
    func attempt<Result>(_ make: () throws -> Result) -> Result? {
        do {
            return try make()
        } catch {
            if let error = error as? ModelError, error.isOfStack { fail(error) }
            return nil
        }
    }

    private func beginDefinition(of source: Source, _ type: Any.Type) -> String {
        let name = newName(for: type)
        names[source] = name
        definitions[name] = .null
        return name
    }

    private func reference(to name: String) -> JSONObject { ["$ref": .string("\(location)/\(name)")] }

    /// A new name for the definition of a type.
    ///
    /// It uses only characters that OpenAPI allows in names: `Page<Article>` is `Page_Article`.
    private func newName(for type: Any.Type) -> String {
        let allowed = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber || "_-.".contains(character))
        }
        let parts = displayName(of: withoutOptionals(type)).split { !allowed($0) }
        let name = parts.isEmpty ? "Value" : parts.joined(separator: "_")
        guard definitions[name] != nil else { return name }
        var number = 2
        while definitions["\(name)_\(number)"] != nil { number += 1 }
        return "\(name)_\(number)"
    }

    private func withoutOptionals(_ type: Any.Type) -> Any.Type {
        (type as? any NilProvider.Type).map { withoutOptionals($0.wrappedType) } ?? type
    }
}
