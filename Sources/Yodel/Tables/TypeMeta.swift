typealias TypeMetaPointer = UnsafePointer<TypeMeta>

/// The table of one model: what YYModel calls the class meta.
///
/// ``TypeMetaBuilder`` builds it once per type and key strategy; then it is immutable, and read without a lock.
///
/// ```
/// struct Book: Model { var name: String; var pages: Int; var author: Author? }
///
///   field    key       offset  kind                      when absent
///   name     "name"         0  string                    required
///   pages    "pages"       16  int64                     required
///   author   "author"      24  structure Author, null    nil
/// ```
///
/// While an object is decoded, a set of bits records which fields have a value: bit *i % 64* of word *i / 64* for field
/// *i*, followed by the bits of keys that lead to nested ones.
struct TypeMeta {
    var type: Any.Type
    /// In the order of their declaration, superclass fields first; those of a listed struct, in the order of the list.
    var fields: UnsafeBufferPointer<FieldMeta>
    /// All that keys lead to: the fields, followed by the parts of composed fields.
    ///
    /// Parts lie after the type's own bytes, in memory that exists only in the frame of an object under construction.
    var fieldsAndParts: UnsafeBufferPointer<FieldMeta>
    /// How composed fields, which have no keys of their own, are made from parts.
    var compositions: UnsafeBufferPointer<FieldComposition>
    /// The keys of the object itself; those along paths are in tables of its entries.
    var keys: UnsafePointer<KeyTable>
    /// How an object of this type is written.
    var output: UnsafePointer<OutputTable>
    /// The number of 64-bit words for the bits of an object.
    var words: Int
    /// The fields to check when an object ends: all but those that are simply `nil` when absent.
    var checked: UnsafePointer<UInt64>
    /// The bytes of a value with all such Optionals at `nil`; nil if there are none.
    var blank: UnsafeRawPointer?
    /// The size in bytes of the struct, or of the class's objects, with the parts after it.
    var size: Int
    var storage: Storage
    /// Moves, copies and destroys whole values of the type.
    var whole: Unmanaged<StorageOperations>
    /// Makes a value with `init()`; nil if the type has none.
    var initial: Unmanaged<PayloadOperations>?
    /// The number of fields with several keys, for which objects record the rank of the key that gave the value.
    var rankedCount: Int
    /// The type's hook before decoding an object; nil if it has none.
    var preparation: Unmanaged<Preparation>?
    /// Whether objects begin without any work beyond a frame, so that their members can be read straight from the text.
    var isStraight: Bool
    /// The field that keeps unknown members.
    var unknownMembers: UnsafePointer<UnknownMembersField>?
    /// Calls ``DidDecodeModel/didDecode()`` and the mapping's checks; nil if the type has neither.
    var didDecode: Unmanaged<DidDecodeOperations>?
    /// Finds the tables of subclasses, of which a program may load more at any time; nil if the type is not a class.
    var subclasses: UnsafePointer<ShapeFinder>?

    enum Storage: UInt8 {
        /// A struct whose fields are all known; fields are written in place.
        case direct
        /// A struct with composed fields; it is built in a buffer with room for their parts, and moved when its object
        /// ends.
        case composed
        /// A struct made by `init()` when its object ends; its known fields are then replaced.
        case listed
        /// A class; `init()` makes an instance when its object ends, and its fields are then replaced.
        case instance

        /// Whether a value consists of its fields, all of which are in the table.
        var isBuiltFieldByField: Bool { self == .direct || self == .composed }
    }

    var typeName: String { displayName(of: type) }

    /// The address of a field, because the compiler copies a whole field that is taken out of ``fields``.
    @inline(__always)
    func field(_ index: Int) -> UnsafePointer<FieldMeta> {
        assert(fields.indices.contains(index))
        return fields.baseAddress! + index
    }

    /// The address of a field, or of a part of a composed one.
    @inline(__always)
    func fieldOrPart(_ index: Int32) -> UnsafePointer<FieldMeta> {
        assert(fieldsAndParts.indices.contains(Int(index)))
        return fieldsAndParts.baseAddress! + Int(index)
    }

    @inline(__always)
    func composition(_ index: Int) -> UnsafePointer<FieldComposition> {
        assert(compositions.indices.contains(index))
        return compositions.baseAddress! + index
    }

    /// Begins a struct, with `nil` in the Optionals that are nil when absent.
    ///
    /// SAFETY: the memory is uninitialised and has room for the struct; nils own nothing.
    @inline(__always)
    func makeBlank(_ storage: UnsafeMutableRawPointer) {
        if let blank { storage.copyMemory(from: blank, byteCount: size) }
    }
}

// Instances of subclasses, in properties that declare a superclass.

extension TypeMeta {
    /// Whether an object's class is a subclass of the table's.
    ///
    /// - Parameter object: The address of an instance of the table's class or of a subclass.
    @inline(__always)
    func isOfSubclass(_ object: UnsafeRawPointer) -> Bool {
        // SAFETY: the caller took the address from a reference of the declared class, which it keeps.
        Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) != type }
    }

    /// The shape of the class of a subclass's instance.
    func shape(ofSubclassInstance object: UnsafeRawPointer) throws(ModelError) -> ShapePointer {
        // SAFETY: as in `isOfSubclass`.
        let instance = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        assert(Reflection.isType(Swift.type(of: instance), orSubclassOf: type))
        return try subclasses!.pointee.ownShape(of: Swift.type(of: instance))
    }
}

/// Finds shapes with the keys and transforms that a table was built with.
struct ShapeFinder {
    /// The strategy without its tables, because these own this value.
    private let keys: KeyStrategy.Unowned
    /// The owner of the tables, if there are transforms.
    private unowned let transforms: TransformSet.Storage?

    init(_ builder: ShapeBuilder) {
        keys = KeyStrategy.Unowned(builder.strategy)
        transforms = builder.transforms
    }

    /// The shape of a class by its own properties.
    func ownShape(of type: any Any.Type) throws(ModelError) -> ShapePointer {
        try keys.strategy.ownShape(of: type, TransformSet(storage: transforms))
    }
}

/// One stored property of a model.
struct FieldMeta {
    /// The property's name in Swift.
    var name: String
    /// Its keys in the order of their rank; empty if it is ignored.
    var keys: [MappedKey]
    /// The offset in bytes from the start of the struct or object.
    var offset: Int
    var shape: ShapePointer
    var whenAbsent: Absence
    var makeDefault: DefaultValue?
    /// Whether it is decoded from documents.
    var isInput = true
    /// Whether it is written to documents.
    var isOutput = true
    /// Whether it counts when models are compared or hashed.
    var isCompared = true
    /// Whether it is copied to a copy of an instance.
    var isCopied = true
    /// Its index among the fields with several keys; -1 if it does not have several.
    var rankedIndex = -1
    /// Whether its keys come from the mapping rather than from its name.
    var hasOwnKeys = false
    /// Whether it is a collection, or a wrapper of one, that the decoder may leave empty if it is absent.
    var mayBeEmpty = false
    /// The index of its composition, if it is composed of parts.
    var composition: Int?
    /// Whether it keeps the unknown members.
    var keepsUnknown = false
    /// The policy for writing `nil`; nil for the encoder's own.
    var nils: NilPolicy?
    /// The mapping's policies for values that do not fit.
    var tolerance = FieldTolerance()
    /// The texts of its constraints.
    var requirements: [String] = []

    enum Absence: UInt8 {
        /// An error.
        case required
        /// `nil`, which is already there, as the object began as a copy of ``TypeMeta/blank``.
        case isNil
        /// The mapping's default.
        case mapped
        /// A wrapper around `nil`.
        case wrappedNil
        /// The value of the type's `init()`.
        case initial
        /// A collection without elements.
        case empty
        /// For a part: the composition of its field decides.
        case part

        /// Whether the object can do without the field; for a part no, as the other parts may not be enough.
        var hasDefault: Bool { self != .required && self != .part }
    }

    /// Whether `null` becomes the value with which an object begins.
    var isBlankNil: Bool { whenAbsent == .isNil && shape.pointee.absentBytes == nil }

    /// Whether any part of a document belongs to it.
    var isMapped: Bool { !keys.isEmpty || composition != nil || keepsUnknown }

    /// Whether nothing uses it; it is in the table only to be stored.
    var isIgnored: Bool { !isMapped && !isCompared && !isCopied }

    /// The key that errors show.
    var primaryKey: String { keys.first.map { "\($0)" } ?? name }
}

// On pointers, because the compiler copies a whole field to call a method on it.

extension UnsafePointer<FieldMeta> {
    /// Whether an object without the field is an error, or a composed field without the part.
    func isMissing(by options: @autoclosure () -> DecodingOptions) -> Bool {
        isNeeded && !(pointee.mayBeEmpty && options().missingCollections == .empty)
    }

    /// Whether it has no value if its key is absent, except as a collection that the decoder may leave empty.
    private var isNeeded: Bool {
        switch pointee.whenAbsent {
        case .required: true
        case .part: pointee.shape.pointee.nilBytes == nil && !pointee.shape.pointee.wrapsNil
        case .isNil, .mapped, .wrappedNil, .initial, .empty: false
        }
    }

    /// Whether the field can replace a value that does not fit.
    func toleratesMismatches(by options: @autoclosure () -> DecodingOptions) -> Bool {
        (pointee.tolerance.mismatches ?? options().mismatches) == .useDefault && pointee.whenAbsent != .part
            && !isMissing(by: options())
    }
}

/// How a field is composed of parts.
struct FieldComposition {
    var field: Int
    /// The indices of the parts in ``TypeMeta/fieldsAndParts``.
    var parts: Range<Int>
    /// The offsets of the parts, from the start of the struct or object.
    var offsets: UnsafePointer<Int>
    var composition: Composition
}

/// The keys of an object at one level, or the indices of an array, for fields and for nested keys.
///
/// The entries are in the order of the properties, so that a document in that order needs one comparison per key; other
/// keys are found by hash. A key with nested keys is at its first field, and further keys of a field come last.
struct KeyTable {
    /// A number that is unique among all tables of the process.
    var number: UInt64
    /// The entries, followed by one that matches nothing.
    var entries: UnsafePointer<KeyEntry>
    /// Where to look for a key.
    var slots: KeySlots
    /// The predicted entry for an object's first key.
    ///
    /// A table that ignores case predicts none, because the key's spelling would be lost.
    var first: UnsafePointer<KeyEntry>
    /// Whether keys are compared with the case of their letters.
    var isCaseSensitive: Bool
    /// Whether the members with other keys may be skipped without an event: not if the type keeps them, nor if case is
    /// ignored.
    var skipsUnknown: Bool
    /// A key that is not in the table and must not be skipped: that of the tag beside the members of a variant.
    var tag: UnsafeBufferPointer<UInt8>?
    /// For an array on a path, the index of each entry in ascending order, followed by one that no element has; nil for
    /// an object.
    var indices: UnsafePointer<Int>?
}

struct KeyEntry {
    /// The beginning of the key as documents write it, for a quick comparison.
    var head: Head
    /// The shape and offset of the value, if it can be stored at once.
    var shape: ShapePointer
    var offset: Int
    /// The number of the key's bytes; -1 after the last entry of a table.
    var length: Int
    /// The field of the key, or the first of several; for a key with only nested ones, a number after those of the
    /// fields.
    var field: Int32
    /// The index of this key among the field's keys.
    var rank: UInt8
    /// The gate of its value.
    var gate: Gate
    /// Whether objects begin with the field's nil in place.
    var isBlankNil: Bool
    /// The next of the entries that share a slot of the table.
    var nextInSlot: UnsafePointer<KeyEntry>?
    /// The key as UTF-8, unescaped, followed by a quote; lower-cased in a table that ignores case.
    var bytes: UnsafePointer<UInt8>
    /// For `.nested` and `.several`.
    var nested: UnsafePointer<KeyTable>?
    var targets: UnsafeBufferPointer<KeyTarget>
}

/// One of the fields that share a key.
struct KeyTarget {
    var field: Int32
    var rank: UInt8
}

/// The field of a model that keeps unknown members.
struct UnknownMembersField {
    var field: Int32
    /// The shape of `JSONValue`.
    var valueShape: ShapePointer
    var storage: UnknownMembersStorage
}
