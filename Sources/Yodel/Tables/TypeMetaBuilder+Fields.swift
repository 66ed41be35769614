// The field of one stored property.

extension TypeMetaBuilder {
    /// The field of a property; nil if the table does not need it.
    func field(_ candidate: FieldCandidate, _ parts: inout PartsBuilder) throws -> FieldMeta? {
        if let storage = candidate.unknownMembers { return try unknownMembersField(candidate, storage) }
        func contradiction(_ what: String) -> ModelError {
            ModelError.invalidMapping("\(subject(candidate)): the mapping \(what)")
        }
        var rules = try FieldRules(candidate.entries, of: subject(candidate))
        if candidate.isLeftOut || candidate.name.hasPrefix("$__lazy_storage_$_") {
            guard rules.keys.isEmpty, !rules.concernValue else {
                throw contradiction("leaves it out of the properties that it lists, but says how it is decoded")
            }
            rules.ignoredIn = .all
        }
        if rules.keys.isEmpty, rules.composition == nil {
            if let key = candidate.codingKey { rules.keys = [.literal(key)] }
            if candidate.isWithoutCodingKey {
                guard !rules.concernValue else {
                    let what = rules.constraints.isEmpty ? "says how it is decoded" : "checks it"
                    throw contradiction("\(what), but it has no coding key and so is not decoded")
                }
                rules.ignoredIn = .all
            }
        }
        guard var field = try unflaggedField(candidate, rules, &parts) else { return nil }
        field.tolerance = rules.tolerance
        try field.tolerance.check(field.shape, field.whenAbsent, of: subject(candidate))
        if rules.nils != nil, field.composition == nil, !field.shape.pointee.mayBeNil {
            throw contradiction(
                "sets how nil is written, but "
                    + (field.shape.pointee.absentBytes == nil
                        ? "\(field.shape.pointee.typeName) is not Optional"
                        : "a \(field.shape.pointee.typeName) decides that itself"))
        }
        field.nils = rules.nils
        field.requirements = rules.constraints.flatMap { constraints in
            constraints.requirements.map { constraints.isOfElements ? "each \($0)" : $0 }
        }
        field.isInput = rules.isInput
        field.isOutput = rules.isOutput
        field.isCompared = !rules.ignoredIn.contains(.comparison)
        field.isCopied = !rules.ignoredIn.contains(.copies)
        if !field.isInput, field.whenAbsent == .required {
            throw ModelError.invalidMapping(
                "\(subject(candidate)) is ignored but has no value: give it a default in the mapping, make it "
                    + "Optional, or declare the type a DefaultedModel")
        }
        return field
    }

    private func unflaggedField(
        _ candidate: FieldCandidate, _ rules: FieldRules, _ parts: inout PartsBuilder
    ) throws -> FieldMeta? {
        if rules.composition != nil || !rules.isInput && !rules.isOutput {
            // In a class or a listed struct, init() sets the property.
            let isLeftAlone = rules.makeDefault == nil && rules.ignoredIn == .all && (isClass || mapping.isListing)
            if rules.composition == nil, isLeftAlone { return nil }
            let shape = shapes.storageShape(of: candidate.type)
            var field = FieldMeta(
                name: candidate.propertyName, keys: [], offset: candidate.offset, shape: shape,
                whenAbsent: absence(rules, shape), makeDefault: rules.makeDefault)
            field.composition = try rules.composition.map {
                try parts.add($0, of: subject(candidate), property: candidate.name, isInput: rules.isInput, shapes)
            }
            return field
        }
        if candidate.isNameless, rules.keys.isEmpty {
            throw ModelError.invalidMapping(
                "\(name): the mapping lists a \(displayName(of: candidate.type)) without a key, and the name "
                    + "of the property is unknown, because the type is compiled without reflection metadata. Give it a "
                    + "key: .map(…, to: \"key\")")
        }
        let (own, key) = try shapeAndKey(candidate, rules)
        let shape = try checked(adjusted(own, rules, subject(candidate)), rules, subject(candidate))
        var keys = rules.keys
        if keys.isEmpty {
            keys = [strategy.key(for: key)]
            try FieldRules.check(keys, of: subject(candidate), by: "the key strategy")
        }
        return FieldMeta(
            name: key, keys: keys, offset: candidate.offset, shape: shape, whenAbsent: absence(rules, shape),
            makeDefault: rules.makeDefault, hasOwnKeys: !rules.keys.isEmpty,
            mayBeEmpty: shape.wrapsCollection && !rules.isRequired)
    }

    private func subject(_ candidate: FieldCandidate) -> String { "\(name).\(candidate.name)" }

    private func absence(_ rules: FieldRules, _ shape: ShapePointer) -> FieldMeta.Absence {
        if rules.makeDefault != nil { return .mapped }
        if rules.isRequired { return .required }
        if rules.isEmptyWhenAbsent { return .empty }
        if initial != nil { return .initial }
        if shape.pointee.nilBytes != nil { return .isNil }
        return shape.pointee.wrapsNil ? .wrappedNil : .required
    }

    /// The shape of a field, and the name for its key; a wrapper's storage `_property` uses the name of the property.
    private func shapeAndKey(_ candidate: FieldCandidate, _ rules: FieldRules) throws -> (ShapePointer, key: String) {
        let key = candidate.propertyName
        if let transform = rules.transform {
            return (try shapes.restoringOnFailure(subject(candidate)) { try transform.makeShape(shapes) }, key)
        }
        let wrapped = candidate.wrappedName.map { String($0) }
        // A wrapper of a Codable type, or one that stores nothing else, is decoded as its value.
        if key != wrapped, let wrapped, shapes.isMerelyDecodable(candidate.type),
            let shape = shapes.transparentShape(of: candidate.type)
        {
            return (shape, wrapped)
        }
        do {
            return (try shapes.shape(ofErased: candidate.type, for: subject(candidate)), key)
        } catch {
            guard let wrapped, let shape = shapes.transparentShape(of: candidate.type) else { throw error }
            return (shape, wrapped)
        }
    }

    /// The shape with the mapping's constraints for this property.
    private func checked(_ shape: ShapePointer, _ rules: FieldRules, _ subject: String) throws -> ShapePointer {
        var shape = shape
        do {
            for constraints in rules.constraints { shape = try constraints.makeShape(shapes, shape) }
        } catch let error as UncheckableShape {
            throw ModelError.invalidMapping(
                "\(subject): the mapping checks it, but \(shape.pointee.typeName) \(error.reason)")
        }
        return shape
    }

    /// The shape with the mapping's other rules for this property.
    private func adjusted(_ shape: ShapePointer, _ rules: FieldRules, _ subject: String) throws -> ShapePointer {
        var shape = shape
        if let conversions = rules.conversions { shape = shapes.copy(of: shape, converting: conversions) }
        if !rules.allowsNull, shape.pointee.isNullable {
            shape = shapes.copy(of: shape) {
                $0.isNullable = false
                $0.shownType = ($0.type as? any NilProvider.Type)?.wrappedType
            }
        }
        if rules.isEmptyWhenAbsent {
            guard shape.pointee.isCollection else {
                throw ModelError.invalidMapping(
                    "\(subject): the mapping makes it empty when it is absent, but "
                        + "\(shape.pointee.typeName) is not an array, set or dictionary")
            }
            shape = shapes.copy(of: shape) {
                $0.isNullable = false
                $0.isEmptyForNull = true
            }
        }
        return shape
    }
}

extension ShapeBuilder {
    /// A copy of a complete shape, changed for one property.
    func copy(of shape: ShapePointer, _ change: (inout Shape) -> Void) -> ShapePointer {
        var copy = shape.pointee
        change(&copy)
        return arena.copy(of: copy)
    }

    /// A copy of a shape with its own conversions, also for its elements but not for the properties of models in it.
    func copy(of shape: ShapePointer, converting conversions: Conversions) -> ShapePointer {
        var copies: [ShapePointer: ShapePointer] = [:]
        func copied(_ shape: ShapePointer) -> ShapePointer {
            if let known = copies[shape] { return known }
            let copy = copy(of: shape) { $0.conversions = conversions }
            copies[shape] = copy
            if let element = shape.pointee.element {
                let element = copied(element)
                update(copy) { $0.element = element }
            }
            return copy
        }
        return copied(shape)
    }
}
