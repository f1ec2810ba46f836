/// The formats of files that can be told apart by name or by their first bytes.
package enum FileFormat: Hashable, Sendable {
  case gpx
  case geoJSON

  /// The format of the file at `path`: by its extension, or else by how it begins.
  package init(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".gpx") || name.hasSuffix(".xml") {
      self = .gpx
    } else if name.hasSuffix(".geojson") || name.hasSuffix(".json") {
      self = .geoJSON
    } else {
      self = (try? FileFormat(beginning: FileBytes.beginning(of: path, count: 512))) ?? .gpx
    }
  }

  /// The format that bytes look like: JSON begins with a bracket, everything else has to be XML.
  package init(beginning bytes: [UInt8]) {
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = bytes.first { !white.contains($0) }
    self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .geoJSON : .gpx
  }
}
