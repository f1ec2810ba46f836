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

  @Test("no file of the house imports what its room may not know")
  func arrows() throws {
    let violations = House.trove.violations(in: try Self.sources())
    #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("the package and the house agree on modules, their folders and their arrows")
  func package() throws {
    let package = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let differences = House.trove.differences(from: package)
    #expect(differences.isEmpty, "\n\(differences.joined(separator: "\n"))")
  }

  @Test("each difference between a package and a house is named")
  func differences() {
    let house = House(rooms: [
      "Core": .init(path: "Sources/Core", arrows: [], outside: []),
      "Inner": .init(path: "Sources/Inner", arrows: ["Core", "Old"], outside: ["Glibc"]),
      "Lost": .init(path: "Sources/Lost", arrows: [], outside: []),
      "Moved": .init(path: "Sources/Moved", arrows: [], outside: []),
    ])
    let package = """
          module("Core", "Core"), module("More", "More", ["Core"]),
          module(
            "Inner", "Inner",
            [
              "Core", "New",
            ]),
          module("Moved", "Elsewhere"),
      """
    #expect(
      house.differences(from: package) == [
        #"Inner: only in Package.swift ["New"], only in House.swift ["Old"]"#, "Lost is not in Package.swift",
        "More is not in House.swift", "Moved lies in Sources/Elsewhere, and in Sources/Moved in House.swift",
      ])
  }

  @Test("every folder below Sources that holds Swift belongs to a room, the app or the benchmark")
  func noRoomIsForgotten() throws {
    let known = House.trove.rooms.values.map(\.path) + ["Sources/App", "Sources/Benchmark"]
    let strays = try Self.sources().map(\.path).filter { path in !known.contains { path.hasPrefix($0 + "/") } }
    #expect(strays == [])
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

  @Test("a forbidden arrow is named with its file and line")
  func forbiddenArrow() {
    let house = House(rooms: ["Inner": .init(path: "Sources/Inner", arrows: ["Core"], outside: [])])
    let text = "// A comment\n@testable package import struct Outer.Thing\ninternal import Core\n"
    let violations = house.violations(in: [("Sources/Inner/File.swift", text)])
    #expect(violations.map(\.description) == ["Sources/Inner/File.swift:2: Inner must not import Outer"])
  }

  @Test("an emptied folder is a violation, also when a folder of a similar name is full")
  func emptiedFolder() {
    let house = House(rooms: ["Inner": .init(path: "Sources/Inner", arrows: [], outside: [])])
    let violations = house.violations(in: [("Sources/InnerCourt/File.swift", "import Glibc\n")])
    #expect(violations == [Violation(file: "Sources/Inner", line: 1, problem: "the room Inner is empty")])
  }

  @Test(
    "an import is seen in every spelling",
    arguments: ["import A", "  import A", "package import A", "@_exported import A", "import func A.f", "import A.B"])
  func spelling(line: String) {
    #expect(House.imports(in: "let x = 1\n" + line).map(\.module) == ["A"])
  }
}
