internal import Database
internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import Places

/// Writes a region's two files from the staged places.
struct RegionWriter {
  let region: RegionName
  let folder: CatalogFolder
  let staging: PlaceStaging
  let selection: PlaceSelection
  let now: Timestamp
  /// Called with the share of the work that is done and the number of places; ends the work by returning false.
  let progress: (ImportProgress.Phase, Double, Int) -> Bool

  /// The attribution required by OpenStreetMap's licence (openstreetmap.org/copyright).
  private static let openStreetMap = "© OpenStreetMap contributors"
  /// The number of records between two progress reports.
  private static let stride = 4096

  /// The result of writing a region.
  struct Result {
    let region: RegionSummary
    let merged: Int
  }

  /// Writes both files beside the old ones; readers still use the old ones.
  func write() throws(StagingError) -> Result {
    do throws(DatabaseError) { return try build() } catch {
      if error == Self.stop {
        throw .problem(CatalogProblem(cancelled: region))
      }
      throw .database(error)
    }
  }

  private static let stop = DatabaseError(system: 125)  // ECANCELED: never an error of a file

  private func tell(_ phase: ImportProgress.Phase, _ fraction: Double, _ count: Int) throws(DatabaseError) {
    guard progress(phase, fraction, count) else { throw Self.stop }
  }

  private func build() throws(DatabaseError) -> Result {
    try tell(.sorting, 0, 0)
    let doubles = try doubles()
    let order = try staging.ordered()
    try tell(.writing, 0.1, 0)
    let path = folder.unfinished(region)
    let connection = try Connection(path: path)
    try connection.hurry()
    try connection.execute(RegionSchema.tables)
    var contents = Contents(count: order.count)
    try connection.transaction { () throws(DatabaseError) in
      try write(order, doubles, to: connection, &contents)
      contents.wayCount = try writeWays(to: connection, placeCount: contents.index.count)
      try connection.execute("INSERT INTO words(words) VALUES ('optimize')")
      try RegionSchema.write(summary(contents), to: connection)
      try connection.execute(
        "PRAGMA application_id = \(RegionSchema.application); PRAGMA user_version = \(RegionSchema.version)")
    }
    try tell(.indexing, 0.9, contents.index.count)
    try writeIndex(contents)
    return Result(region: summary(contents), merged: doubles.gone.count)
  }

  private func writeIndex(_ contents: Contents) throws(DatabaseError) {
    let bytes = contents.index.file(generation: contents.generation)
    try RegionFiles.write(bytes, to: folder.index(region) + ".new")
    try tell(.indexing, 1, contents.index.count)
  }

  // MARK: - Places

  /// The data collected over all places.
  private struct Contents {
    var index: RegionIndex.Builder
    var positions: [Coordinate] = []
    /// Whether any of them is an object of OpenStreetMap, wherever it came from.
    var isMapped = false
    var wayCount = 0
    private var hash = ContentHash()

    init(count: Int) {
      index = RegionIndex.Builder(count: count)
      positions.reserveCapacity(count)
    }

    mutating func add(_ position: Coordinate, category: Int64, keys: Int64) {
      index.add(position, category: category, keys: keys)
      positions.append(position)
      hash.add(position.latitude.bitPattern)
      hash.add(position.longitude.bitPattern)
      hash.add(UInt64(bitPattern: category << 32 ^ keys))
    }

    /// A number that no other contents have.
    var generation: Int64 { Int64(bitPattern: hash.value) }
  }

  private func summary(_ contents: Contents) -> RegionSummary {
    return RegionSummary(
      name: region, imported: now, sources: staging.done, keys: selection.text,
      attribution: contents.isMapped || contents.wayCount > 0 ? [Self.openStreetMap] : [],
      count: contents.index.count, box: BoundingBox(around: contents.positions),
      ways: contents.wayCount > 0 ? .ways(contents.wayCount) : .none, generation: contents.generation)
  }

  private func write(
    _ order: [Int64], _ doubles: Found, to connection: Connection, _ contents: inout Contents
  ) throws(DatabaseError) {
    let reader = try staging.reader()
    let put = try connection.prepare("INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let index = try connection.prepare("INSERT INTO words(rowid, name, other, what) VALUES (?, ?, ?, ?)")
    var words = PlaceWords()
    for id in order where !doubles.gone.contains(id) {
      var place = try StagedPlace(id, from: reader)
      for other in doubles.of[id] ?? [] { place.absorb(try StagedPlace(other, from: reader)) }
      contents.add(place.position, category: place.category, keys: place.keys)
      contents.isMapped = contents.isMapped || place.isMapped
      let number = contents.index.count
      try place.put(into: put, number: number)
      try words.put(place, into: index, number: number)
      if number.isMultiple(of: Self.stride) {
        try tell(.writing, 0.1 + 0.7 * Double(number) / Double(max(1, order.count)), number)
      }
    }
  }

  /// Writes the ways; returns their number.
  private func writeWays(to connection: Connection, placeCount: Int) throws(DatabaseError) -> Int {
    let put = try connection.prepare(WayBundle.insertion)
    var bundle = WayBundle()
    var (total, bundles) = (0, 0)
    try staging.eachWay { (way) throws(DatabaseError) in
      bundle.append(way)
      total += 1
      guard bundle.isFull else { return }
      try bundle.put(into: put)
      bundle = WayBundle()
      bundles += 1
      // The total is unknown, so the fraction stays the same.
      if bundles.isMultiple(of: Self.stride / WayBundle.most) { try tell(.writing, 0.8, placeCount) }
    }
    try bundle.put(into: put)
    return total
  }

  // MARK: - Doubles

  private struct Found {
    var gone: Set<Int64> = []
    /// The doubles of a place.
    var of: [Int64: [Int64]] = [:]
  }

  private func doubles() throws(DatabaseError) -> Found {
    var found = Found()
    try staging.eachNamesake { lot in
      for pair in Doubles.find(lot) {
        found.gone.insert(pair.double)
        found.of[pair.of, default: []].append(pair.double)
      }
    }
    return found
  }
}
