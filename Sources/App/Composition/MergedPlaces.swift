import Geodesy
import HuntApplication
import HuntDomain

/// Several sources of places as one.
///
/// An id that two sources share is told apart by the later source's number: `well`, `2:well`.
struct MergedPlaces: PointOfInterestSource {
  let sources: [any PointOfInterestSource]

  func places(near centre: Coordinate, within metres: Double) async throws(PlacesUnavailable) -> [PointOfInterest] {
    var taken: Set<String> = []
    var merged: [PointOfInterest] = []
    for (index, source) in sources.enumerated() {
      for place in try await source.places(near: centre, within: metres) {
        var id = place.id
        while !taken.insert(id).inserted { id = "\(index + 1):\(id)" }
        merged.append(PointOfInterest(id: id, name: place.name, position: place.position, kind: place.kind))
      }
    }
    return merged
  }
}
