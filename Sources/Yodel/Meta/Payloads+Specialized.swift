// Collections that occur again and again, made by code the compiler specialises: the generic payloads look up
// metadata at run time for every array they make, which for a document of small arrays is a fifth of the work.

/// Arrays of a type that has code specialised for it: a model, or one that is known here.
final class KnownArrayPayload: PayloadOperations {
    private let operations: _ModelOperations

    init(_ operations: _ModelOperations) {
        self.operations = operations
    }

    override func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        operations.makeArray(elements, count, target)
        return true
    }

    override func elements(of list: UnsafeRawPointer) -> ElementSpan? {
        let (start, count) = operations.arrayElements(list)
        return ElementSpan(start: start, count: count)
    }
}

final class StringsByStringPayload: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        Yodel.makeDictionary(
            of: String.self, to: String.self, keys, values, count: count, duplicates: duplicates, into: target)
    }

    override func count(of dictionary: UnsafeRawPointer) -> Int {
        dictionary.assumingMemoryBound(to: [String: String].self).pointee.count
    }

    override func copyEntries(
        of dictionary: UnsafeRawPointer, keys: UnsafeMutableRawPointer, values: UnsafeMutableRawPointer
    ) {
        Yodel.copyEntries(of: String.self, to: String.self, dictionary, keys: keys, values: values)
    }
}

final class IntsByStringPayload: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        Yodel.makeDictionary(
            of: String.self, to: Int.self, keys, values, count: count, duplicates: duplicates, into: target)
    }

    override func count(of dictionary: UnsafeRawPointer) -> Int {
        dictionary.assumingMemoryBound(to: [String: Int].self).pointee.count
    }

    override func copyEntries(
        of dictionary: UnsafeRawPointer, keys: UnsafeMutableRawPointer, values: UnsafeMutableRawPointer
    ) {
        Yodel.copyEntries(of: String.self, to: Int.self, dictionary, keys: keys, values: values)
    }
}
