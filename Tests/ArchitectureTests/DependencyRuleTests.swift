import Foundation
import Testing

@Suite("The dependency rule")
struct DependencyRuleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file below a folder of the package, by its path below the package.
  private static func sources(below folder: String = "Sources") throws -> [(path: String, text: String)] {
    let walk = try #require(
      FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil))
    return try walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      let path = String(file.path.dropFirst(root.path.count).drop { $0 == "/" })
      return (path, try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The modules that `Package.swift` declares.
  static func modules() throws -> [Module] {
    Module.all(in: try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8))
  }

  @Test("no file imports what its module does not declare, or what is not for its ring")
  func imports() throws {
    let violations = ModuleRules.trove.violations(of: try Self.modules(), in: try Self.sources())
    #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("no module declares what its product or its ring must not know")
  func package() throws {
    let forbidden = ModuleRules.trove.forbidden(in: try Self.modules())
    #expect(forbidden.isEmpty, "\n\(forbidden.joined(separator: "\n"))")
  }

  @Test("an import over the borders of products or against the order of rings is named")
  func forbidden() {
    let modules = Module.all(
      in: """
            module("Kit/Domain/Numbers"), module("Kit/Infrastructure/Files", ["Numbers", "Hunts"]),
            module("Game/Domain/Hunts", ["Numbers", "Play"]),
            module(
              "Game/Application/Play",
              [
                "Hunts", "Hosting", "EventDomain",
              ]),
            module("Game/Adapters/Screen", ["Play", "Files", "Import", "Sound"]), module("Game/Adapters/Sound"),
            module("Regions/Adapters/Import", ["Hunts", "Files"]), module("Events/Domain/EventDomain", ["Hunts"]),
            module("Events/Application/Hosting", ["Import"]), module("Tools/Bench", ["Screen", "Import"]),
        """)
    #expect(
      ModuleRules.trove.forbidden(in: modules) == [
        "Sources/Kit/Infrastructure/Files must not import Sources/Game/Domain/Hunts",
        "Sources/Game/Domain/Hunts must not import Sources/Game/Application/Play",
        "Sources/Game/Application/Play must not import Sources/Events/Application/Hosting",
        "Sources/Game/Adapters/Screen must not import Sources/Regions/Adapters/Import",
        "Sources/Game/Adapters/Screen must not import Sources/Game/Adapters/Sound",
        "Sources/Events/Application/Hosting must not import Sources/Regions/Adapters/Import",
      ])
  }

  @Test("every folder below Sources that holds Swift belongs to a module, the app or the benchmark")
  func noFolderIsForgotten() throws {
    let known = try Self.modules().map(\.path) + Self.programs
    let strays = try Self.sources().map(\.path).filter { path in !known.contains { path.hasPrefix($0 + "/") } }
    #expect(strays == [])
  }

  /// The folders of programs, which may import everything.
  static let programs = ["Sources/Programs/Trove", "Sources/Programs/TroveHost", "Sources/Tools/Benchmark"]

  /// What only the program that hosts events may have in it.
  private static let hosting: Set = ["Refereeing", "Room", "EventHost", "RoomUI", "SpectatorPage"]

  @Test("neither the game nor anything that it is made of knows what hosts events")
  func hosting() throws {
    let modules = Dictionary(uniqueKeysWithValues: try Self.modules().map { ($0.name, $0.imports) })
    let sources = try Self.sources(below: "Sources/Programs/Trove")
    let game = sources.flatMap { ModuleRules.imports(in: $0.text).map(\.module) }
    var (reached, open) = (Set<String>(), Set(game))
    while let module = open.popFirst() {
      if reached.insert(module).inserted { open.formUnion(modules[module] ?? []) }
    }
    #expect(reached.contains("NATSEvents") && reached.isDisjoint(with: Self.hosting), "\(reached.sorted())")
    #expect(Self.hosting.allSatisfy { modules[$0] != nil })
  }

  /// The tests of the domain and of the application.
  private static let innerTests = [
    "GeodesyTests", "NumbersTests", "PlacesTests", "HuntDomainTests", "SimulationTests", "NearbyTests",
    "HuntApplicationTests",
    "FaultMatrixTests", "DoctorTests",
  ]

  @Test("tests of the domain and the application see what the other modules see", arguments: innerTests)
  func noTestableImport(target: String) throws {
    let files = try Self.sources(below: "Tests/\(target)")
    #expect(!files.isEmpty)
    let found = files.flatMap { Self.testableImports(in: $0.text, of: $0.path) }
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test("an import for tests only is named with its file and line")
  func testableImport() {
    let text = "// @testable import A\nimport Testing\n@testable import Core\n  @testable package import Outer\n"
    #expect(Self.testableImports(in: text, of: "File.swift") == ["File.swift:3", "File.swift:4"])
  }

  /// Each `@testable` import of a file, as `FILE:LINE`.
  private static func testableImports(in text: String, of path: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.drop { $0 == " " }.hasPrefix("@testable") }
      .map { "\(path):\($0.offset + 1)" }
  }

  private static let inner = Module(path: "Sources/Game/Domain/Inner", imports: ["Core"])

  @Test("a forbidden import is named with its file and line")
  func forbiddenImport() {
    let text = "// A comment\n@testable package import struct Outer.Thing\ninternal import Core\nimport Glibc\n"
    let violations = ModuleRules.trove.violations(
      of: [Self.inner], in: [("Sources/Game/Domain/Inner/File.swift", text)])
    #expect(
      violations.map(\.description) == [
        "Sources/Game/Domain/Inner/File.swift:2: Inner must not import Outer",
        "Sources/Game/Domain/Inner/File.swift:4: Inner must not import Glibc",
      ])
  }

  @Test("an emptied folder is a violation, also when a folder of a similar name is full")
  func emptiedFolder() {
    let files = [("Sources/Game/Domain/InnerCourt/File.swift", "import Glibc\n")]
    let violations = ModuleRules.trove.violations(of: [Self.inner], in: files)
    #expect(violations == [Violation(file: "Sources/Game/Domain/Inner", line: 1, problem: "Inner is empty")])
  }

  @Test(
    "an import is seen in every spelling",
    arguments: ["import A", "  import A", "package import A", "@_exported import A", "import func A.f", "import A.B"])
  func spelling(line: String) {
    #expect(ModuleRules.imports(in: "let x = 1\n" + line).map(\.module) == ["A"])
  }
}
