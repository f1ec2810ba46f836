import Glibc
import OSMExtracts

/// Bytes as a file of OpenStreetMap: as one of PBF, as a block within one, as XML.
enum OSMFuzzing {
  private static let path = "/tmp/trove-fuzz-\(getpid())"

  /// Reads them in each shape; what comes out lies on Earth.
  static func read(_ bytes: [UInt8]) {
    open(bytes, ".osm.pbf")
    open(header + block("OSMData", bytes), ".osm.pbf")
    open(bytes, ".osm")
  }

  private static func open(_ bytes: [UInt8], _ suffix: String) {
    let path = path + suffix
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    defer { unlink(path) }
    let check = OSMCheck(path: path)
    precondition((check.nodes == nil) == (check.error != nil))
    do throws(OSMError) {
      let reading = try OSMExtract(path: path).read(keys: ["name", "amenity", "a"]) { element in
        precondition(-90...90 ~= element.latitude && -180...180 ~= element.longitude)
      }
      precondition(check.error == nil && reading.places >= 0)
      if let sea = try? Sea(OSMExtract(path: path).coast()) { examine(sea) }
      if suffix == ".osm.pbf" { copy(path) }
    } catch {
      // What the check lets pass can be read.
      precondition(check.error != nil)
    }
  }

  /// Every point of a sea lies on Earth.
  private static func examine(_ sea: Sea) {
    for point in sea.polygons.lazy.flatMap({ [$0.outline] + $0.holes }).joined() {
      precondition(-90...90 ~= point.latitude && -180...180 ~= point.longitude)
    }
  }

  /// The copy of a file without missing nodes has as many nodes, and can be read.
  private static func copy(_ path: String) {
    let copy = path + ".copy.osm.pbf"
    defer { unlink(copy) }
    guard (try? OSMExtract(path: path).writeCopyWithoutMissingNodes(to: copy)) != nil else { return }
    precondition(OSMCheck(path: copy).nodes == OSMCheck(path: path).nodes)
  }

  /// The header that every file begins with.
  private static let header = block(
    "OSMHeader", field(4, Array("OsmSchema-V0.6".utf8)) + field(4, Array("DenseNodes".utf8)))

  private static func block(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let blob = field(1, content)
    let header = field(1, Array(kind.utf8)) + [3 << 3] + varint(blob.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header.count >> $0) } + header + blob
  }

  private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(bytes.count) + bytes
  }

  private static func varint(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
  }
}
