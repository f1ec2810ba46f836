// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What does most of the work of the tests: script/debug has it optimised, and the tests take half the time.
let optimized: Set =
  Context.environment["TROVE_OPTIMIZE"] == "1"
  ? [
    "Numbers", "Geodesy", "Places", "HuntDomain", "Streets", "Simulation", "Nearby", "Views", "Eye", "Game",
    "HuntMaking", "Trials",
    "GeoFormats", "TextCanvas", "TerminalUI",
  ] : []

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module: its folder, `PRODUCT/RING/NAME` below `Sources`, the modules that it imports, and files that it holds.
///
/// `ModuleRules.swift` in ArchitectureTests reads these lines, and has the rules for them.
func module(_ path: String, _ imports: [Target.Dependency] = [], embeds files: [String] = []) -> Target {
  let name = String(path.split(separator: "/").last ?? "")
  return .target(
    name: name, dependencies: imports + (path.hasPrefix("Programs/") ? [arguments] : []), path: "Sources/\(path)",
    resources: files.map { .embedInCode($0) },
    swiftSettings: strict + (optimized.contains(name) ? [.unsafeFlags(["-O"])] : []))
}

/// The tests of one module.
func tests(_ name: String, _ arrows: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: arrows, path: "Tests/\(name)", exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "trove",
  products: [
    .executable(name: "trove", targets: ["trove"]),
    .executable(name: "trove-host", targets: ["trove-host"]),
    .executable(name: "trove-bench", targets: ["trove-bench"]),
    .library(name: "TroveSimulation", targets: ["TroveSimulation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The kit: what any program could use. Module maps and thin shims for libraries of C and C++ first.
    .systemLibrary(
      name: "CSystem", path: "Sources/Kit/System/CSystem",
      providers: [
        .apt([
          "libbz2-dev", "libdeflate-dev", "libexpat1-dev", "libgps-dev", "libnova-dev", "libsodium-dev",
          "libsqlite3-dev", "zlib1g-dev",
        ])
      ]),
    .target(
      name: "CGeographic", path: "Sources/Kit/System/CGeographic",
      linkerSettings: [.linkedLibrary("GeographicLib")]),
    .target(
      name: "COsmium", path: "Sources/Kit/System/COsmium",
      linkerSettings: ["z", "bz2", "lz4", "expat"].map { .linkedLibrary($0) }),
    .target(name: "CSpatialKernel", path: "Sources/Kit/System/CSpatialKernel"),
    // Libraries that are loaded at their first use: curl brings two dozen others, most games need none of them, and only
    // events need NATS.
    .target(name: "CLoading", path: "Sources/Kit/System/CLoading"),
    .target(name: "CCurl", dependencies: ["CLoading"], path: "Sources/Kit/System/CCurl"),
    .target(name: "CNATS", dependencies: ["CLoading"], path: "Sources/Kit/System/CNATS"),
    // Only the program that hosts events has it.
    .target(
      name: "CMicroHTTP", path: "Sources/Kit/System/CMicroHTTP", linkerSettings: [.linkedLibrary("microhttpd")]),
    module("Kit/Domain/Numbers"),
    module("Kit/Domain/Geodesy", ["CGeographic", "Numbers"]),
    module("Kit/Domain/SpatialIndex", ["CSpatialKernel"]),
    module("Kit/Infrastructure/SystemKit"),
    module("Kit/Infrastructure/GeoFormats", ["Geodesy", "CSystem", "Numbers", "SystemKit"]),
    module("Kit/Infrastructure/TextCanvas", ["Numbers"]),
    module("Kit/Infrastructure/WebFetch", ["CCurl", "Numbers", "SystemKit"]),
    module("Kit/Infrastructure/Database", ["CSystem"]),
    module("Kit/Infrastructure/Sealing", ["CSystem"]),
    module("Kit/Infrastructure/VectorTiles", ["Geodesy", "CSystem", "Database", "SystemKit"]),

    // The game: values and rules, use cases with their ports, technologies for the ports.
    module("Game/Domain/Places", ["Geodesy"]),
    module("Game/Domain/HuntDomain", ["Places", "Geodesy", "Numbers"]),
    module("Game/Domain/HuntInspection", ["Numbers", "HuntDomain", "Places", "Geodesy"]),
    module("Game/Domain/Streets", ["Places", "Geodesy"]),
    module("Game/Domain/Simulation", ["Streets", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    module("Game/Application/Nearby", ["Numbers", "HuntDomain", "Places", "Geodesy", "SpatialIndex"]),
    module("Game/Application/Views", ["Numbers", "Nearby", "HuntDomain", "Places", "Geodesy"]),
    module("Game/Application/Eye", ["Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "CSystem"]),
    module(
      "Game/Application/Game",
      ["Views", "Eye", "Nearby", "EventDomain", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    module("Game/Application/Editor", ["Game", "Views", "Nearby", "HuntDomain", "Places", "Geodesy"]),
    module(
      "Game/Application/HuntMaking",
      ["HuntInspection", "Views", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets"]),
    module("Game/Application/Viewer", ["Game", "Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    module(
      "Game/Application/Trials",
      ["Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets"]),
    module("Game/Application/Doctor", ["Views"]),
    module(
      "Game/Adapters/GPSDLocation",
      ["Numbers", "Nearby", "Doctor", "HuntDomain", "Geodesy", "GeoFormats", "CSystem", "SystemKit"]),
    module("Game/Adapters/TraceLocation", ["Numbers", "Nearby", "Game", "HuntDomain", "Geodesy", "GeoFormats"]),
    module("Game/Adapters/WalkerLocation", ["Nearby", "HuntDomain", "Geodesy", "Simulation", "Streets", "SystemKit"]),
    module("Game/Adapters/ReceiverFeed", ["Nearby", "HuntDomain", "Geodesy", "Numbers", "GeoFormats", "SystemKit"]),
    module("Game/Adapters/SystemInspection", ["Doctor"]),
    module(
      "Game/Adapters/PlaceFiles",
      [
        "Nearby", "Views", "HuntMaking", "HuntInspection", "HuntDomain", "Places", "Geodesy", "GeoFormats", "Numbers",
        "Sealing", "SystemKit",
      ]),
    module("Game/Adapters/PlaceServices", ["Nearby", "Places", "Geodesy", "GeoFormats", "WebFetch"]),
    module(
      "Game/Adapters/MapTiles",
      ["Views", "Places", "Geodesy", "Streets", "GeoFormats", "SystemKit", "VectorTiles"]),
    module(
      "Game/Adapters/TerminalUI",
      [
        "Views", "Eye", "Game", "Editor", "Viewer", "Trials", "HuntDomain", "Geodesy", "TextCanvas",
        "SystemKit",
      ]),
    module(
      "Game/Adapters/PlainUI",
      [
        "Nearby", "Views", "Eye", "Game", "EventDomain", "Trials", "HuntDomain", "Places", "Geodesy", "GeoFormats",
        "Numbers", "SystemKit",
      ]),
    module(
      "Game/Adapters/SessionLogs",
      [
        "Nearby", "Views", "Eye", "Game", "Events", "EventDomain", "HuntDomain", "Places", "Geodesy", "GeoFormats",
        "Database", "Numbers", "Sealing", "SystemKit",
      ]),

    // Regions: extracts of OpenStreetMap become places, streets and tiles.
    module("Regions/Infrastructure/OSMExtracts", ["COsmium", "GeoFormats", "Geodesy", "SystemKit"]),
    module(
      "Regions/Adapters/PlaceCatalog",
      [
        "Nearby", "HuntDomain", "Places", "Geodesy", "GeoFormats", "Database", "Numbers", "SpatialIndex", "OSMExtracts",
        "SystemKit",
      ]),
    module("Regions/Adapters/TileMaking", ["GeoFormats", "OSMExtracts", "SystemKit"]),

    // Events: hunts with many players.
    module("Events/Domain/EventDomain", ["Numbers", "HuntDomain", "Geodesy"]),
    module("Events/Application/Events", ["Numbers", "EventDomain"]),
    module("Events/Application/Refereeing", ["Numbers", "Events", "EventDomain", "HuntDomain"]),
    module("Events/Application/Room", ["Numbers", "Views", "EventDomain", "HuntDomain", "Places", "Geodesy"]),
    module("Events/Infrastructure/NATSClient", ["CNATS", "Numbers", "Sealing", "SystemKit"]),
    module(
      "Events/Adapters/NATSEvents",
      [
        "Numbers",
        "Events", "EventDomain", "HuntDomain", "Nearby", "Geodesy", "GeoFormats", "Database", "NATSClient", "Sealing",
        "SystemKit",
      ]),
    module(
      "Events/Adapters/EventHost",
      [
        "Numbers",
        "NATSEvents", "Events", "EventDomain", "HuntDomain", "Database", "NATSClient", "Sealing", "SystemKit",
      ]),
    module(
      "Events/Adapters/RoomUI",
      ["Numbers", "TerminalUI", "Room", "Game", "Views", "EventDomain", "HuntDomain", "GeoFormats", "TextCanvas"]),
    module(
      "Events/Adapters/SpectatorPage",
      [
        "Numbers",
        "CMicroHTTP", "Room", "Views", "EventDomain", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit",
      ],
      embeds: ["Page/page.html", "Page/page.css", "Page/page.js", "Page/icon.svg"]),

    // The simulator for other packages.
    module("Tools/TroveSimulation", ["Numbers", "Simulation", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit"]),

    // What the commands of all programs share.
    module(
      "Programs/CommandKit",
      [
        "Numbers",
        "Events", "EventDomain", "Game", "GeoFormats", "Geodesy", "HuntDomain", "MapTiles", "PlaceCatalog",
        "PlaceFiles", "Places", "SessionLogs", "Simulation", "SystemKit", "TerminalUI", "TextCanvas",
        "TraceLocation", "Views",
      ]),

    // The composition roots: the game, and the host of events.
    .executableTarget(
      name: "trove",
      dependencies: [
        arguments, "CommandKit", "Geodesy", "HuntDomain", "HuntInspection", "Places", "Nearby",
        "Views", "Eye", "Game",
        "Editor", "HuntMaking", "Viewer", "Events", "EventDomain", "NATSEvents", "NATSClient",
        "Trials", "Doctor", "Simulation", "Streets", "GeoFormats", "TextCanvas",
        "GPSDLocation",
        "TraceLocation", "WalkerLocation", "PlaceFiles", "TerminalUI", "PlainUI", "ReceiverFeed", "SystemInspection",
        "TileMaking", "MapTiles", "PlaceCatalog", "PlaceServices",
        "WebFetch", "OSMExtracts", "SessionLogs", "Sealing", "Numbers", "SystemKit", "CSystem",
      ],
      path: "Sources/Programs/Trove", swiftSettings: strict),

    .executableTarget(
      name: "trove-host",
      dependencies: [
        arguments, "CommandKit", "EventHost", "NATSEvents", "NATSClient", "Events", "Refereeing",
        "EventDomain", "Room", "RoomUI", "SpectatorPage", "PlainUI", "TerminalUI", "PlaceFiles", "Views",
        "GeoFormats", "HuntDomain", "TextCanvas", "Sealing", "SystemKit", "CSystem",
      ],
      path: "Sources/Programs/TroveHost", swiftSettings: strict),

    // A host that embeds one screen.
    .executableTarget(
      name: "compass-host",
      dependencies: ["TerminalUI", "Views", "Nearby", "HuntDomain", "Places", "Geodesy", "TextCanvas"],
      path: "Examples/CompassHost", swiftSettings: strict),

    // Doubles, contracts and golden files.
    module(
      "Tools/HuntTesting",
      [
        "Nearby", "Events", "EventDomain", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets",
        "SystemKit",
      ]),
    .executableTarget(
      name: "trove-bench",
      dependencies: [
        arguments, "CommandKit", "Geodesy", "HuntDomain", "Places", "Nearby", "Views", "Eye", "Game", "Trials",
        "GeoFormats", "Events", "EventDomain", "NATSEvents", "NATSClient", "PlainUI", "Sealing", "SessionLogs",
        "TextCanvas", "TerminalUI", "PlaceFiles", "TraceLocation", "HuntTesting", "MapTiles", "Simulation",
        "SpatialIndex", "Numbers", "SystemKit", "CSystem",
      ],
      path: "Sources/Tools/Benchmark", swiftSettings: strict),

    // What several tests need from outside: programs, a real gpsd, files that lie beside the package.
    .target(name: "ProcessTesting", dependencies: ["SystemKit"], path: "Tests/Support", swiftSettings: strict),
    // Seeded examples, and a terminal that knows what a frame may contain.
    .target(name: "ChanceTesting", path: "Tests/ChanceTesting", swiftSettings: strict),
    // Places, fixes and headings a few metres apart.
    .target(
      name: "PlaceSamples", dependencies: ["Nearby", "HuntDomain", "Places", "Geodesy"], path: "Tests/PlaceSamples",
      swiftSettings: strict),
    .target(name: "CanvasTesting", dependencies: ["TextCanvas"], path: "Tests/CanvasTesting", swiftSettings: strict),
    tests("NumbersTests", ["Numbers"]),
    tests("SystemKitTests", ["SystemKit"]),
    tests("GeodesyTests", ["Geodesy", "ChanceTesting", "ProcessTesting"]),
    tests("SkyTests", ["Numbers", "Eye", "HuntDomain", "Geodesy", "ProcessTesting"]),
    tests("PlacesTests", ["Places"]),
    tests("HuntDomainTests", ["HuntDomain", "Places", "Geodesy", "Numbers", "ProcessTesting"]),
    tests(
      "SimulationTests",
      ["Simulation", "Streets", "HuntDomain", "Places", "Geodesy", "Numbers", "GeoFormats", "ProcessTesting"]),
    tests(
      "HuntApplicationTests",
      [
        "Nearby", "Views", "Eye", "Game", "Editor", "Viewer", "Room", "Trials", "EventDomain", "HuntDomain",
        "HuntInspection", "Places",
        "Geodesy", "Numbers", "Simulation", "HuntTesting", "PlaceSamples",
      ]),
    tests(
      "HuntMakingTests",
      [
        "HuntMaking", "PlaceFiles", "HuntInspection", "HuntTesting", "Views", "HuntDomain", "Places", "Geodesy",
        "Numbers",
        "Simulation", "ProcessTesting",
      ]),
    tests("EyeTests", ["Eye", "Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    tests("NearbyTests", ["Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "HuntTesting", "PlaceSamples"]),
    tests(
      "GeoFormatsTests", ["GeoFormats", "Geodesy", "ProcessTesting", "Numbers", "CSystem"],
      exclude: ["Fixtures"]),
    tests("TextCanvasTests", ["TextCanvas", "CanvasTesting", "ChanceTesting"]),
    tests("SpatialIndexTests", ["SpatialIndex", "CSpatialKernel", "ChanceTesting"]),
    tests(
      "FrameSequencesTests", ["TextCanvas", "CanvasTesting", "ChanceTesting", "CSystem"],
      exclude: ["Golden"]),
    tests("FaultMatrixTests", ["Nearby", "Game", "Simulation", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    tests("TroveSimulationTests", ["TroveSimulation"]),
    tests("LibraryTests", ["ProcessTesting"]),
    tests("OSMExtractsTests", ["OSMExtracts", "ChanceTesting", "ProcessTesting"]),
    tests("TileMakingTests", ["TileMaking", "OSMExtracts", "GeoFormats", "ProcessTesting"]),
    tests(
      "NATSEventsTests",
      [
        "Numbers",
        "NATSEvents", "EventHost", "NATSClient", "Events", "EventDomain", "HuntDomain", "Nearby", "HuntTesting",
        "ProcessTesting",
        "Geodesy", "Sealing",
      ]),
    tests(
      "EventsTests",
      [
        "NATSEvents", "Numbers",
        "Events", "Refereeing", "EventDomain", "EventHost", "HuntDomain", "Geodesy", "HuntTesting",
        "SystemKit",
      ]),
    tests("RoomTests", ["Numbers", "Room", "Views", "EventDomain", "HuntDomain", "Places", "Geodesy"]),
    tests(
      "SpectatorPageTests",
      [
        "Numbers",
        "SpectatorPage", "Room", "Views", "EventDomain", "HuntDomain", "Places", "Geodesy",
        "SystemKit", "ProcessTesting",
      ],
      exclude: ["browser.py"]),
    tests("WebFetchTests", ["WebFetch", "SystemKit", "ProcessTesting", "ChanceTesting"]),
    tests(
      "PlaceServicesTests",
      [
        "PlaceServices", "WebFetch", "Nearby", "Places", "Geodesy", "Numbers", "SystemKit",
        "ProcessTesting",
      ]),
    .executableTarget(
      name: "trove-catalog-loop", dependencies: ["PlaceCatalog", "HuntDomain", "Places", "Geodesy"],
      path: "Tests/CatalogLoop",
      swiftSettings: strict),
    tests(
      "PlaceCatalogTests",
      [
        "PlaceCatalog", "Database", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "GeoFormats", "OSMExtracts",
        "ProcessTesting", "trove-catalog-loop",
      ]),
    tests(
      "SessionLogsTests",
      [
        "SessionLogs", "Sealing", "Nearby", "Views", "Eye", "Game", "Events", "EventDomain", "PlainUI", "HuntDomain",
        "Places", "Geodesy", "Numbers",
      ]),
    tests("SealingTests", ["Sealing", "Numbers"]),
    tests(
      "NATSClientTests", ["NATSClient", "Sealing", "SystemKit", "ProcessTesting", "ChanceTesting"]),
    tests("VectorTilesTests", ["VectorTiles", "Geodesy", "Database", "CSystem", "ChanceTesting", "ProcessTesting"]),
    tests(
      "MapTilesTests",
      [
        "Numbers",
        "MapTiles", "VectorTiles", "Views", "Places", "Geodesy", "GeoFormats", "ChanceTesting",
        "ProcessTesting",
      ]),
    tests(
      "CityTests",
      [
        "MapTiles", "TileMaking", "TerminalUI", "TextCanvas", "Views", "Eye", "Nearby", "Viewer", "PlaceCatalog",
        "PlaceFiles", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets", "HuntTesting",
        "ProcessTesting",
      ],
      exclude: ["Golden"]),
    // Recordings of a live gpsd are read as traces.
    tests(
      "GPSDLocationTests",
      [
        "Numbers",
        "GPSDLocation", "TraceLocation", "HuntTesting", "Nearby", "Game", "HuntDomain", "Geodesy", "GeoFormats",
        "SystemKit", "ProcessTesting",
      ]),
    tests(
      "TraceLocationTests",
      [
        "TraceLocation", "HuntTesting", "Nearby", "Game", "Viewer", "HuntDomain", "Geodesy", "Numbers",
        "ProcessTesting",
      ]),
    tests(
      "WalkerLocationTests",
      ["WalkerLocation", "HuntTesting", "Nearby", "Simulation", "HuntDomain", "Places", "Geodesy", "Numbers"]),
    tests(
      "PlaceFilesTests",
      [
        "PlaceFiles", "HuntTesting", "Views", "Editor", "HuntMaking", "HuntInspection", "HuntDomain", "Places",
        "Geodesy", "Numbers", "GeoFormats", "Sealing", "SystemKit", "ProcessTesting",
      ]),
    tests(
      "TerminalUITests",
      [
        "TerminalUI", "RoomUI", "TextCanvas", "Nearby", "Views", "Eye", "Game", "Editor", "Viewer", "Room",
        "EventDomain",
        "Trials", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "HuntTesting",
      ],
      exclude: ["Golden"]),
    tests(
      "FeedTests",
      [
        "ReceiverFeed", "GPSDLocation", "Nearby", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit",
        "ChanceTesting", "ProcessTesting", "Numbers",
      ]),
    .executableTarget(
      name: "trove-save-loop", dependencies: ["SessionLogs", "HuntDomain", "Places", "Geodesy"],
      path: "Tests/SaveLoop", swiftSettings: strict),
    tests(
      "SavedGamesTests",
      [
        "SessionLogs", "Database", "Game", "HuntDomain", "Places", "Geodesy", "Numbers", "SystemKit",
        "ProcessTesting",
        "trove-save-loop", "trove",
      ],
      exclude: ["Fixtures"]),
    tests("CommandKitTests", ["CommandKit", arguments]),
    tests("DoctorTests", ["SystemInspection", "Doctor"]),
    tests(
      "PlainUITests",
      [
        "Numbers",
        "PlainUI", "RoomUI", "WalkerLocation", "Simulation", "PlaceFiles", "Sealing", "Nearby", "Views", "Game", "Room",
        "EventDomain", "HuntDomain", "Places", "Geodesy", "ProcessTesting",
      ]),
    // They import nothing of the program but what a forger would: they run it.
    tests(
      "AcceptanceTests",
      [
        "CommandKit", "SessionLogs", "EventHost", "NATSEvents", "NATSClient", "Events", "EventDomain", "GeoFormats",
        "Sealing", "SystemKit", "ProcessTesting", "trove", "trove-host", "trove-bench", "compass-host",
      ]),
    tests("ArchitectureTests", []),
  ],
  cxxLanguageStandard: .cxx17
)

// Only for script/fuzz: a program without a main of its own, which no other build could link.
if Context.environment["FUZZ"] == "1" {
  package.products.append(.executable(name: "trove-fuzz", targets: ["trove-fuzz"]))
  package.targets.append(
    .executableTarget(
      name: "trove-fuzz",
      dependencies: [
        "GeoFormats", "OSMExtracts", "PlaceFiles", "PlaceServices", "WebFetch", "SessionLogs",
        "GPSDLocation", "SystemKit", "PlainUI", "Sealing", "TerminalUI", "TextCanvas", "Simulation", "VectorTiles",
        "Nearby", "Views", "Game", "Viewer", "HuntDomain", "HuntInspection", "Places", "Geodesy", "Numbers",
        "EventDomain", "Events", "Refereeing", "NATSEvents", "Room",
      ],
      path: "Fuzz",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

extension Target {
  /// The targets of this package that this one needs.
  var needed: [String] { dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } } }
}

extension Package {
  /// `names` and the names of all targets that they need, directly or through others.
  func reach(_ names: [String]) -> Set<String> {
    var (all, more) = (Set<String>(), Set(names))
    while !more.isEmpty {
      all.formUnion(more)
      more = Set(targets.filter { more.contains($0.name) }.flatMap(\.needed)).subtracting(all)
    }
    return all
  }

  /// Leaves only the targets called `names`, and the products that can be made of them.
  func keep(_ names: Set<String>) {
    targets.removeAll { !names.contains($0.name) }
    products.removeAll { !names.contains($0.name) }
  }
}

// Without one module, and without the targets that need it: for script/without.
if let name = Context.environment["TROVE_WITHOUT"] {
  var (gone, more) = (Set<String>(), Set([name]))
  while !more.isEmpty {
    gone.formUnion(more)
    more = Set(package.targets.filter { !more.isDisjoint(with: $0.needed) }.map(\.name)).subtracting(gone)
  }
  package.keep(Set(package.targets.map(\.name)).subtracting(gone))
}

// Only what the test targets in TROVE_TESTS need, their names separated by commas: for script/test with a name, and for the
// builds that look at some tests in another way.
if let names = Context.environment["TROVE_TESTS"] {
  package.keep(package.reach(names.split(separator: ",").map(String.init)))
}

// SwiftPM compiles a target again when a module that the target declares has changed, but not when only a module behind
// that one has. If a value in the last has another layout then, the program reads memory that is not its own: it crashes
// after an update, until it is built from scratch (swift-package-manager, issue 10502). So each target declares all that
// it reaches. TROVE_DECLARED=1 leaves out what is added here, for the check that each import is declared.
if Context.environment["TROVE_DECLARED"] != "1" {
  for (target, reached) in package.targets.map({ ($0, package.reach($0.needed)) }) {
    target.dependencies += reached.subtracting(target.needed).sorted().map { .byName(name: $0) }
  }
}
