typealias TypeMetaPointer = UnsafePointer<TypeMeta>

/// The table of one model: what YYModel calls the class meta.
///
/// Built once per type and key strategy by ``TypeMetaBuilder``, immutable from then on, and read without a lock.
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
/// While an object is decoded, a set of bits says which fields hold a value, bit *i* of word *i / 64* for field *i*;
/// after those stand bits for the keys that lead on to nested ones.
struct TypeMeta {
    var type: Any.Type
    /// In the order they were declared, superclass fields first.
    var fields: UnsafeMutableBufferPointer<FieldMeta>
    /// All that keys lead to: the fields, and after them the parts of those that are composed.
    ///
    /// Parts lie after the type's own bytes, in memory that only the frame of an object under construction has.
    var slots: UnsafeMutableBufferPointer<FieldMeta>
    /// How the fields that have no keys of their own are made of parts.
    var compositions: UnsafeMutableBufferPointer<FieldComposition>
    /// The keys of the object itself; paths go on in the tables of its gates.
    var keys: UnsafePointer<KeyTable>
    /// What an object of this type is written as.
    var output: UnsafePointer<OutputTable>
    /// How many 64-bit words of bits a value of this type needs.
    var words: Int
    /// Fields whose absence has to be looked at when an object ends: all but those that are simply `nil` then.
    var checked: UnsafePointer<UInt64>
    /// The bytes of a value with every such Optional at `nil`; nil when there are none.
    var blank: UnsafeRawPointer?
    /// Bytes of the struct, or of the object for a class, with those of parts after them.
    var size: Int
    var storage: TypeMeta.Storage
    /// Destroys whole values of the type.
    var whole: Unmanaged<StorageOperations>
    /// Makes a value by `init()`; nil when the type has none.
    var initial: Unmanaged<PayloadOperations>?
    /// How many fields have several keys: objects keep the rank of the key that each one's value came from.
    var rankedCount: Int
    /// What the type does with an object before it is decoded; nil when it does nothing.
    var preparation: Unmanaged<Preparation>?
    /// An object begins with nothing but a frame, and its members can be read straight from the text.
    var isStraight: Bool
    /// The field that keeps unknown members.
    var unknownMembers: UnsafePointer<UnknownMembersField>?
    /// Calls ``DidDecodeModel/didDecode()``; nil where the type is none.
    var didDecode: Unmanaged<DidDecodeOperations>?
    /// Finds the tables of subclasses, of which a program may load more at any time; nil where the type is no class.
    var subclasses: UnsafePointer<ShapeFinder>?

    enum Storage: UInt8 {
        /// A struct whose every field is known: fields are written where the value will be.
        case direct
        /// A struct with composed fields, built in a buffer that has room for their parts, and moved when its object
        /// ends.
        case composed
        /// A struct made by `init()` when its object ends, its known fields then replaced.
        case listed
        /// A class: an instance made by `init()`, its fields replaced when its object ends.
        case instance

        /// A value is made of its fields, every one of which the table has.
        var isBuiltFieldByField: Bool { self == .direct || self == .composed }
    }

    var typeName: String { displayName(of: type) }

    /// The field with a number, by its place: the compiler copies all of a field that is taken out of ``fields``.
    @inline(__always)
    func field(_ index: Int) -> UnsafePointer<FieldMeta> {
        assert(fields.indices.contains(index))
        return UnsafePointer(fields.baseAddress! + index)
    }

    /// The slot with a number: that of a field, or of a part of one.
    @inline(__always)
    func slot(_ index: Int32) -> UnsafePointer<FieldMeta> {
        assert(slots.indices.contains(Int(index)))
        return UnsafePointer(slots.baseAddress! + Int(index))
    }

    @inline(__always)
    func composition(_ index: Int) -> UnsafePointer<FieldComposition> {
        assert(compositions.indices.contains(index))
        return UnsafePointer(compositions.baseAddress! + index)
    }

    /// Begins a struct, with nil for what is nil when it is missing.
    ///
    /// SAFETY: there is room for the struct, which holds nothing; nils own nothing.
    @inline(__always)
    func makeBlank(_ storage: UnsafeMutableRawPointer) {
        if let blank { storage.copyMemory(from: blank, byteCount: size) }
    }
}

// Instances of subclasses, where a property declares a superclass of theirs.

extension TypeMeta {
    /// Whether an object's class is a subclass of the table's.
    ///
    /// - Parameter object: The address of an instance of the table's class or of a subclass.
    @inline(__always)
    func isOfSubclass(_ object: UnsafeRawPointer) -> Bool {
        // SAFETY: the caller has the address from a reference of the declared class, and keeps that reference.
        Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) != type }
    }

    /// The shape of the class of an instance of a subclass.
    func shape(ofSubclassInstance object: UnsafeRawPointer) throws(ModelError) -> ShapePointer {
        // SAFETY: as in `isOfSubclass`.
        let instance = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        assert(Reflection.isType(Swift.type(of: instance), orSubclassOf: type))
        return try subclasses!.pointee.ownShape(of: Swift.type(of: instance))
    }
}

/// Finds shapes by the keys and transforms that a table was built with, for what the table owns.
struct ShapeFinder {
    /// The strategy without its tables, which own whoever has this.
    private let keys: KeyStrategy.Unowned
    /// What owns the tables where there are transforms.
    private unowned let transforms: TransformSet.Storage?

    init(_ builder: ShapeBuilder) {
        keys = KeyStrategy.Unowned(builder.strategy)
        transforms = builder.transforms
    }

    /// The shape of a class as what it is.
    func ownShape(of type: any Any.Type) throws(ModelError) -> ShapePointer {
        try keys.strategy.ownShape(of: type, TransformSet(storage: transforms))
    }
}

/// One stored property of a model.
struct FieldMeta {
    /// The property's name in Swift.
    var name: String
    /// Its keys in order of rank; empty when it is ignored.
    var keys: [MappedKey]
    /// Bytes from the start of the struct or object.
    var offset: Int
    var shape: ShapePointer
    var whenAbsent: Absence
    var makeDefault: DefaultValue?
    /// It takes values from documents.
    var isInput = true
    /// It is written to documents.
    var isOutput = true
    /// It counts when two models are compared or hashed.
    var isCompared = true
    /// A copy of a class instance gets its value.
    var isCopied = true
    /// Which of the fields with several keys it is; -1 when it has not as many.
    var rankedPlace = -1
    /// Its keys are the mapping's, not made of its name.
    var hasOwnKeys = false
    /// A collection that the decoder may let be empty where it is absent.
    var mayBeEmpty = false
    /// The index of its composition, when it has no key but is made of parts.
    var composition: Int?
    /// It keeps the members that no field asks for.
    var keepsUnknown = false
    /// What is written where it is `nil`; nil where the encoder decides.
    var nils: NilPolicy?
    /// What the mapping says about values that do not fit.
    var tolerance = FieldTolerance()
    /// What its constraints ask for.
    var asks: [String] = []

    enum Absence: UInt8 {
        /// An error.
        case required
        /// `nil`: already there, the object began as a copy of ``TypeMeta/blank``.
        case isNil
        /// The mapping's default.
        case mapped
        /// A wrapper around `nil`.
        case wrappedNil
        /// What the type's `init()` gives.
        case initial
        /// A collection without elements.
        case empty
        /// For a part: its field's composition decides.
        case part
    }

    /// `null` becomes what an object of the type begins with.
    var isBlankNil: Bool { whenAbsent == .isNil && shape.pointee.absentBytes == nil }

    /// Something in a document belongs to it; what is ignored is in the table only to be stored.
    var hasPart: Bool { !keys.isEmpty || composition != nil || keepsUnknown }

    /// The key an error shows for it.
    var primaryKey: String { keys.first.map { "\($0)" } ?? name }
}

// Of a pointer, as the compiler copies all of a field to have it asked.

extension UnsafePointer<FieldMeta> {
    /// Whether it is an error that the field is absent.
    func isMissing(by options: @autoclosure () -> DecodingOptions) -> Bool {
        pointee.whenAbsent == .required && !(pointee.mayBeEmpty && options().missingCollections == .empty)
    }

    /// Whether the field can do without a value that does not fit.
    func toleratesMismatches(by options: @autoclosure () -> DecodingOptions) -> Bool {
        (pointee.tolerance.mismatches ?? options().mismatches) == .useDefault && pointee.whenAbsent != .part
            && !isMissing(by: options())
    }
}

/// A field that is made of parts.
struct FieldComposition {
    var field: Int
    /// The parts' places among the slots.
    var parts: Range<Int>
    /// Where the parts lie, from the start of the struct or object.
    var offsets: UnsafePointer<Int>
    var composition: Composition
}

/// The keys of an object at one level, or the indices of an array: those of fields, and those that lead on to nested
/// fields.
///
/// The entries are in the order in which the properties are declared, so that a document in that order is matched by
/// one comparison a key; others are found by hash. A key that leads on is where the first of its fields is, further keys
/// of a field are after them all.
struct KeyTable {
    /// Its own, counted over all tables that the process makes.
    var number: UInt64
    /// With one after the last that matches nothing.
    var entries: UnsafePointer<KeyEntry>
    /// Indices into `entries`, -1 where empty; a power of two, at least twice as many.
    var slots: UnsafePointer<Int32>
    var slotMask: Int
    /// The entry that is predicted for an object's first key.
    ///
    /// A table that ignores case predicts none: the key's
    /// spelling would be lost.
    var first: UnsafePointer<KeyEntry>
    /// Keys differ by more than the case of their letters.
    var isCaseSensitive: Bool
    /// The keys, so that most others need not be looked up; nil where the case of letters is ignored or unknown members
    /// are kept.
    var wantedKeys: KeySet?
    /// For the elements of an array on a path: the index of each entry, in ascending order, and one after the last
    /// that no element has; nil for the keys of an object.
    var indices: UnsafePointer<Int>?
}

struct KeyEntry {
    /// What documents write of it, to be compared at once.
    var head: Head
    /// For `.store`: how and where.
    var shape: ShapePointer
    var offset: Int
    /// The key's bytes; -1 after the last entry of a table.
    var length: Int
    /// The field this key belongs to; the first one when several share it; when it only leads on, a number after
    /// those of the fields.
    var field: Int32
    /// The place of this key among the field's keys.
    var rank: UInt8
    /// What its value is for.
    var gate: Gate
    /// An object begins with the field's nil in place.
    var isBlankNil: Bool
    /// The key as UTF-8, unescaped, and a quote; lower-cased in a table that ignores case.
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
    /// That of `JSONValue`.
    var valueShape: ShapePointer
    var storage: UnknownMembersStorage
}
