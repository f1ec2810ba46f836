package import GeoFormats
internal import Geodesy
package import HuntDomain

/// A hunt from a GeoJSON file; `Maps/README.md` documents its properties.
package struct HuntFile: Sendable {
  /// The version of the format that is written and read.
  package static let version = 1
  /// Metres within which a treasure counts as found when the file does not say.
  package static let defaultRadius = 15.0

  package let hunt: Hunt
  /// The base map and the recorded walk that belong to the hunt, as paths; relative ones start at the hunt's folder.
  package let map, trace: String?
  package let warnings: [Diagnostic]

  /// Reads the hunt at `path`.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    let document: GeoJSONDocument
    do { document = try GeoJSONDocument(path: path, log: &log) } catch { throw FileProblem(file: path, error) }
    let about = document.root["trove"]
    if let version = about?["version"]?.integer, version > Self.version {
      throw FileProblem(
        file: path, line: about?.line ?? 1, "this hunt is of version \(version), newer than this program: update Trove")
    }
    var reader = TreasureReader(log: log)
    let treasures = reader.treasures(in: document.features)
    let order = about?["order"]?.text() ?? Hunt.Order.sequence.rawValue
    if Hunt.Order(rawValue: order) == nil {
      reader.log.add(.warning, line: about?.line ?? 1, "order \(SafeText.quoted(order)) is unknown: taken as sequence")
    }
    guard
      let hunt = Hunt(
        title: about?["title"]?.text(limit: SafeText.nameLimit) ?? Self.name(of: path),
        summary: about?["summary"]?.text() ?? "", author: about?["author"]?.text(limit: SafeText.nameLimit) ?? "",
        licence: about?["licence"]?.text(limit: SafeText.nameLimit) ?? "",
        order: Hunt.Order(rawValue: order) ?? .sequence, treasures: treasures)
    else { throw FileProblem(file: path, "no treasure: a hunt is a collection of points with an id and a name") }
    self.hunt = hunt
    map = about?["map"]?.rawString.map { Self.path($0, beside: path) }
    trace = about?["trace"]?.rawString.map { Self.path($0, beside: path) }
    warnings = reader.log.summary
  }

  private static func name(of path: String) -> String {
    SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
  }

  private static func path(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}

/// Makes treasures of features; what cannot be one is skipped with a warning.
private struct TreasureReader {
  var log: DiagnosticLog
  private var ids: Set<String> = []

  init(log: DiagnosticLog) { self.log = log }

  mutating func treasures(in features: [GeoJSONFeature]) -> [Treasure] {
    var found: [(turn: Int, treasure: Treasure)] = []
    for (index, feature) in features.enumerated() {
      guard let treasure = treasure(feature) else { continue }
      found.append((feature.properties?["order"]?.integer ?? index + 1, treasure))
    }
    // Equal turns stay in the order of the file.
    return found.enumerated().sorted { ($0.element.turn, $0.offset) < ($1.element.turn, $1.offset) }
      .map(\.element.treasure)
  }

  private mutating func treasure(_ feature: GeoJSONFeature) -> Treasure? {
    guard case .point(let position) = feature.geometry else { return skip(feature, "it is not a point") }
    guard let id = feature.identifier else { return skip(feature, "it has no id") }
    guard ids.insert(id).inserted else { return skip(feature, "the id \(SafeText.quoted(id)) is taken") }
    let properties = feature.properties
    let kind = properties?["kind"]?.text(limit: SafeText.nameLimit)
    return Treasure(
      place: PointOfInterest(id: id, name: feature.name ?? id, position: position, kind: kind),
      radius: radius(properties?["radius_m"], of: id), hint: properties?["hint"]?.text(),
      message: properties?["message"]?.text(), points: points(properties?["points"], of: id))
  }

  private mutating func skip(_ feature: GeoJSONFeature, _ reason: String) -> Treasure? {
    log.add(.warning, line: feature.line, "a feature is no treasure: \(reason)")
    return nil
  }

  private mutating func radius(_ value: JSONValue?, of id: String) -> Double {
    guard let value else { return HuntFile.defaultRadius }
    guard let metres = value.number, (1...100_000).contains(metres) else {
      log.add(.warning, line: value.line, "radius_m of \(SafeText.quoted(id)) is not 1 to 100000: taken as 15")
      return HuntFile.defaultRadius
    }
    return metres
  }

  private mutating func points(_ value: JSONValue?, of id: String) -> Int {
    guard let value else { return 1 }
    guard let points = value.integer, (0...1_000_000).contains(points) else {
      log.add(.warning, line: value.line, "points of \(SafeText.quoted(id)) are not 0 to 1000000: taken as 1")
      return 1
    }
    return points
  }
}
