package import Geodesy

/// The name of a tile in the name of its file.
///
/// ```swift
/// TileFileName.tile("maps/14-8704-5971.mvt")  // 14/8704/5971
/// TileFileName.tile("maps/14/8704/5971.pbf")  // 14/8704/5971
/// ```
package enum TileFileName {
  /// Endings of files that are tiles, compressed or not.
  static let endings = [".mvt", ".pbf", ".mvt.gz", ".pbf.gz"]

  /// Whether a path ends as files of tiles do.
  static func isTile(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  /// The tile that a path names, by the last three numbers of the file's name or by its last two folders and itself;
  /// nothing where it names none.
  package static func tile(_ path: String) -> TileID? {
    let folders = path.split(separator: "/")
    guard let name = folders.last else { return nil }
    let stem = name.prefix { $0 != "." }
    let parts = stem.split { $0 == "-" || $0 == "_" }
    if parts.count >= 3 { return tile(parts.suffix(3)) }
    return folders.count >= 3 ? tile(folders.dropLast().suffix(2) + [stem]) : nil
  }

  private static func tile(_ parts: some Collection<Substring>) -> TileID? {
    let numbers = parts.compactMap { part in
      part.utf8.count <= 10 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    return numbers.count == 3 ? TileID(zoom: numbers[0], x: numbers[1], y: numbers[2]) : nil
  }
}
