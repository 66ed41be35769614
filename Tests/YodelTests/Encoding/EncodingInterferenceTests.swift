import Testing
import Yodel

/// Code that encoding calls may change the objects that are being encoded.
@Suite struct EncodingInterferenceTests {
    /// The hook of each leaf drops everything, so that the first property that has a leaf is the only one written.
    @Test(arguments: ["box", "leaf", "leaves", "map", "shape"])
    func aValueThatIsDroppedWhileItIsWrittenIsWrittenWhole(_ property: String) throws {
        nonisolated(unsafe) let folder = Folder()
        folder.fill(property)
        let whole = try ModelEncoder().encodeText(folder)
        let text = try Leaf.$code.withValue({ folder.drop() }) { try ModelEncoder().encodeText(folder) }
        #expect(text == whole)
        #expect(text.contains("long enough for the heap"))
        #expect(try ModelEncoder().encodeText(folder) == "{}")
    }
}

private final class Leaf: DefaultedModel, WillEncodeModel {
    @TaskLocal static var code: (@Sendable () -> Void)?

    var name = "a name that is long enough for the heap"

    required init() {}

    func willEncode() { Self.code?() }
}

private struct Box: Model {
    var leaf = Leaf()
    var name = "a box whose name is long enough for the heap"
    var leaves = [Leaf(), Leaf()]
}

private enum Parcel: Polymorphic {
    case box(Box)

    static let variants = Variants<Parcel>("type", .case("box", Parcel.box))
}

private final class Folder: DefaultedModel {
    var box: Box?
    var leaf: Leaf?
    var leaves: [Leaf]?
    var map: [String: Leaf]?
    var shape: Parcel?

    required init() {}

    func fill(_ property: String) {
        switch property {
        case "box": box = Box()
        case "leaf": leaf = Leaf()
        case "leaves": leaves = [Leaf(), Leaf()]
        case "map": map = ["a": Leaf(), "b": Leaf()]
        default: shape = .box(Box())
        }
    }

    func drop() { (box, leaf, leaves, map, shape) = (nil, nil, nil, nil, nil) }
}
