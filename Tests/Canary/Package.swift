// swift-tools-version: 6.2
import PackageDescription

// A client of Yodel. Scripts/compatibility copies it elsewhere and builds it there.
let package = Package(
    name: "canary",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: Context.environment["YODEL_URL"]!, from: "0.2.0")
    ],
    targets: [
        // A client needs no mark of unsafe code.
        .executableTarget(
            name: "Canary",
            dependencies: [.product(name: "Yodel", package: "yodel")],
            swiftSettings: [.strictMemorySafety()]
        ),
        // Must not compile: it names what a client must not see.
        .executableTarget(name: "Trespasser", dependencies: [.product(name: "Yodel", package: "yodel")]),
    ],
    swiftLanguageModes: [.v6]
)
