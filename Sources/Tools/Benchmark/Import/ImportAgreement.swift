import GeoFormats
import Places

/// Compares the places of OpenStreetMap that two programs found.
struct ImportAgreement {
  /// Places in osmium's GeoJSON that our import does not have.
  let missing: Int
  /// Points among our places that osmium did not write.
  let strangers: Int

  /// Why the two cannot be compared.
  struct Failure: Error {}

  /// Compares osmium's file with the listing of `trove places --json`.
  init(geoJSON path: String, listing: String) throws {
    var log = DiagnosticLog()
    let features = try GeoJSONDocument(path: path, log: &log).features
    let theirs = features.compactMap { feature in feature.id.flatMap(OSMName.init(osmium:)).map { ($0, feature.tags) } }
    let ours = try listing.split(separator: "\n").map { line in
      guard let name = try JSONDocument(Array(line.utf8)).root["id"]?.rawString else { throw Failure() }
      return name
    }
    guard theirs.count == features.count, !ours.isEmpty else { throw Failure() }
    let (written, imported) = (Set(theirs.map(\.0.text)), Set(ours))
    missing = Set(theirs.filter { $0.1.isWanted && !imported.contains($0.0.text) }.map(\.0.text)).count
    strangers = imported.subtracting(written).count { $0.hasPrefix("n") }
  }

  /// Reads what another process wrote with ``line``; `nil` if it has another form.
  init?(line: String) {
    let words = line.split { " \n".contains($0) }.compactMap { Int($0) }
    guard words.count == 2 else { return nil }
    (missing, strangers) = (words[0], words[1])
  }

  /// Both numbers.
  var line: String { "\(missing) \(strangers)" }
}

/// Which object of OpenStreetMap it is: `n17`, `w4`, `r9`.
private struct OSMName {
  let text: String

  /// Reads osmium's name of a feature, where an area has twice the number of its way, or one more than twice of its
  /// relation.
  init?(osmium name: String) {
    guard name.hasPrefix("a") else {
      text = name
      return
    }
    guard let id = Int(name.dropFirst()) else { return nil }
    text = id.isMultiple(of: 2) ? "w\(id / 2)" : "r\(id / 2)"
  }
}

extension GeoJSONFeature {
  fileprivate var tags: PlaceTags {
    PlaceTags((properties.map { Array($0.members) } ?? []).map { (key: $0.key, value: $0.value.rawString ?? "") })
  }
}

extension PlaceTags {
  /// Whether an import takes it: osmium also gives what has none of the keys but belongs to something that has, what is
  /// said not to be there, and features without a name that the import leaves out.
  fileprivate var isWanted: Bool {
    ImportMatch.keys.contains { self[$0] != nil && self[$0] != "no" } && (hasName || category == nil || isPlace)
  }
}
