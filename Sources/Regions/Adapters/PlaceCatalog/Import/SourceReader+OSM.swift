internal import Database
internal import Geodesy
internal import OSMExtracts
internal import Places

extension SourceReader {
  /// OpenStreetMap's own files: every object that has one of the keys, and every way that people walk on.
  mutating func readOSM(_ report: (Double) -> Bool) throws(CatalogProblem) {
    let reader = self
    var problem: CatalogProblem?
    do throws(OSMError) {
      let reading = try OSMExtract(path: path).findPlacesAndWalkways(keys: selection.keys) {
        report($0.fraction)
      } _: { finding in
        guard problem == nil else { return }
        do throws(CatalogProblem) { try reader.take(finding) } catch { problem = error }
      }
      for warning in reading.warnings.entries { warn("\(warning)") }
      if reading.unplaced > 0 { warn("\(reading.unplaced) objects lie outside of the file: left out") }
    } catch {
      throw error.problem == .cancelled ? cancelled : refused("\(error.problem)")
    }
    if let problem { throw problem }
  }

  private func take(_ finding: OSMFinding) throws(CatalogProblem) {
    switch finding {
    case .place(let element):
      guard selection.mayTake(element.tags), let record = PlaceRecord(element) else { return }
      try take(record, isListed: false)
    case .walkway(let walkway):
      do throws(DatabaseError) { try staging.add(walkway) } catch { throw CatalogProblem(writing: error) }
    }
  }
}

extension PlaceSelection {
  /// Whether an object is worth a closer look: half of all are nameless trees and the like.
  fileprivate func mayTake(_ tags: [OSMTag]) -> Bool {
    guard choices.isEmpty else { return true }
    return tags.contains { tag in
      if PlaceTags.mayBeName(tag.key) { return true }
      guard let rank = PlaceVocabulary.ranks[tag.key] else { return false }
      return PlaceVocabulary.table[rank].keepsUnnamed(tag.value)
    }
  }
}

extension PlaceRecord {
  /// A place from an OpenStreetMap object; `nil` if it has no valid position.
  init?(_ element: OSMElement) {
    guard let position = Coordinate(latitude: element.latitude, longitude: element.longitude) else { return nil }
    let letter =
      switch element.kind {
      case .node: "n"
      case .way: "w"
      case .relation: "r"
      }
    self.init(key: "\(letter)\(element.id)", position: position)
    tags = PlaceText.tags(element.tags.lazy.map { (key: $0.key, value: $0.value) })
    isArea = element.kind != .node
  }
}
