private import CYodelKernels

/// The mappings and variants that are being read: code of a client, which may decode.
enum OpenDescriptions {
    private struct Reading: Hashable {
        let type: ObjectIdentifier
        /// The type of the description.
        let description: ObjectIdentifier
        // Not the task: one that the description starts may decode the type when the description is complete.
        let thread = yodel_thread()
    }

    private static let readings = Locked<Set<Reading>>([])

    static func mapping(of type: any Model.Type) throws -> Mapping {
        try read(of: type, "its mapping needs a table that is made from it") { type.mapping }
    }

    static func variants<Family: Polymorphic>(of family: Family.Type) throws -> Variants<Family.Base> {
        // A class without variants of its own has those of the base class.
        let owner: Any.Type = family is AnyClass ? Family.Base.self : family
        return try read(of: owner, "its variants need a table that is made from them") { family.variants }
    }

    private static func read<Description>(
        of type: Any.Type, _ problem: String, _ body: () -> Description
    ) throws -> Description {
        let reading = Reading(type: ObjectIdentifier(type), description: ObjectIdentifier(Description.self))
        guard readings.withLock({ $0.insert(reading).inserted }) else {
            throw ModelError.invalidMapping(
                "\(displayName(of: type)): \(problem), for example to decode a value of the type")
        }
        defer { readings.withLock { _ = $0.remove(reading) } }
        return body()
    }
}
