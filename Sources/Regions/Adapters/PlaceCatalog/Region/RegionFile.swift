internal import Database
package import Geodesy
internal import Glibc
package import Numbers
internal import Places
internal import SystemKit

/// The database of a region, open to be read; for one thread at a time.
///
/// It goes on with what it has when another program imports the region anew.
final class RegionFile {
  let summary: RegionSummary
  let connection: Connection
  private let place: Statement

  /// Bytes of a value or a row.
  private static let largestValue = 4 << 20

  /// Opens the region.
  ///
  /// Throws: where it is not there, damaged, or of a newer version.
  init(_ region: RegionName, in folder: CatalogFolder) throws(CatalogProblem) {
    guard folder.has(region) else { throw CatalogProblem(missing: region, in: folder) }
    do throws(DatabaseError) {
      connection = try Connection(reading: folder.database(region), largestValue: Self.largestValue, from: .own)
    } catch { throw CatalogProblem(reading: error, of: region) }
    try RegionSchema.check(connection, region)
    do throws(DatabaseError) {
      summary = try RegionSchema.summary(region, from: connection)
      place = try connection.prepare("SELECT \(RegionSchema.columns) FROM places WHERE id = ?")
    } catch { throw CatalogProblem(reading: error, of: region) }
  }

  /// Runs something on the database, with its errors as the catalog has them.
  func read<Result>(_ body: () throws(DatabaseError) -> Result) throws(CatalogProblem) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw CatalogProblem(reading: error, of: summary.name) }
  }

  /// A place as the database keeps it.
  struct Row {
    let source: String
    let name: String?
    let kind: String?
    let category: PlaceCategory
    let position: Coordinate
    let tags: PlaceTags

    /// All its names, the usual one first.
    var names: [String] { name.map { name in [name] + tags.names.filter { $0 != name } } ?? tags.names }

    /// The place, by its name in one of the languages where it has one, or else by what it is.
    func pointOfInterest(_ languages: [String]) -> PointOfInterest {
      let own = languages.isEmpty ? name : tags.name(in: languages) ?? name
      let what = kind.map { $0.replacing("_", with: " ") }
      return PointOfInterest(
        id: source, name: own ?? what ?? category.word, position: position, kind: kind, tags: tags)
    }
  }

  /// The place of a number, from 1.
  func row(_ number: Int64) throws(DatabaseError) -> Row {
    try place.bind(number, at: 1)
    defer { place.reset() }
    guard try place.step(), let position = PlaceCode.position(place.integer(5), place.integer(6)) else {
      throw DatabaseError(damage: "place \(number) is missing")
    }
    let categories = PlaceCategory.allCases
    return Row(
      source: Self.text(place.text(1)) ?? "", name: Self.text(place.text(2)), kind: Self.text(place.text(3)),
      category: categories[Int(clamping: max(0, place.integer(4))) % categories.count], position: position,
      tags: TagText.decode(place.text(7) ?? ""))
  }

  /// Sanitises a stored text again, because a damaged or foreign file may contain anything.
  private static func text(_ text: String?) -> String? { text.map { PlaceText.clean($0) } }

  /// The numbers of all places that a condition of words holds for, in their order.
  func matches(_ condition: String) throws(DatabaseError) -> [Int64] {
    let rows = try connection.prepare("SELECT rowid FROM words WHERE words MATCH ?")
    try rows.bind(condition, at: 1)
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(0)) }
    return found
  }

  /// The numbers of the places that a condition of words holds for, those first that it tells most about.
  func best(_ condition: String, limit: Int) throws(DatabaseError) -> [Int64] {
    let rows = try connection.prepare(
      "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 10, 5, 1) LIMIT \(limit)")
    try rows.bind(condition, at: 1)
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(0)) }
    return found
  }
}

extension CatalogProblem {
  /// There is no such region; which there are instead.
  init(missing region: RegionName, in folder: CatalogFolder) {
    let others = (try? folder.regions()) ?? []
    let hint =
      others.isEmpty
      ? "None has been imported yet." : "There are: \(others.map(\.text).joined(separator: ", "))."
    self.init(.missing, "There is no region \(region). \(hint)")
  }
}

/// Publishes finished files.
enum RegionFiles {
  /// Writes a new file, and waits until it is on the disk.
  static func write(_ bytes: [UInt8], to path: String) throws(DatabaseError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseError(system: errno) }
    defer { close(descriptor) }
    do throws(SystemError) { try SystemIO.write(bytes, to: descriptor) } catch {
      throw DatabaseError(system: error.code)
    }
    guard fsync(descriptor) == 0 else { throw DatabaseError(system: errno) }
  }

  /// Gives the finished files of a region their names: from the first of the steps on the new region counts.
  ///
  /// Between the steps an old index lies beside the new database; opening the index detects that by its generation.
  static func publish(_ region: RegionName, in folder: CatalogFolder) throws(DatabaseError) {
    try FileFlush.wait(folder.unfinished(region))
    try rename(folder.unfinished(region), folder.database(region))
    // The region is published by now, so errors from here on are ignored: reporting one would suggest that it is not.
    try? rename(folder.index(region) + ".new", folder.index(region))
    // A map of other places would be worse than none.
    do throws(DatabaseError) {
      try FileFlush.wait(folder.unfinishedMap(region))
      try rename(folder.unfinishedMap(region), folder.map(region))
    } catch {
      CatalogFolder.remove(folder.map(region))
    }
    try? FileFlush.wait(folder.path)
  }

  /// Keeps an index that was made anew, where that is possible and the database is still the one it was made of.
  static func keep(_ index: [UInt8], of summary: RegionSummary, in folder: CatalogFolder) {
    let region = summary.name
    guard let lock = try? RegionLock(region, in: folder) else { return }
    defer { withExtendedLifetime(lock) {} }
    guard let file = try? RegionFile(region, in: folder), file.summary.generation == summary.generation else { return }
    let path = folder.index(region)
    do throws(DatabaseError) {
      try write(index, to: path + ".new")
      try rename(path + ".new", path)
    } catch { unlink(path + ".new") }
  }

  private static func rename(_ old: String, _ new: String) throws(DatabaseError) {
    guard Glibc.rename(old, new) == 0 else { throw DatabaseError(system: errno) }
  }
}

/// The summary of an imported region.
package struct RegionSummary: Hashable, Sendable {
  /// The region's name.
  package let name: RegionName
  /// The time of the import.
  package let imported: Timestamp
  /// The imported files.
  package let sources: [RegionSource]
  /// The keys that were asked for, as they were given; empty for the usual ones.
  package let keys: String
  /// The attribution required wherever its places are shown, one line each; sanitised.
  package let attribution: [String]
  /// How many places it has.
  package let count: Int
  /// The smallest box around all of them.
  package let box: BoundingBox?
  /// Its supply of walkable ways.
  package let ways: WaySupply
  /// The generation, which must equal that in the index.
  let generation: Int64
}

extension [RegionSummary] {
  /// Those that have streets, the latest first.
  package var walkable: [RegionSummary] {
    filter { $0.ways.count > 0 }
      .sorted { ($1.imported.milliseconds, $0.name.text) < ($0.imported.milliseconds, $1.name.text) }
  }

  /// The smallest one around a position: the one with the fewest places; `nil` if there is none.
  package func smallest(around position: Coordinate) -> RegionSummary? {
    filter { $0.box?.contains(position) ?? false }
      .min { ($0.count, $0.name.text) < ($1.count, $1.name.text) }
  }
}

/// A file that a region was imported from.
package struct RegionSource: Hashable, Sendable {
  /// The path as the player gave it; sanitised.
  package let path: String
  /// The file's format.
  package let format: SourceFormat
  /// Bytes.
  package let size: Int64
  /// The modification time of the file.
  package let modified: Timestamp
  /// A sum over its bytes, in hexadecimal digits; it tells whether the file is still the same.
  package let hash: String
  /// The number of places it yielded.
  package let count: Int
}
