// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    // `any` is written where an existential is meant: on the hot path there is none.
    .enableUpcomingFeature("ExistentialAny"),
    // An import says whether it is part of the interface; CYajl and the kernels never are.
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Where the package is optimised under the tests (Scripts/sanitize, Scripts/compatibility), the tests themselves are
// not: their expectations take the optimiser longer than all the rest.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "yodel",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Yodel", targets: ["Yodel"]),
        .library(name: "YodelArrow", targets: ["YodelArrow"]),
    ],
    traits: [
        .default(enabledTraits: ["Yajl"]),
        .trait(
            name: "Yajl", description: "Links the C library yajl, which then reads documents that come in chunks."),
        .trait(name: "Gzip", description: "Links the C library zlib, and reads feeds in gzip and zlib."),
        .trait(name: "Zstd", description: "Links the C library zstd, and reads feeds in Zstandard."),
    ],
    targets: [
        .systemLibrary(
            name: "CYajl",
            path: "CSupport/CYajl",
            pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .yum(["yajl-devel"]), .brew(["yajl"])]
        ),
        .systemLibrary(
            name: "CZlib",
            path: "CSupport/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CZstd",
            path: "CSupport/CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .yum(["libzstd-devel"]), .brew(["zstd"])]
        ),
        .target(name: "CYodelKernels", path: "CSupport/CYodelKernels"),
        .target(
            name: "Yodel",
            dependencies: [
                .target(name: "CYajl", condition: .when(traits: ["Yajl"])),
                .target(name: "CZlib", condition: .when(traits: ["Gzip"])),
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
                "CYodelKernels",
            ],
            swiftSettings: settings
        ),
        .target(name: "YodelArrow", dependencies: ["Yodel"], swiftSettings: settings),
        // For the benchmarks and the tests alone: it puts its own `malloc` into whatever executable links it.
        .target(name: "CAllocationCounter", path: "CSupport/CAllocationCounter"),
        .target(
            name: "BenchmarkKit",
            dependencies: ["CAllocationCounter"],
            path: "Benchmarks/Kit",
            swiftSettings: settings
        ),
        .target(
            name: "BenchmarkModels",
            dependencies: [
                "Yodel",
                .target(name: "CZlib", condition: .when(traits: ["Gzip"])),
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
            ],
            path: "Benchmarks/Models",
            swiftSettings: settings
        ),
        .target(
            name: "BenchmarkSuite",
            dependencies: [
                "Yodel", "YodelArrow", "BenchmarkKit", "BenchmarkModels",
                .target(name: "CYajl", condition: .when(traits: ["Yajl"])),
                .target(name: "CZlib", condition: .when(traits: ["Gzip"])),
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
            ],
            path: "Benchmarks/Sources",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["BenchmarkSuite"],
            path: "Benchmarks/Program",
            swiftSettings: settings
        ),
        .target(
            name: "DifferentialKit",
            dependencies: ["Yodel", "YodelArrow", "BenchmarkModels"],
            path: "Tests/Differential/Kit",
            swiftSettings: settings
        ),
        // Run by Scripts/differential, and by Scripts/fuzz, which builds it for libFuzzer.
        .executableTarget(
            name: "Differential",
            dependencies: ["DifferentialKit"],
            path: "Tests/Differential/Tool",
            swiftSettings: settings
        ),
        // A service to copy from; run by Scripts/service.
        .executableTarget(
            name: "FeedService",
            dependencies: ["Yodel"],
            path: "Examples/FeedService",
            swiftSettings: settings
        ),
        // A worker to copy, for engines that read a feed by many of them; run by Scripts/spark.
        .executableTarget(
            name: "FeedWorker",
            dependencies: ["Yodel", "YodelArrow"],
            path: "Examples/FeedWorker",
            exclude: ["feed_source.py"],
            swiftSettings: settings
        ),
        // Run by Scripts/soak.
        .executableTarget(
            name: "Soak",
            dependencies: ["Yodel", "BenchmarkKit", "BenchmarkModels"],
            path: "Tests/Soak",
            swiftSettings: settings
        ),
        // Run by Scripts/costs.
        .executableTarget(
            name: "Costs",
            dependencies: ["Yodel", "BenchmarkKit"],
            path: "Tests/Costs",
            swiftSettings: settings
        ),
        .testTarget(
            name: "YodelTests",
            dependencies: [
                "Yodel", "CYodelKernels", "BenchmarkModels", "DifferentialKit", "FeedService", "FeedWorker", "Soak",
                "Costs", "YodelArrow",
                .target(name: "CZlib", condition: .when(traits: ["Gzip"])),
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "YodelArrowTests",
            dependencies: ["Yodel", "YodelArrow", "BenchmarkModels", "DifferentialKit"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["Yodel", "BenchmarkKit", "BenchmarkModels", "BenchmarkSuite", "Benchmarks"],
            swiftSettings: testSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
