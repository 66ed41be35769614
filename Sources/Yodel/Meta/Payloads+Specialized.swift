// Collections that occur again and again, made by code the compiler specialises: the generic payloads look up
// metadata at run time for every array they make, which for a document of small arrays is a fifth of the work.

final class IntArrayPayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: Int.self, from: elements, count: count, into: target)
    }
}

final class DoubleArrayPayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: Double.self, from: elements, count: count, into: target)
    }
}

final class FloatArrayPayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: Float.self, from: elements, count: count, into: target)
    }
}

final class StringArrayPayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: String.self, from: elements, count: count, into: target)
    }
}

final class DoubleMatrixPayload: PayloadOperations {
    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        _makeArray(of: [Double].self, from: elements, count: count, into: target)
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
}

final class IntsByStringPayload: PayloadOperations {
    override func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        Yodel.makeDictionary(
            of: String.self, to: Int.self, keys, values, count: count, duplicates: duplicates, into: target)
    }
}

/// Arrays of a model, and dictionaries from String to it, made by the model's own specialised code.
final class ModelArrayPayload: PayloadOperations {
    private let operations: _ModelOperations

    init(_ operations: _ModelOperations) {
        self.operations = operations
    }

    override func makeList(_ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
        operations.makeArray(elements, count, target)
    }
}
