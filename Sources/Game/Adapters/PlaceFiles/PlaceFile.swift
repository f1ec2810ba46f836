package import GeoFormats
package import Geodesy
package import Nearby
package import Places

/// Adapter: places from a file, GeoJSON or the waypoints of GPX and `.loc`; read once, then all of them always.
package struct PlaceFile: PointOfInterestSource {
  /// The places in the order of the file; ids are unique.
  package let places: [PointOfInterest]
  /// Complaints about the file.
  package let warnings: [Diagnostic]

  /// Reads the file at `path`.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    switch FileFormat(path: path) {
    case .geoJSON: places = try Self.geoJSON(path, &log)
    case .gpx: places = try Self.gpx(path, &log)
    case .loc: places = try Self.loc(path, &log)
    case .foreign(let format): throw FileProblem(file: path, Self.advice(on: format, path))
    default: throw FileProblem(file: path, "a recording of a receiver has no places; play it with --from")
    }
    warnings = log.summary
  }

  /// The advice for a file of a format that holds no places, or that must be imported first.
  private static func advice(on format: ForeignFormat, _ path: String) -> String {
    format.isImported
      ? "\(format): import it first (trove import FILE --name NAME), then take --places NAME"
      : "\(format): \(format.advice(path) ?? "places come from \(FileFormat.list(of: .places, "and")) files")"
  }

  /// Answers with all places; the file is in memory.
  package func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] { places }

  private static func geoJSON(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> [PointOfInterest] {
    var ids = UniqueIDs()
    do {
      let document = try GeoJSONDocument(path: path, log: &log)
      return document.features.enumerated().compactMap { index, feature in
        guard let position = feature.geometry.flatMap(\.place) else { return nil }
        let name = feature.name ?? feature.id ?? "place \(index + 1)"
        let tags = feature.tags
        return PointOfInterest(
          id: ids.unique(feature.identifier ?? "\(index + 1)"), name: name, position: position,
          kind: tags["kind"] ?? tags.kind, tags: tags)
      }
    } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func gpx(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> [PointOfInterest] {
    var ids = UniqueIDs()
    do {
      let document = try GPXDocument(path: path, log: &log)
      return document.waypoints.enumerated().map { index, waypoint in
        let name = waypoint.name ?? waypoint.comment ?? "waypoint \(index + 1)"
        return PointOfInterest(
          id: ids.unique(waypoint.name ?? "\(index + 1)"), name: name, position: waypoint.position,
          kind: waypoint.type ?? waypoint.symbol,
          tags: PlaceTags([(key: "description", value: waypoint.description ?? "")]))
      }
    } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func loc(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> [PointOfInterest] {
    var ids = UniqueIDs()
    do {
      return try LocDocument(path: path, log: &log).waypoints.enumerated().map { index, waypoint in
        let name = waypoint.name ?? waypoint.code ?? "waypoint \(index + 1)"
        return PointOfInterest(
          id: ids.unique(waypoint.code ?? name), name: name, position: waypoint.position, kind: waypoint.type)
      }
    } catch {
      throw FileProblem(file: path, error)
    }
  }
}

/// Makes the ids within a file unique: `well`, `well-2`, `well-3`.
struct UniqueIDs {
  private var taken: [String: Int] = [:]

  mutating func unique(_ id: String) -> String {
    guard let count = taken[id] else {
      taken[id] = 1
      return id
    }
    taken[id] = count + 1
    return unique("\(id)-\(count + 1)")
  }
}

extension GeoJSONGeometry {
  /// The geometry reduced to one position: a point itself, otherwise the middle of its bounding box.
  var place: Coordinate? {
    if case .point(let position) = self { return position }
    return BoundingBox(around: coordinates)?.centre
  }
}
