/// Makes the keyed containers for one type of keys.
///
/// The runtime looks up what it knows of a generic container each time one is made by its keys' type alone. An object
/// that is generic over the container itself has found that out once.
struct ContainerMaker {
    /// SAFETY: an object in ``all`` is never freed, and is found by the type of keys that it is a ``KeyedMaker`` for.
    private let maker: Unmanaged<AnyObject>?

    /// The maker for no type of keys.
    static var none: ContainerMaker { ContainerMaker(maker: nil) }

    private static let all = TypeRecords<ContainerMaker>()

    /// The maker for a type of keys that has not been asked for lately.
    @inline(never)
    static func of<Key: CodingKey>(_ type: Key.Type) -> ContainerMaker {
        all.content(of: type) {
            ContainerMaker(maker: .passRetained(KeyedMakerOf<Key, CodableKeyedContainer<Key>>()))
        }
    }

    @inline(__always)
    func make<Key: CodingKey>(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        maker.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafeDowncast($0, to: KeyedMaker<Key>.self).make(place) }
    }
}

private class KeyedMaker<Key: CodingKey> {
    func make(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        preconditionFailure("A maker is one of a container")
    }
}

private final class KeyedMakerOf<Key, Container: PlacedContainer>: KeyedMaker<Key> where Container.Key == Key {
    override func make(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(place: place))
    }
}

/// A container that is made for a place.
protocol PlacedContainer: KeyedEncodingContainerProtocol {
    init(place: CodablePlace)
}
