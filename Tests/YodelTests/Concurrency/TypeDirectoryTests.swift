import Synchronization
import Testing

@testable import Yodel

@Suite("Data of types is found without a lock")
struct TypeDirectoryTests {
    /// Addresses that represent types, and the data of each.
    private final class Keys: @unchecked Sendable {
        // Sendable because it is only read after it has been made.
        private let objects: [AnyObject]
        let types: [ObjectIdentifier]

        init(count: Int) {
            final class Key {}
            objects = (0..<count).map { _ in Key() }
            types = objects.map { ObjectIdentifier($0) }
        }

        func content(_ index: Int) -> UnsafeRawPointer { UnsafeRawPointer(bitPattern: index + 1)! }
    }

    @Test("What was added is found, and nothing else")
    func growth() {
        let keys = Keys(count: 5_000)
        let directory = TypeDirectory()
        for index in keys.types.indices {
            #expect(directory.content(of: keys.types[index]) == nil)
            directory.add(keys.content(index), of: keys.types[index])
            #expect(directory.content(of: keys.types[index]) == keys.content(index))
        }
        let found = keys.types.map { directory.content(of: $0) }
        #expect(found == keys.types.indices.map { keys.content($0) })
        #expect(directory.content(of: ObjectIdentifier(Int.self)) == nil)
    }

    @Test("A thread that reads while another adds finds complete entries only")
    func readersAndWriter() {
        for _ in 0..<10 {
            let keys = Keys(count: 2_000)
            let directory = TypeDirectory()
            let added = Added()
            EightThreads.run { thread in
                guard thread > 0 else {
                    for index in keys.types.indices {
                        directory.add(keys.content(index), of: keys.types[index])
                        added.count.store(index + 1, ordering: .releasing)
                    }
                    return
                }
                var wrong = 0
                while true {
                    let count = added.count.load(ordering: .acquiring)
                    // The last entries that exist, and the next ones, which may exist.
                    for index in max(count - 20, 0)..<min(count + 20, keys.types.count) {
                        let content = directory.content(of: keys.types[index])
                        let isRight = content == keys.content(index) || content == nil && index >= count
                        if !isRight { wrong += 1 }
                    }
                    if count == keys.types.count { break }
                }
                #expect(wrong == 0)
            }
        }
    }

    private final class Added: Sendable { let count = Atomic(0) }
}
