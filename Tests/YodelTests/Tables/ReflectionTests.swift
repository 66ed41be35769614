import Foundation
import Testing

@testable import Yodel

/// Scripts/compatibility tests types that are compiled without metadata; here some of the runtime's answer is left out.
@Suite("Stored properties as the runtime reports them")
struct ReflectionTests {
    class Base { final var id = 0 }
    class Middle: Base {}
    final class Leaf: Middle { var name = "", count = 1 }
    final class Empty {}
    final class WithoutSize { var nothing: () = () }
    final class Watcher { weak var owner: Base? }
    struct Pair { var a = 1, b = 2 }
    struct Nothing {}
    enum Direction { case left, right }

    @Test("Fields of a class are listed with those of its superclasses")
    func wholeHierarchy() throws {
        let fields = try #require(Reflection.storedFields(of: Leaf.self))
        #expect(fields.map(\.name) == ["id", "name", "count"])
        #expect(Reflection.isComplete(fields, type: Leaf.self))
    }

    @Test("A class that is larger than its fields is not listed", arguments: ["id", "name", "count"])
    func withoutMetadata(name: String) throws {
        let fields = try #require(Reflection.storedFields(of: Leaf.self))
        // A level that lists some of its fields lists all of them.
        #expect(Reflection.isComplete(fields.filter { $0.name != name }, type: Leaf.self) == (name != "id"))
        #expect(!Reflection.isComplete(fields.filter { $0.name == "id" }, type: Leaf.self))
        #expect(!Reflection.isComplete([], type: Leaf.self))
        #expect(!Reflection.isComplete([], type: Middle.self))
    }

    @Test("A class may have no fields, or only empty ones, or only ones that cannot be decoded")
    func withoutFields() {
        #expect(Reflection.storedFields(of: Empty.self)?.count == 0)
        #expect(Reflection.storedFields(of: WithoutSize.self)?.count == 1)
        #expect(Reflection.storedFields(of: Watcher.self)?.map(\.isPlain) == [false])
        #expect(Reflection.isComplete([], type: Empty.self))
        #expect(Reflection.isComplete([], type: WithoutSize.self))
    }

    class Noted: NSObject, DefaultedModel {
        var id = 0
        override required init() {}
    }
    final class Note: Noted { var text = "", isRead: Bool? }

    @Test("A model may inherit from NSObject, whose objects have a shorter header on Darwin")
    func subclassOfNSObject() throws {
        let fields = try #require(Reflection.storedFields(of: Note.self))
        #expect(fields.map(\.name) == ["id", "text", "isRead"])
        let note = try ModelDecoder().decode(Note.self, from: #"{"id": 1, "text": "a", "isRead": true}"#)
        #expect((note.id, note.text) == (1, "a") && note.isRead == true)
    }

    @Test("Fields may begin where those of a superclass end, and neither overlap nor leave the object")
    func sound() {
        func field(_ offset: Int) -> ReflectedField {
            ReflectedField(name: "a", offset: offset, type: Int.self, isPlain: true)
        }
        #expect(Reflection.isSound([field(8), field(16)], from: 8, to: 24))
        #expect(!Reflection.isSound([field(8), field(16)], from: 16, to: 24))
        #expect(!Reflection.isSound([field(8), field(12)], from: 8, to: 24))
        #expect(!Reflection.isSound([field(8), field(20)], from: 8, to: 24))
    }

    @Test("A struct that has a size, but no fields in the list, is not listed")
    func structs() {
        #expect(Reflection.storedFields(of: Pair.self)?.map(\.name) == ["a", "b"])
        #expect(!Reflection.isComplete([], type: Pair.self))
        #expect(Reflection.storedFields(of: Nothing.self)?.count == 0)
    }

    @Test("Only structs and classes have lists of fields")
    func otherTypes() {
        func areListed<T>(_ type: T.Type) -> Bool { Reflection.storedFields(of: type) != nil }
        #expect(!areListed(Direction.self) && !areListed(Int?.self) && !areListed((Int, String).self))
        #expect(!areListed(Any.self) && !areListed(AnyObject.self) && !areListed((any Error).self))
        #expect(!areListed((() -> Void).self) && !areListed(Int.Type.self))
    }

    @Test("A type whose fields cannot be listed is an enum only if the runtime says so")
    func enums() {
        #expect(Reflection.isEnumeration(Direction.self))
        let others: [Any.Type] = [Pair.self, Watcher.self, Int?.self, (Int, String).self, Any.self, Int.Type.self]
        #expect(!others.contains(where: Reflection.isEnumeration))
    }

    @Test("A listed property that its key path does not name has no name; one with such a name in backticks has")
    func names() {
        #expect(FieldCandidate(name: "<offset 0x10 (String)>", offset: 16, type: String.self).isNameless)
        #expect(!FieldCandidate(name: "<name>", offset: 16, type: String.self).isNameless)
        #expect(Reflection.propertyName(of: \Pair.b) == "b")
    }
}
