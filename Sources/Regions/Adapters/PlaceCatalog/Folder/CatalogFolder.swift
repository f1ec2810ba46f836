internal import Glibc
internal import Numbers

/// The folder of imported regions: up to three files a region, the database, the packed index and the map, and one lock
/// file.
package struct CatalogFolder: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// The folder of a path.
  package init(_ path: String) { self.path = path }

  static let ending = ".places"

  /// The database of a region.
  func database(_ region: RegionName) -> String { "\(path)/\(region)\(Self.ending)" }
  /// The index file of a region; useless without its database.
  func index(_ region: RegionName) -> String { "\(path)/\(region).index" }
  /// The map of a region, an archive of vector tiles; not every region has one.
  func map(_ region: RegionName) -> String { "\(path)/\(region).map" }
  /// A map that is not finished; no name of a region ends so.
  func unfinishedMap(_ region: RegionName) -> String { "\(path)/\(region).new+.mbtiles" }
  /// The folder of temporary files while a map is made.
  func scratch(_ region: RegionName) -> String { "\(path)/\(region).new+" }
  /// The staging file of a running import.
  func gathered(_ region: RegionName) -> String { "\(path)/\(region).part" }
  /// A database that is not finished.
  func unfinished(_ region: RegionName) -> String { "\(path)/\(region).new" }
  /// The file whose bytes are locked; it stays empty.
  var lock: String { "\(path)/catalog.lock" }

  /// Makes the folder and those above it, for this user alone.
  func make() throws(CatalogProblem) {
    var parent = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      parent += "/\(part)"
      // Some systems report an existing folder as unwritable before they report that it exists.
      guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
      let reason = String(cString: strerror(errno))
      var status = stat()
      guard stat(parent, &status) == 0 else {
        throw CatalogProblem(.unwritable, "The folder \(path) cannot be made: \(reason).")
      }
    }
  }

  /// The names of the regions, sorted; empty if there is no folder.
  ///
  /// Throws: if the folder exists and cannot be read.
  func regions() throws(CatalogProblem) -> [RegionName] {
    guard let folder = opendir(path) else {
      guard errno != ENOENT else { return [] }
      throw CatalogProblem(.other, "The folder \(path) cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { closedir(folder) }
    var names: [RegionName] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(Self.ending) else { continue }
      if let region = RegionName(String(name.dropLast(Self.ending.count))) { names.append(region) }
    }
    return names.sorted()
  }

  /// Whether the region is there.
  func has(_ region: RegionName) -> Bool { access(database(region), F_OK) == 0 }

  /// Removes the files of an interrupted import; with `all`, also the staging file from which it could resume.
  func clean(_ region: RegionName, all: Bool) {
    let left = [unfinished(region), index(region) + ".new"] + (all ? [gathered(region)] : [])
    for path in left { Self.remove(path) }
    cleanMap(region)
  }

  /// Removes what is left of a map in the making.
  private func cleanMap(_ region: RegionName) {
    Self.remove(unfinishedMap(region))
    let scratch = scratch(region)
    // Not through a link into a folder of somebody else.
    let descriptor = open(scratch, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, let folder = fdopendir(descriptor) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink("\(scratch)/\(name)")
    }
    closedir(folder)
    rmdir(scratch)
  }

  /// Removes a database and what SQLite may have left beside it.
  static func remove(_ path: String) {
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(path + ending) }
  }
}

/// The right to change one region: held by one program at a time, and gone with it.
final class RegionLock {
  private let descriptor: CInt

  /// How often the lock is tried again, and microseconds between two attempts.
  ///
  /// A program that this one starts inherits the lock for the moment until it runs.
  private static let (attempts, pause) = (20, useconds_t(10_000))

  /// Takes the lock on importing `region`; `nil` while another import holds it.
  ///
  /// Throws: where the folder cannot be written.
  init?(_ region: RegionName, in folder: CatalogFolder) throws(CatalogProblem) {
    descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw CatalogProblem(.unwritable, "The folder \(folder.path) cannot be written: \(reason).")
    }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // Each region locks its own byte of the file; the range is large enough that two regions hardly ever collide.
    lock.l_start = Int(Checksum(region.text).value & 0xFFFF_FFFF_FFFF)
    lock.l_len = 1
    // `F_OFD_SETLK` locks belong to the open file, not to the process, so two imports of one process exclude each other
    // too.
    for attempt in 0... {
      if fcntl(descriptor, 37, &lock) == 0 { return }
      guard attempt < Self.attempts else { return nil }
      usleep(Self.pause)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// The name of a region: a word that is safe as the name of a file.
///
/// Letters and digits of any script, and `-`, `_` and `.` behind the first; at most ``limit`` characters.
package struct RegionName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Characters that a name may have; a file name has 255 bytes, a letter up to four.
  package static let limit = 48

  /// The name as it was given.
  package let text: String
  package var description: String { text }

  /// Checks a name as the player typed it; `nil` if it is not a valid region name.
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

  /// The extensions of packings, which say nothing of the content; the outermost first.
  private static let endings = [
    ".gz", ".bz2", ".pbf", ".osm", ".lz4", ".xml", ".geojson", ".json", ".gpx", ".loc", ".gpkg", ".csv", ".tsv",
    "-latest",
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
