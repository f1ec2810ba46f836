internal import Glibc

/// Where imported regions lie: two files a region, the database and the packed index, and one file of locks.
package struct CatalogFolder: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// The folder of a path.
  package init(_ path: String) { self.path = path }

  static let ending = ".places"

  /// The database of a region.
  func database(_ region: RegionName) -> String { "\(path)/\(region)\(Self.ending)" }
  /// The index beside it; worth nothing without it.
  func index(_ region: RegionName) -> String { "\(path)/\(region).index" }
  /// What an import has gathered so far.
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
      // Of a folder that is there, some systems say first that it could not be written.
      guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
      let reason = String(cString: strerror(errno))
      var status = stat()
      guard stat(parent, &status) == 0 else {
        throw CatalogProblem(.unwritable, "The folder \(path) cannot be made: \(reason).")
      }
    }
  }

  /// The names of the regions, sorted; none without the folder.
  ///
  /// Throws: where nobody can tell.
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

  /// Removes what an import that was cut off has left behind; with `all`, also what it could go on with.
  func clean(_ region: RegionName, all: Bool) {
    let left = [unfinished(region), index(region) + ".new"] + (all ? [gathered(region)] : [])
    for path in left { Self.remove(path) }
  }

  /// Removes a database and what SQLite may have left beside it.
  static func remove(_ path: String) {
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(path + ending) }
  }
}

/// The right to change one region: held by one program at a time, and gone with it.
final class RegionLock {
  private let descriptor: CInt

  /// Takes the right; nothing while somebody else has it.
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
    // Somewhere among so many bytes that two regions hardly ever meet.
    lock.l_start = Int(ContentHash.of(Array(region.text.utf8)) & 0xFFFF_FFFF_FFFF)
    lock.l_len = 1
    // Of the open file and not of the process (F_OFD_SETLK): two imports of one process see each other as well.
    guard fcntl(descriptor, 37, &lock) == 0 else { return nil }
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
