import Foundation
import ProcessTesting
import Testing

@Suite(
  "Playing on a map of tiles", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .timeLimit(.minutes(5)))
struct MapPlayLiveTests {
  /// A vector tile with empty layers of a known schema.
  private static let tile: [UInt8] = ["water", "transportation", "building"].flatMap { name -> [UInt8] in
    // Version 2, the name, 4096 units a side: fields 15, 1 and 5.
    let layer: [UInt8] = [0x78, 2, 0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x28, 0x80, 0x20]
    return [0x1A, UInt8(layer.count)] + layer
  }

  private static let hunt = """
    {"type": "FeatureCollection", "trove": {"type": "hunt", "version": 1, "title": "One"}, "features": [
      {"type": "Feature", "properties": {"id": "t", "name": "Chest", "order": 1, "radius_m": 20},
       "geometry": {"type": "Point", "coordinates": [0.011, 0.011]}}]}
    """

  @Test("a tile that is wanted when the game begins is read, also where nothing asks for it again")
  func firstTile() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.tile).write(to: folder.appending(path: "14-8192-8191.mvt"))
    try Data(Self.hunt.utf8).write(to: folder.appending(path: "hunt.geojson"))
    // The treasure and the player are on the one tile that there is.
    let terminal = try await Tmux(
      "\(TroveBinary.path) play \(folder.path)/hunt.geojson --map \(folder.path)/14-8192-8191.mvt --view map "
        + "--from steer:0.01,0.01", columns: 100, rows: 32)
    #expect(try await terminal.wait(for: "of 1 found") != nil)
    #expect(try await terminal.wait(forNo: "Loading") != nil)
  }
}
