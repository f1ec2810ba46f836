internal import GeoFormats
internal import Glibc
internal import OSMExtracts
internal import SystemKit

/// The sea as a shapefile, the only format besides OpenStreetMap's from which tilemaker takes shapes.
///
/// A polygon a record, with the column `class`, which is `ocean`; after ESRI's Shapefile Technical Description (1998).
struct SeaShapes {
  private static let kind = Array("ocean".utf8)
  /// The code of polygons.
  private static let polygon: Int32 = 5

  /// The files by the endings of their names.
  let files: [String: [UInt8]]

  /// Makes shapes of the parts of a sea.
  init(_ polygons: [Sea.Polygon]) {
    var (shapes, index) = ([UInt8](), [UInt8]())
    for (number, polygon) in polygons.enumerated() {
      let record = Self.record(polygon)
      // Offsets and lengths count 16-bit words, those of the header with them.
      index += Self.big(50 + shapes.count / 2) + Self.big(record.count / 2)
      shapes += Self.big(number + 1) + Self.big(record.count / 2) + record
    }
    let box = Self.box(polygons.lazy.flatMap(\.outline))
    files = [
      "shp": Self.header(bytes: shapes.count, box) + shapes, "shx": Self.header(bytes: index.count, box) + index,
      "dbf": Self.table(rows: polygons.count),
    ]
  }

  /// Writes the files below `path`, to which their endings are added.
  func write(as path: String) throws(SystemError) {
    for (ending, bytes) in files { try SystemIO.write(bytes, toNewFile: "\(path).\(ending)") }
  }

  /// Adds a layer to a configuration of tilemaker, which draws the file at `path` as water.
  static func config(_ config: JSONDocument, shapes path: String) throws(TilemakerError) -> [UInt8] {
    guard let layers = config.root["layers"], layers.isObject else {
      throw .failed("config.json has no layers; take the one that comes with Trove")
    }
    var editor = JSONEditor(config)
    editor.set(
      "ocean",
      toText: """
        {"minzoom": 6, "maxzoom": 14, "write_to": "water", "source": \(JSONText.quoted(path)), \
        "source_columns": ["class"], "simplify_below": 12, "simplify_level": 0.0003, "combine_polygons_below": 14}
        """,
      inObjectAt: layers.range.lowerBound)
    return editor.bytes
  }

  // MARK: - Bytes

  private static func record(_ polygon: Sea.Polygon) -> [UInt8] {
    let rings = ([polygon.outline] + polygon.holes).map { $0 + $0.prefix(1) }
    var parts: [UInt8] = []
    var count = 0
    for ring in rings {
      parts += little(Int32(count))
      count += ring.count
    }
    let points = rings.joined().flatMap { little($0.longitude) + little($0.latitude) }
    return little(Self.polygon) + box(polygon.outline) + little(Int32(rings.count)) + little(Int32(count)) + parts
      + points
  }

  private static func header(bytes: Int, _ box: [UInt8]) -> [UInt8] {
    big(9994) + [UInt8](repeating: 0, count: 20) + big(50 + bytes / 2) + little(Int32(1000)) + little(polygon) + box
      + [UInt8](repeating: 0, count: 32)
  }

  /// The least and the greatest coordinates.
  private static func box(_ points: some Sequence<Sea.Point>) -> [UInt8] {
    var (west, south, east, north) = (180.0, 90.0, -180.0, -90.0)
    for point in points {
      (west, south) = (min(west, point.longitude), min(south, point.latitude))
      (east, north) = (max(east, point.longitude), max(north, point.latitude))
    }
    return [west, south, east, north].flatMap(little)
  }

  /// A dBASE table with the column `class`.
  private static func table(rows: Int) -> [UInt8] {
    let column = Array("class".utf8) + [UInt8](repeating: 0, count: 6) + Array("C".utf8) + [0, 0, 0, 0]
    let field = column + [UInt8(kind.count), 0] + [UInt8](repeating: 0, count: 14)
    let sizes = [UInt8(truncatingIfNeeded: 32 + field.count + 1), 0, UInt8(truncatingIfNeeded: 1 + kind.count), 0]
    let head = [0x03, 100, 1, 1] + little(Int32(rows)) + sizes + [UInt8](repeating: 0, count: 20) + field + [0x0D]
    return head + (0..<rows).flatMap { _ in [0x20] + kind } + [0x1A]
  }

  private static func big(_ value: Int) -> [UInt8] {
    let value = UInt32(truncatingIfNeeded: value)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func little(_ value: Int32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func little(_ value: Double) -> [UInt8] {
    [0, 8, 16, 24, 32, 40, 48, 56].map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64($0)) }
  }
}

extension SystemIO {
  /// Writes a file of the user's own that was not there before.
  static func write(_ bytes: [UInt8], toNewFile path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }
}
