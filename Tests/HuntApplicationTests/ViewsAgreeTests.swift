import Eye
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("Map, compass and eye")
struct ViewsAgreeTests {
  @Test("show the same places with the same distances, at 10,000 random moments")
  func agree() {
    var chance = SeededGenerator(seed: 41)
    let (map, compass) = (MapUseCase(camera: MapCamera(zoom: 15)), CompassUseCase())
    var eye = EyeUseCase()
    for _ in 0..<10_000 {
      let nearby = moment(&chance)
      let above = map.screen(for: nearby, source: "GPS", columns: 60, rows: 20)
      let ahead = compass.screen(for: nearby, source: "GPS")
      eye.look(around: nearby.quality.fix, geometries: [])
      let sights = eye.screen(for: nearby, columns: 60, rows: 20)?.sights ?? []
      let rows = above.list.map { "\($0.label) \($0.distance)" }
      let onMap = above.marks.map { "\($0.label) \($0.distance)" }
      let marks = ahead.marks.map { "\($0.label) \($0.distance)" }
      let asides = (ahead.left + ahead.right).map { "\($0.label) \($0.distance)" }
      guard above.list == ahead.list, above.gps == ahead.gps, above.heading == ahead.heading,
        nearby.sightings.map(\.place.name) == above.list.map(\.label),
        Set(onMap).isSubset(of: rows), Set(marks).isSubset(of: rows),
        nearby.heading == nil || Set(marks + asides) == Set(rows),
        marks.count + asides.count == (nearby.heading == nil ? 0 : rows.count),
        sights.sorted(by: { $0.distance < $1.distance }).map({ "\($0.name) \($0.distanceText)" }) == rows,
        sights.allSatisfy({ $0.bearing == nearby.sighting(of: $0.id)?.bearing })
      else {
        Issue.record("\(nearby)")
        return
      }
    }
  }

  /// Twenty places at most: as many as the list has lines.
  private func moment(_ chance: inout SeededGenerator) -> NearbySnapshot {
    let middle = seams.randomElement(using: &chance) ?? home
    let position = middle.offset(by: chance.uniform() * 500, toward: Bearing(degrees: chance.uniform() * 360))
    let places = (0..<Int.random(in: 0...12, using: &chance)).map {
      place("p\($0)", chance.uniform() * 800, toward: chance.uniform() * 360, from: middle)
    }
    var service = NearbyPOIService()
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: position, time: .zero)), at: .zero)
    if chance.uniform() < 0.8 { service.receive(heading(chance.uniform() * 360), at: .zero) }
    return service.snapshot(at: .seconds(Int.random(in: 0...4, using: &chance)))
  }
}
