/// The name of a region: a word that is safe as the name of a file.
///
/// Letters and digits of any script, and `-`, `_` and `.` behind the first; at most ``limit`` characters.
package struct RegionName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Characters that a name may have; a file name has 255 bytes, a letter up to four.
  package static let limit = 48

  package let text: String
  package var description: String { text }

  /// The name as somebody gave it; nothing where it cannot be one.
  package init?(_ text: String) {
    guard (1...Self.limit).contains(text.count), text.utf8.count <= 4 * Self.limit else { return nil }
    guard let first = text.unicodeScalars.first, Self.isLetter(first) else { return nil }
    guard text.unicodeScalars.allSatisfy({ Self.isLetter($0) || Self.isMark($0) || "-_.".unicodeScalars.contains($0) })
    else { return nil }
    self.text = text
  }

  /// The name that the name of a file suggests: `/maps/Helsinki-latest.osm.pbf` is `helsinki`.
  package init?(file path: String) {
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    name = name.lowercased()
    for ending in Self.endings where name.hasSuffix(ending) { name.removeLast(ending.count) }
    let words = name.unicodeScalars.split { !Self.isLetter($0) && !Self.isMark($0) }.map { String($0) }
    self.init(String(words.joined(separator: "-").prefix(Self.limit)))
  }

  /// What says how a file is packed and not what is in it, the outermost first.
  private static let endings = [
    ".gz", ".bz2", ".pbf", ".osm", ".lz4", ".xml", ".geojson", ".json", ".gpx", ".loc", ".gpkg", "-latest",
  ]

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? (0x30...0x39).contains(scalar.value) || (0x61...0x7A).contains(scalar.value | 0x20) && scalar.value > 0x40
      : scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }

  package static func < (left: RegionName, right: RegionName) -> Bool { left.text < right.text }
}
