import Foundation
import ProcessTesting
import Testing
import VectorTiles

/// What a fixture of the suite says about itself.
private struct Fixture: Decodable {
  struct Validity: Decodable {
    let v1, v2: Bool
    let error: String?
  }

  let description: String
  let validity: Validity
}

/// A file of a corpus, and what is to become of it.
private struct Hostile: Decodable {
  let id, fmt, cls, file, why: String
  let keep: Int?
}

/// Taken, taken with warnings, or refused.
private func outcome(_ bytes: [UInt8]) -> (name: String, loaded: Int?, texts: [String]) {
  do throws(VectorTileError) {
    let tile = try VectorTile(compressed: bytes)
    return (tile.warnings.isEmpty ? "accept" : "warn", tile.featureCount, tile.warnings.entries.map(\.description))
  } catch { return ("reject", nil, [error.description]) }
}

@Suite("Vector tiles of others", .enabled(if: SharedTiles.arePresent, "no tiles of others beside the package"))
struct VectorTileConformanceTests {
  /// Where we differ from the suite of fixtures: what becomes of the fixture here, and why.
  private static let differences: [String: (outcome: String, reason: String)] = {
    let tag = ("warn", "a tag that means nothing costs the tag, not the tile")
    let geometry = ("warn", "a geometry that is wrong costs its feature, not the tile")
    let reach = ("warn", "a line that leaves 32 bits cannot be drawn; it is left out and told")
    return [
      "040": tag, "041": tag, "042": tag, "044": geometry, "047": geometry, "048": geometry, "051": geometry,
      "052": geometry, "058": geometry, "049": reach, "050": reach,
      "061": ("warn", "it has no version, which other fixtures call fatal; it is taken as version 1, and told"),
    ]
  }()

  @Test("the suite of fixtures is read as it says")
  func fixtures() throws {
    let folder = "tiles/mvt-fixtures"
    let names = try FileManager.default.contentsOfDirectory(atPath: SharedTiles.path(folder)).sorted()
      .filter { Int($0) != nil }
    #expect(names.count >= 49)
    for name in names {
      let info = try JSONDecoder().decode(
        Fixture.self, from: Data(try SharedTiles.bytes("\(folder)/\(name)/info.json")))
      let got = outcome(try SharedTiles.bytes("\(folder)/\(name)/tile.mvt"))
      let isValid = info.validity.v2 || info.validity.v1
      let said = isValid ? "accept" : info.validity.error == "fatal" ? "reject" : "warn"
      let wanted = Self.differences[name]?.outcome ?? said
      #expect(got.name == wanted, "\(name): \(got.texts), but \(info.description)")
    }
  }

  private struct Counted: Decodable {
    let file: String
    let layers: [String: LayerCount]
  }

  @Test("real tiles hold what GDAL counts in them")
  func counts() throws {
    let lines = try SharedTiles.lines("tiles/oracle.mvt.jsonl", as: Counted.self)
    #expect(lines.count > 80)
    for line in lines {
      let tile = try VectorTile(compressed: try SharedTiles.bytes(line.file))
      #expect(LayerCount.of(tile) == line.layers, "\(line.file)")
      #expect(tile.warnings.isEmpty, "\(line.file): \(tile.warnings.entries.prefix(3))")
    }
  }

  @Test("hostile tiles are taken, taken with a warning, or refused, as their contract says")
  func hostile() async throws {
    try #require(SharedFiles.has("hostile/dev.tar.xz"))
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tar = try await Command.run(
      "tar",
      [
        "-xf", SharedFiles.folder.appending(path: "hostile/dev.tar.xz").path, "-C", folder.path,
        "--strip-components=1", "--wildcards", "*/manifest.jsonl", "*/mvt/*",
      ], limit: 300)
    try #require(tar.status == 0, "\(tar.error)")
    let cases = try String(contentsOf: folder.appending(path: "manifest.jsonl"), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Hostile.self, from: Data($0.utf8)) }.filter { $0.fmt == "mvt" }
    #expect(cases.count == 96)
    for hostile in cases {
      let got = outcome([UInt8](try Data(contentsOf: folder.appending(path: hostile.file))))
      let isAsSaid = hostile.cls == "any" || hostile.cls.split(separator: "|").contains(Substring(got.name))
      #expect(isAsSaid, "\(hostile.id), \(hostile.why): \(got.name)")
      if let keep = hostile.keep, let loaded = got.loaded { #expect(loaded == keep, "\(hostile.id), \(hostile.why)") }
      #expect((got.name == "accept") == got.texts.isEmpty)
      #expect(got.texts.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }
  }
}
