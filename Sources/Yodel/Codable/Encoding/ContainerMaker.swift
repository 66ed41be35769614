/// Makes the keyed containers for one type of keys.
///
/// If only the type of the keys is known, the runtime looks up the metadata of a generic container each time one is
/// made. An object that is generic over the container itself looks it up once.
enum ContainerMaker {
    private static let all = TypeRecords<AnyObject>()

    @inline(__always)
    static func make<Key: CodingKey>(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        let record = all.record(of: Key.self) { KeyedMakerOf<Key, CodableKeyedContainer<Key>>() }
        // SAFETY: a record is never freed, so no reference needs to be counted; the maker is that of this type of keys.
        let maker = UnsafeRawPointer(record).load(as: Unmanaged<AnyObject>.self)
        return maker._withUnsafeGuaranteedRef { unsafeDowncast($0, to: KeyedMaker<Key>.self).make(place) }
    }
}

private class KeyedMaker<Key: CodingKey> {
    func make(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        preconditionFailure("Each maker is a subclass")
    }
}

private final class KeyedMakerOf<Key, Container: PlacedContainer>: KeyedMaker<Key> where Container.Key == Key {
    override func make(_ place: CodablePlace) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(place: place))
    }
}

protocol PlacedContainer: KeyedEncodingContainerProtocol {
    init(place: CodablePlace)
}
