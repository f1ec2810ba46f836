package import GeoFormats
internal import Geodesy
package import HuntApplication

/// A base map of lines and areas from a GeoJSON file.
///
/// What a feature is, its property `kind` says; features of other kinds, and points, are not drawn.
package struct BaseMapFile: Sendable {
  package let map: BaseMap
  package let warnings: [Diagnostic]

  /// Reads the map at `path`.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    do {
      let document = try GeoJSONDocument(path: path, log: &log)
      let about = document.root["trove"]
      let credit = ["author", "licence"].compactMap { name in
        (name == "author" ? about?["author"] : about?["licence"])?.text(limit: SafeText.nameLimit)
      }
      map = BaseMap(shapes: document.features.flatMap(Self.shapes), attribution: credit.joined(separator: ", "))
    } catch {
      throw FileProblem(file: path, error)
    }
    warnings = log.summary
  }

  private static func shapes(of feature: GeoJSONFeature) -> [BaseMap.Shape] {
    guard let word = feature.properties?["kind"]?.text(limit: 40), let kind = BaseMap.Kind(rawValue: word),
      let geometry = feature.geometry
    else { return [] }
    return shapes(of: geometry, kind: kind, name: feature.name)
  }

  private static func shapes(of geometry: GeoJSONGeometry, kind: BaseMap.Kind, name: String?) -> [BaseMap.Shape] {
    func shape(_ parts: [[Coordinate]], isArea: Bool) -> [BaseMap.Shape] {
      BaseMap.Shape(kind: kind, name: name, parts: parts, isArea: isArea).map { [$0] } ?? []
    }
    switch geometry {
    case .point, .multiPoint: return []
    case .lineString(let line): return shape([line], isArea: false)
    case .multiLineString(let lines): return shape(lines, isArea: false)
    case .polygon(let rings): return shape(rings, isArea: true)
    case .multiPolygon(let polygons): return polygons.flatMap { shape($0, isArea: true) }
    case .collection(let parts): return parts.flatMap { shapes(of: $0, kind: kind, name: name) }
    }
  }
}
