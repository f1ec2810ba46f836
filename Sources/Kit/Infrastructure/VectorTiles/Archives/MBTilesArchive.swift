internal import Database
package import Geodesy
internal import SystemKit

/// An MBTiles file: the tiles of a map as rows of an SQLite database.
///
/// For one thread at a time. Rows count from the south (TMS) in the file, or from the north in what programs write
/// against the specification; the interface counts from the north.
package final class MBTilesArchive {
  static let magic = Array("SQLite format 3\0".utf8)
  /// Bytes of a tile in the file.
  private static let largestTile = 32 << 20
  /// Rows of metadata that are looked at.
  private static let mostMetadata = 1000

  private let database: Connection
  /// Whether a tile took so much work to find that no other is looked for: a view whose every row takes a second would
  /// keep a reader of all tiles busy for weeks.
  private var isEndless = false
  /// Whether the rows of the file count from the north.
  private let isNorthFirst: Bool
  /// What the file says about itself.
  package let facts: TileArchiveFacts
  /// The row `json` of its metadata: which layers its tiles have; `nil` if there is none.
  package let json: [UInt8]?

  /// Opens the file at `path` for reading only.
  ///
  /// Throws: where it holds anything but vector tiles.
  package init(path: String) throws(TileArchiveError) {
    do throws(DatabaseError) {
      database = try Connection(
        reading: StandardInput.path(path), largestValue: Self.largestTile, from: .anywhereWithViews)
    } catch { throw TileArchiveError(error) }
    let rows = try Self.metadata(of: database)
    try Self.requireVectorTiles(rows["format"], in: database)
    facts = TileArchiveFacts(rows, zooms: try Self.zooms(rows, in: database))
    isNorthFirst = Self.countsFromNorth(facts, said: rows["scheme"]?.lowercased() == "xyz", in: database)
    json = rows["json"].map { Array($0.utf8) }
  }

  /// Reads a tile's bytes, inflated; `nil` if the file does not have the tile.
  package func tile(_ id: TileID) throws(TileArchiveError) -> [UInt8]? {
    let sql = "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1"
    let row = isNorthFirst ? id.y : (1 << id.zoom) - 1 - id.y
    guard !isEndless else { throw TileArchiveError(.damaged, Self.endless) }
    let found: [UInt8]?
    do throws(DatabaseError) {
      found = try database.bytes(sql, [.integer(Int64(id.zoom)), .integer(Int64(id.x)), .integer(Int64(row))])
    } catch {
      isEndless = error.isEndless
      throw isEndless ? TileArchiveError(.damaged, Self.endless) : TileArchiveError(error)
    }
    guard let bytes = found, Inflate.looksCompressed(bytes) else { return found }
    do throws(InflateError) { return try Inflate.inflate(bytes, limit: VectorTileLimits.bytes) } catch {
      throw TileArchiveError(.damaged, "\(error)")
    }
  }

  private static let endless = "its database takes too long to find a tile"

  private static func metadata(of database: Connection) throws(TileArchiveError) -> [String: String] {
    do throws(DatabaseError) {
      let rows = try database.rows("SELECT name, value FROM metadata", limit: mostMetadata)
      return rows.reduce(into: [:]) { result, row in
        guard let name = row[0].text, let value = row[1].text ?? row[1].integer.map({ "\($0)" }) else { return }
        if result[name] == nil { result[name] = value }
      }
    } catch { throw TileArchiveError(error) }
  }

  /// Only `pbf` is read; a file that does not say what it holds shows it by any of its tiles.
  private static func requireVectorTiles(_ format: String?, in database: Connection) throws(TileArchiveError) {
    switch format?.lowercased() {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": return
    case "png", "jpg", "jpeg", "webp", "image/png", "image/jpeg", "image/webp":
      throw TileArchiveError(.unsupported, "it holds pictures, and only vector tiles (pbf) are read")
    case nil:
      do throws(DatabaseError) {
        let sample = try database.bytes("SELECT tile_data FROM tiles LIMIT 1")
        guard let sample, !sample.isEmpty, !Inflate.looksCompressed(sample), sample[0] != 0x1A else { return }
      } catch { throw TileArchiveError(error) }
      throw TileArchiveError(.unsupported, "it does not say what its tiles are, and they are no vector tiles")
    default: throw TileArchiveError(.unsupported, "it holds tiles of a kind that is not read; vector tiles (pbf) are")
    }
  }

  /// Whether rows count from the north: where only so a tile lies within the bounds that the file says, or where it has
  /// none, and says so in words, which programs copy from elsewhere.
  private static func countsFromNorth(_ facts: TileArchiveFacts, said: Bool, in database: Connection) -> Bool {
    guard let bounds = facts.bounds else { return said }
    let zoom = facts.zooms.upperBound
    let sql = "SELECT tile_row FROM tiles WHERE zoom_level = ? LIMIT 1"
    guard let row = (try? database.number(sql, [.integer(Int64(zoom))])).flatMap({ $0 }).flatMap({ Int(exactly: $0) })
    else { return false }
    let ends = [bounds.north, bounds.south].map { latitude in
      TileID(at: MercatorPoint(Coordinate(clampingLatitude: latitude, wrappingLongitude: 0)), zoom: zoom).y
    }
    // Bounds may be rounded.
    return !(ends[0] - 1...ends[1] + 1).contains((1 << zoom) - 1 &- row) && (ends[0]...ends[1]).contains(row)
  }

  /// The zooms that the file says it has, or else those that its tiles have.
  private static func zooms(
    _ rows: [String: String], in database: Connection
  ) throws(TileArchiveError) -> ClosedRange<Int> {
    func said(_ name: String) -> Int? {
      rows[name].flatMap { Int($0) }.flatMap { (0...TileID.deepest).contains($0) ? $0 : nil }
    }
    if let lowest = said("minzoom"), let highest = said("maxzoom"), lowest <= highest { return lowest...highest }
    do throws(DatabaseError) {
      let lowest = try database.number("SELECT min(zoom_level) FROM tiles") ?? 0
      let highest = try database.number("SELECT max(zoom_level) FROM tiles") ?? 0
      let first = max(0, min(Int64(TileID.deepest), lowest))
      return Int(first)...Int(max(first, min(Int64(TileID.deepest), highest)))
    } catch { throw TileArchiveError(error) }
  }
}

extension TileArchiveFacts {
  /// Reads the rows of the metadata; invalid values are left out.
  fileprivate init(_ rows: [String: String], zooms: ClosedRange<Int>) {
    self.zooms = zooms
    name = rows["name"]
    attribution = rows["attribution"]
    /// Numbers between commas.
    func numbers(_ name: String, count: Int) -> [Double]? {
      let parts = rows[name]?.split(separator: ",", maxSplits: count).map { Double(Self.trimmed($0)) }
      let numbers = parts?.compactMap(\.self) ?? []
      return numbers.count == count && parts?.count == count ? numbers : nil
    }
    if let sides = numbers("bounds", count: 4),
      let southWest = Coordinate(latitude: sides[1], longitude: sides[0]),
      let northEast = Coordinate(latitude: sides[3], longitude: sides[2])
    {
      bounds = BoundingBox(southWest: southWest, northEast: northEast)
    }
    if let centre = numbers("center", count: 3), let place = Coordinate(latitude: centre[1], longitude: centre[0]) {
      self.centre = place
      centreZoom = Int(exactly: centre[2].rounded()).flatMap { zooms.contains($0) ? $0 : nil }
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension TileArchiveError {
  /// Translates an error of the database.
  fileprivate init(_ error: DatabaseError) {
    switch error.cause {
    case .damaged: self.init(.damaged, "its database is damaged")
    case .busy: self.init(.unreadable, "another program has not finished writing it; close that first")
    case .unwritable, .device, .full: self.init(.unreadable, "the system does not let it be read")
    case .other: self.init(.damaged, error.refusal ?? "its tables are not those of an MBTiles file")
    }
  }
}
