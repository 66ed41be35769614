@_spi(Reflection) import Swift

/// One stored field as the runtime describes it.
struct ReflectedField {
    /// The name in the source; a wrapped property's storage begins with an underscore.
    var name: String
    /// Bytes from the start of the struct, or of the object for a class.
    var offset: Int
    var type: Any.Type
    /// Declared with `var`.
    var isVariable: Bool
    /// Neither `weak` nor `unowned`: its storage is a plain value of `type`.
    var isPlain: Bool
}

/// The only place that asks the runtime about stored fields.
///
/// It rests on the standard library's reflection SPI, so what comes back is checked rather than trusted: a field
/// that leaves its type's bounds or overlaps the one before it makes the type unusable, with an error that says so.
enum Reflection {
    /// The stored fields of a struct, or of a class with those of its superclasses first, in memory order.
    ///
    /// - Returns: `nil` when the runtime cannot list them (no metadata, or not a struct or class).
    static func storedFields<T>(of type: T.Type) -> [ReflectedField]? {
        let isClass = type is AnyClass
        guard isClass || isStruct(type) else { return nil }
        var fields: [ReflectedField] = []
        let options: _EachFieldOptions = isClass ? _EachFieldOptions(rawValue: 1) : []
        let complete = _forEachField(of: type, options: options) { name, offset, fieldType, _ in
            fields.append(
                ReflectedField(
                    name: plainName(String(cString: name)), offset: offset, type: fieldType, isVariable: true,
                    isPlain: true))
            return true
        }
        guard complete else { return nil }
        for index in fields.indices {
            var flags = FieldFlags(name: nil, free: nil, isStrong: false, isVariable: false)
            guard childMetadata(type, index: index, flags: &flags) == fields[index].type else { return nil }
            flags.free?(flags.name)
            fields[index].isPlain = flags.isStrong
            fields[index].isVariable = flags.isVariable
        }
        return isSound(fields, type: type) && isComplete(fields, type: type) ? fields : nil
    }

    /// Whether each class of a hierarchy that adds to the size of its objects has fields there.
    ///
    /// Of a class without metadata the runtime lists none, and calls that complete.
    static func isComplete(_ fields: [ReflectedField], type: Any.Type) -> Bool {
        guard let object = type as? AnyClass else { return true }
        let levels = [object] + superclasses(of: object)
        let ends = levels.map { instanceSize(of: $0) }
        return zip(levels, zip(ends, ends.dropFirst() + [0])).allSatisfy { level, place in
            let (end, start) = place
            return end <= max(start, headerSize) || isOfObjectiveC(level)
                || fields.contains { $0.offset >= start && $0.offset < end }
        }
    }

    /// What such a class stores is no model's, and is not listed.
    private static func isOfObjectiveC(_ type: AnyClass) -> Bool {
        let name = _typeName(type)
        return !name.contains(".") || name.hasPrefix("__C.")
    }

    /// What comes before the fields of an object.
    private static let headerSize = 2 * MemoryLayout<Int>.size

    /// Whether a type has a stored property `wrappedValue`, as property wrappers do.
    static func storesWrappedValue(_ type: Any.Type) -> Bool {
        func fields<T>(_ type: T.Type) -> [ReflectedField] { storedFields(of: type) ?? [] }
        return _openExistential(type, do: fields).contains { $0.name == "wrappedValue" || $0.name == "_wrappedValue" }
    }

    /// A name that is no identifier stands in backticks, and its spaces are no-break ones.
    static func plainName(_ name: String) -> String {
        guard name.count > 2, name.hasPrefix("`"), name.hasSuffix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// A key path as an error shows it: without the address that a computed property has in place of a name.
    static func text(of keyPath: AnyKeyPath) -> String {
        "\(keyPath)".replacing(/<computed 0x[0-9a-f]+ \((.+?)\)>/) { "<computed \($0.1)>" }
    }

    /// `name` of `\Book.name`; for a property the compiler reaches by a call, something that is no property's name.
    static func propertyName(of keyPath: AnyKeyPath) -> String {
        "\(keyPath)".split(separator: ".", maxSplits: 1).last.map { plainName(String($0)) } ?? ""
    }

    /// The name of an enum's case, whatever the enum says of itself; nil of a type that is no enum, or cannot be asked.
    static func caseName<Value>(of value: Value) -> String? {
        guard let name = enumCaseName(value) else { return nil }
        return plainName(String(cString: name))
    }

    /// The values of an enum that fits into a byte, in the order of their numbers; nil of all other types.
    ///
    /// Swift numbers the cases of an enum without payloads from 0 on, and takes the first number that is left for the nil
    /// of an Optional: that is how many there are.
    static func values<T>(ofEnum type: T.Type) -> [T]? {
        guard kind(of: type) == .enum, _isPOD(type), MemoryLayout<T>.size == 1, MemoryLayout<T?>.size == 1 else {
            return nil
        }
        return withUnsafeBytes(of: T?.none) { none in
            (0..<none[0]).map { number in
                // SAFETY: of one byte, as checked, and below the first number that is no value's.
                withUnsafeBytes(of: number) { $0.loadUnaligned(as: T.self) }
            }
        }
    }

    /// An enum has no stored fields either, but is no struct without any.
    private static func isStruct<T>(_ type: T.Type) -> Bool { kind(of: type) == .struct }

    /// The kind of a type, which shows where it is a field itself.
    private static func kind<T>(of type: T.Type) -> _MetadataKind? {
        var found: _MetadataKind?
        _forEachField(of: Probe<T>.self) { _, _, _, kind in
            found = kind
            return true
        }
        return found
    }

    private struct Probe<T> {
        var value: T
    }

    private static func isSound<T>(_ fields: [ReflectedField], type: T.Type) -> Bool {
        let (start, end) =
            if let object = type as? AnyClass {
                (headerSize, instanceSize(of: object))
            } else {
                (0, MemoryLayout<T>.size)
            }
        var next = start
        for field in fields {
            let size = sizeOf(field.type)
            // What has no size has offset 0, wherever it is declared.
            if size == 0 { continue }
            guard field.offset >= next, field.offset <= end, size <= end - field.offset else { return false }
            next = field.offset + size
        }
        return true
    }

    /// The superclasses of a class, the nearest first; none for other types.
    static func superclasses(of type: Any.Type) -> [AnyClass] {
        Array(
            sequence(state: type as? AnyClass) { next in
                next = next.flatMap { _getSuperclass($0) }
                return next
            })
    }

    /// The type that a metatype stands for, for opening: where it is known as one of a superclass, optimised code opens
    /// the superclass in place of it.
    @inline(never)
    static func exact(_ type: Any.Type) -> Any.Type { type }

    /// Whether a type is another, or a subclass of it.
    static func isType(_ type: Any.Type, orSubclassOf other: Any.Type) -> Bool {
        type == other || superclasses(of: type).contains { $0 == other }
    }

    /// Where the fields of a class and its superclasses end, and those of subclasses begin; for other types, beyond all.
    static func endOfFields(of type: Any.Type) -> Int {
        (type as? AnyClass).map { instanceSize(of: $0) } ?? .max
    }

    /// Bytes of an instance, header included.
    static func instanceSize(of type: AnyClass) -> Int {
        instanceExtent(type)
    }

    static func sizeOf(_ type: Any.Type) -> Int {
        func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
        return _openExistential(type, do: size)
    }
}

/// The layout the runtime fills in, `_FieldReflectionMetadata` in the standard library.
private struct FieldFlags {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong: Bool
    var isVariable: Bool
}

/// `Swift._class_getInstancePositiveExtentSize`, which `ManagedBuffer` uses, and which has no public name.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceExtent(_ type: AnyClass) -> Int

/// What `Mirror` asks for the name of a case.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func childMetadata(_ type: Any.Type, index: Int, flags: UnsafeMutablePointer<FieldFlags>) -> Any.Type
