import GeoFormats
import Glibc

/// Questions to a large region, each by a program that has just been started, beside SQLite's R*Tree.
///
/// The files are in the system's cache; a second figure is of files that were dropped from it.
func regionFindings(_ here: BenchConditions) -> Findings {
  let count = here.isQuick ? 20_000 : 5_000_000
  guard let folder = TemporaryFolder(), case let extract = folder.file("places.osm.pbf"),
    SyntheticExtract.write(shops: count, to: extract)
  else { return Findings(wrong: ["region: no room for the extract in the temporary folder"]) }
  let match = RegionMatch(count: count, folder: folder.path, here)
  guard let made = match.prepare(extract) else {
    return Findings(wrong: ["region: trove does not import \(extract)"])
  }
  let row = Row(
    what: "\(match.name): importing them", trove: figures(made.own),
    peer: "sqlite3, R*Tree of the same places: \(made.peer.map(figures) ?? "not here")")
  return Findings(rows: [row]) + regionFindings(match, rounds: here.isQuick ? 3 : 21)
}

private func figures(_ child: Child) -> String {
  "\(time(child.processorTime)), \(number(child.peakMemory / 1e6)) MB of memory"
}

private func regionFindings(_ match: RegionMatch, rounds: Int) -> Findings {
  var findings = Findings()
  // Reads all of the programs and their libraries before anything is measured.
  _ = (match.own(at: 0), match.peer(at: 0))
  var (own, peer): ([Child], [Child]) = ([], [])
  var (ownFromDisk, peerFromDisk): ([Child], [Child]) = ([], [])
  for round in 0..<rounds {
    let house = (2 * round + 1) * match.count / (2 * rounds)
    guard let answer = match.own(at: house), case let found = Set(match.ids(answer)), found.count == RegionMatch.limit
    else {
      findings.wrong.append("region: there are not \(RegionMatch.limit) places near number \(house)")
      continue
    }
    own.append(answer)
    match.dropFromCache()
    if let answer = match.own(at: house) { ownFromDisk.append(answer) }
    guard let other = match.peer(at: house) else { continue }
    peer.append(other)
    // Distances on the plane may swap the last ones.
    let theirs = other.output.split(separator: "\n").dropLast(2).map(String.init)
    findings.expect(
      theirs.count == RegionMatch.limit - 2 && found.isSuperset(of: theirs),
      "region: SQLite finds other places near number \(house)")
    match.dropFromCache()
    if let answer = match.peer(at: house) { peerFromDisk.append(answer) }
  }
  findings.rows = [
    Row(
      what: "\(match.name): `trove nearby --limit 10`, a new process",
      trove: figures(own, ownFromDisk),
      peer: "sqlite3, R*Tree, ten within a box: \(peer.isEmpty ? "not here" : figures(peer, peerFromDisk))",
      ratio: peer.isEmpty ? nil : Sample(zip(own, peer).map { $0.processorTime / $1.processorTime }).median,
      goal: "50 ms on the wall")
  ]
  return findings
}

private func figures(_ cached: [Child], _ fromDisk: [Child]) -> String {
  "\(time(Sample(cached.map(\.processorTime)).median)), \(time(Sample(cached.map(\.wallTime)).median)) on the wall, "
    + "\(number(Sample(cached.map(\.peakMemory)).median / 1e6)) MB of memory; "
    + "files not in the cache: \(time(Sample(fromDisk.map(\.wallTime)).median)) on the wall"
}

/// A region, and the same places in a database with an R*Tree.
private struct RegionMatch {
  /// Places that are asked for.
  static let limit = 10

  let count: Int
  private let folder: String
  private let here: BenchConditions
  private var peerPath: String { "\(folder)/peer.db" }
  private var variables: [String] { ["TROVE_REGIONS=\(folder)/regions"] }

  init(count: Int, folder: String, _ here: BenchConditions) {
    (self.count, self.folder, self.here) = (count, folder, here)
  }

  /// How many places there are, as a name.
  var name: String { "\(number(Double(count) / 1e6, count < 1_000_000 ? 2 : 0))M places" }

  /// Makes both, the region of the extract and the database of the region; `nil` if the region is not there.
  func prepare(_ extract: String) -> (own: Child, peer: Child?)? {
    let importing = [here.trove, "import", extract, "--name", "bench", "--no-map"]
    guard let own = Child.run(importing, with: variables), own.status == 0 else { return nil }
    let peer = Child.run([
      "sqlite3", peerPath,
      """
      ATTACH '\(folder)/regions/bench.places' AS region;
      CREATE TABLE places (id INTEGER PRIMARY KEY, source TEXT, name TEXT, latitude INTEGER, longitude INTEGER);
      INSERT INTO places SELECT id, source, name, latitude, longitude FROM region.places;
      CREATE VIRTUAL TABLE tree USING rtree_i32(id, west, east, south, north);
      INSERT INTO tree SELECT id, longitude, longitude, latitude, latitude FROM places;
      """,
    ])
    return (own, peer.flatMap { $0.status == 0 ? $0 : nil })
  }

  /// Asks Trove for what is near a house.
  func own(at house: Int) -> Child? {
    let (latitude, longitude) = SyntheticExtract.position(of: house, houses: count)
    let words = ["nearby", "--json", "--limit", "\(Self.limit)", "--in", "bench", "--at", "\(latitude),\(longitude)"]
    return Child.run([here.trove] + words, with: variables).flatMap { $0.status == 0 ? $0 : nil }
  }

  /// The ids in an answer of Trove's.
  func ids(_ answer: Child) -> [String] {
    answer.output.split(separator: "\n").compactMap { try? JSONDocument(Array($0.utf8)).root["id"]?.rawString }
  }

  /// Asks SQLite, for what is in a box of 200 m to each side.
  func peer(at house: Int) -> Child? {
    let (latitude, longitude) = SyntheticExtract.position(of: house, houses: count)
    let (y, x) = (Int(latitude * 1e7), Int(longitude * 1e7))
    let child = Child.run([
      "sqlite3", "-readonly", peerPath,
      """
      SELECT source FROM tree JOIN places USING (id)
      WHERE east >= \(x - 27_000) AND west <= \(x + 27_000) AND north >= \(y - 18_000) AND south <= \(y + 18_000)
      ORDER BY (latitude - \(y)) * (latitude - \(y))
        + (longitude - \(x)) * (longitude - \(x)) * pow(cos(radians(\(latitude))), 2)
      LIMIT \(Self.limit)
      """,
    ])
    return child.flatMap { $0.status == 0 ? $0 : nil }
  }

  /// Drops the files of both from the system's cache.
  func dropFromCache() {
    for path in ["\(folder)/regions/bench.places", "\(folder)/regions/bench.index", peerPath] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      // What is not yet on the disk stays.
      fsync(descriptor)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    }
  }
}
