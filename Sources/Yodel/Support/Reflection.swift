/// One stored field as the runtime describes it.
struct ReflectedField {
    /// The name in the source; the name of a wrapped property's storage begins with an underscore.
    var name: String
    /// Bytes from the start of the struct, or of the object for a class.
    var offset: Int
    var type: Any.Type
    /// Whether it is neither `weak` nor `unowned`, so that its storage is a plain value of `type`.
    var isPlain: Bool
}

/// The only code that asks the runtime about stored fields.
///
/// It calls the functions of the runtime that `Mirror` calls, as the standard library's `_forEachField` does, which
/// Apple's SDKs do not declare. It checks what they return: a field that leaves its type's bounds or overlaps the one
/// before it makes the type unusable, with an error that says so.
enum Reflection {
    /// The stored fields in memory order; those of a class begin with those of its superclasses.
    ///
    /// - Returns: `nil` when the runtime cannot list them (no metadata, or not a struct or class).
    static func storedFields<T>(of type: T.Type) -> [ReflectedField]? {
        // An enum has no stored fields either, but must not count as a struct without fields.
        guard type is AnyClass || metadataKind(type) == MetadataKind.structure else { return nil }
        let fields = (0..<childCount(type)).map { index in
            var child = ChildDescription()
            let childType = childMetadata(type, index: index, description: &child)
            defer { child.free?(child.name) }
            return ReflectedField(
                name: plainName(child.name.map { String(cString: $0) } ?? ""), offset: childOffset(type, index: index),
                type: childType, isPlain: child.isStrong)
        }
        return isSound(fields, type: type) && isComplete(fields, type: type) ? fields : nil
    }

    /// Whether the list has fields of the struct, or of every class of a hierarchy that makes its objects larger.
    ///
    /// For a type without reflection metadata, the runtime lists no fields.
    static func isComplete(_ fields: [ReflectedField], type: Any.Type) -> Bool {
        guard let object = type as? AnyClass else { return !fields.isEmpty || sizeOf(type) == 0 }
        let levels = [object] + superclasses(of: object)
        let ends = levels.map { instanceSize(of: $0) }
        return zip(levels, zip(ends, ends.dropFirst() + [0])).allSatisfy { level, place in
            let (end, start) = place
            return end <= (start == 0 ? headerSize : start) || isOfObjectiveC(level)
                || fields.contains { $0.offset >= start && $0.offset < end }
        }
    }

    /// Fields that an Objective-C class stores are never a model's, and are not listed.
    private static func isOfObjectiveC(_ type: AnyClass) -> Bool {
        let name = _typeName(type)
        return !name.contains(".") || name.hasPrefix("__C.")
    }

    /// The size of what precedes an object's fields, if no class of the hierarchy is one of Objective-C.
    private static let headerSize = 2 * MemoryLayout<Int>.size

    /// Whether a type has a stored property `wrappedValue`, as property wrappers do.
    static func storesWrappedValue(_ type: Any.Type) -> Bool {
        (storedFields(of: type) ?? []).contains { $0.name == "wrappedValue" || $0.name == "_wrappedValue" }
    }

    /// The name without backticks; a name in backticks is not an identifier, and its spaces are no-break spaces.
    static func plainName(_ name: String) -> String {
        guard name.count > 2, name.hasPrefix("`"), name.hasSuffix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// A key path as an error shows it: without the address that stands for a computed property.
    static func text(of keyPath: AnyKeyPath) -> String {
        "\(keyPath)".replacing(/<computed 0x[0-9a-f]+ \((.+?)\)>/) { "<computed \($0.1)>" }
    }

    /// `name` for `\Book.name`; for a property that the compiler accesses by a call, a text that is no property's name.
    static func propertyName(of keyPath: AnyKeyPath) -> String {
        "\(keyPath)".split(separator: ".", maxSplits: 1).last.map { plainName(String($0)) } ?? ""
    }

    /// The offset of a key path in a struct; nil if its values have no size, because it is then not the property's.
    static func offset<Root>(of keyPath: AnyKeyPath, in root: Root.Type) -> Int? {
        guard let keyPath = keyPath as? PartialKeyPath<Root>, sizeOf(type(of: keyPath).valueType) > 0 else {
            return nil
        }
        return MemoryLayout<Root>.offset(of: keyPath)
    }

    /// The stored properties that a key path may name: one, or all of its type if values of that have no size.
    ///
    /// The key path shows the name of the first property at its offset, which may be one without size.
    static func fields(namedBy keyPath: AnyKeyPath, in model: Any.Type) -> [ReflectedField] {
        let (root, value) = (type(of: keyPath).rootType, type(of: keyPath).valueType)
        guard isType(model, orSubclassOf: root), let stored = storedFields(of: root) else { return [] }
        let name = propertyName(of: keyPath)
        // Only private properties can share a name; the key path then means the last of them.
        guard let shown = stored.last(where: { $0.name == name }) else { return [] }
        return stored.filter { $0.type == value && (sizeOf(value) == 0 || $0.offset == shown.offset) }
    }

    /// The name of an enum's case, even if the enum describes itself otherwise; nil if the type is not an enum, or the
    /// runtime does not know the name.
    static func caseName<Value>(of value: Value) -> String? {
        guard let name = enumCaseName(value) else { return nil }
        return plainName(String(cString: name))
    }

    /// Whether a type is an enum, but not an Optional.
    static func isEnumeration(_ type: Any.Type) -> Bool { metadataKind(type) == MetadataKind.enumeration }

    /// The values of an enum that fits into a byte and has no payloads, in the order of their numbers; nil for all other
    /// types.
    ///
    /// Swift numbers such cases from 0.
    static func values<T>(ofEnum type: T.Type) -> [T]? {
        guard isEnumeration(type), MemoryLayout<T>.size == 1 else { return nil }
        // SAFETY: Swift's stable ABI has the address of an enum's descriptor in the second word of its metadata, and in the
        // sixth and seventh number of the descriptor the counts of its cases: with payloads, in 24 bits, and without.
        let descriptor = unsafeBitCast(type, to: UnsafePointer<UnsafePointer<UInt32>>.self)[1]
        guard descriptor[5] & 0xFF_FFFF == 0 else { return nil }
        return (0..<descriptor[6]).map { number in
            // SAFETY: the type has one byte, as checked, and as many cases, so the number is a case's.
            withUnsafeBytes(of: UInt8(number)) { $0.loadUnaligned(as: T.self) }
        }
    }

    private static func isSound<T>(_ fields: [ReflectedField], type: T.Type) -> Bool {
        if let object = type as? AnyClass {
            isSound(fields, from: startOfFields(of: object), to: instanceSize(of: object))
        } else {
            isSound(fields, from: 0, to: MemoryLayout<T>.size)
        }
    }

    /// Whether fields follow each other from `start` on, and end at `end` or before it.
    static func isSound(_ fields: [ReflectedField], from start: Int, to end: Int) -> Bool {
        var next = start
        for field in fields {
            let size = sizeOf(field.type)
            // A field without size has offset 0, wherever it is declared.
            if size == 0 { continue }
            guard field.offset >= next, field.offset <= end, size <= end - field.offset else { return false }
            next = field.offset + size
        }
        return true
    }

    /// Where the first field of a class may be: after the header, or after an Objective-C class that it inherits, such
    /// as `NSObject`, whose objects have a shorter header.
    private static func startOfFields(of object: AnyClass) -> Int {
        superclasses(of: object).first(where: isOfObjectiveC).map { instanceSize(of: $0) } ?? headerSize
    }

    /// The superclasses of a class, nearest first; empty for other types.
    static func superclasses(of type: Any.Type) -> [AnyClass] {
        Array(
            sequence(state: type as? AnyClass) { next in
                next = next.flatMap { _getSuperclass($0) }
                return next
            })
    }

    /// Returns its argument, to open a metatype as the type that it is: optimised code that knows the metatype as one
    /// of a superclass would open the superclass.
    @inline(never)
    static func exact(_ type: Any.Type) -> Any.Type { type }

    /// Whether a type is another, or a subclass of it.
    static func isType(_ type: Any.Type, orSubclassOf other: Any.Type) -> Bool {
        type == other || superclasses(of: type).contains { $0 == other }
    }

    /// How many stored fields a class and its superclasses have, after which those of subclasses come; the maximum for
    /// other types.
    static func fieldCount(of type: Any.Type) -> Int {
        guard let object = type as? AnyClass else { return .max }
        return isOfObjectiveC(object) ? 0 : childCount(object)
    }

    static func sizeOf(_ type: Any.Type) -> Int {
        func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
        return size(type)
    }
}

/// The kinds of types by their numbers in Swift's stable ABI.
private enum MetadataKind {
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
}

/// The layout that the runtime fills in, `_FieldReflectionMetadata` in the standard library.
private struct ChildDescription {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

/// The size of an instance in bytes, including the header: `Swift._class_getInstancePositiveExtentSize`, which
/// `ManagedBuffer` uses and which has no public name.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
func instanceSize(of type: AnyClass) -> Int

/// The function that `Mirror` uses for the name of a case.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt

/// The number of stored fields; those of a class begin with those of its superclasses.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func childCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func childOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func childMetadata(
    _ type: Any.Type, index: Int, description: UnsafeMutablePointer<ChildDescription>
) -> Any.Type
