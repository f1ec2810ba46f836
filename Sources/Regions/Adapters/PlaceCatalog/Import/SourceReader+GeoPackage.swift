internal import Database
internal import GeoFormats
internal import Geodesy
internal import Places

extension SourceReader {
  /// The features of a GeoPackage; their columns are read as tags.
  mutating func readGeoPackage(_ report: (Double) -> Bool) throws(CatalogProblem) {
    let file = try geoPackage { () throws(GeoPackageFile.Problem) in try GeoPackageFile(path: path) }
    guard !file.layers.isEmpty else { throw refused("it has no layer with features") }
    let total = file.layers.reduce(0) { $0 + $1.count }
    var done = 0
    for layer in file.layers {
      var last = Int64.min
      while true {
        let features = try geoPackage { () throws(GeoPackageFile.Problem) in
          try file.features(of: layer, after: last)
        }
        guard let end = features.last?.number else { break }
        for feature in features { try take(feature, of: layer) }
        last = end
        done += features.count
        guard report(Double(done) / Double(max(1, total))) else { throw cancelled }
      }
    }
  }

  private mutating func take(_ feature: GeoPackageFile.Feature, of layer: GeoPackageFile.Layer) throws(CatalogProblem) {
    guard let bytes = feature.geometry else { return }
    let geometry: GeoJSONGeometry?
    do { geometry = try WellKnownBinary.geometry(bytes, system: layer.system) } catch {
      return warn("feature \(feature.number) of \(layer.name) has \(error.rawValue): left out")
    }
    guard let geometry, let position = InnerPoint.of(geometry) else { return }
    var record = PlaceRecord(key: "\(prefix):\(layer.name):\(feature.number)", position: position)
    record.key = PlaceText.clean(record.key)
    record.tags = PlaceText.tags(feature.values)
    record.kind = record.tags["kind"]
    if case .point = geometry { record.isArea = false } else { record.isArea = true }
    try take(record, isListed: true)
  }

  /// Runs `body` and translates its errors to those of the catalog.
  private func geoPackage<Result>(
    _ body: () throws(GeoPackageFile.Problem) -> Result
  ) throws(CatalogProblem) -> Result {
    do throws(GeoPackageFile.Problem) { return try body() } catch {
      switch error {
      case .database(let error): throw refused("\(error)")
      case .refused(let message): throw refused(message)
      }
    }
  }
}
