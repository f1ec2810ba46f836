import Geodesy
import HuntDomain
import Nearby
internal import Numbers
import Places

/// One step of the player: a fix in, everything around them out, with few and with many places; and the index of places.
func nearbyFindings(_ here: BenchConditions) -> Findings {
  [20, 1000, here.isQuick ? 20_000 : 100_000].map { nearbyFindings(places: $0, here) }.reduce(Findings(), +)
    + placesFindings(here)
}

private func nearbyFindings(places count: Int, _ here: BenchConditions) -> Findings {
  var findings = Findings()
  let town = Town(places: count)
  var service = NearbyPOIService()
  service.receive(town.places, at: .zero)
  // Measuring all distances of a large town is what we avoid: a few steps of it say enough.
  let measured = max(5, min(200, (here.isQuick ? 20_000 : 1_000_000) / count))
  var own: [Double] = []
  var brute: [Double] = []
  for step in 0..<measured {
    let fix = town.fix(step)
    let (seconds, nearby) = ProcessorTime.of {
      service.receive(.fix(fix), at: fix.time)
      return service.snapshot(at: fix.time)
    }
    own.append(seconds)
    let (peerSeconds, truth) = ProcessorTime.of { town.nearest(service.limit, to: fix) }
    brute.append(peerSeconds)
    let isRight = zip(nearby.sightings, truth).allSatisfy {
      $0.place == $1.place && abs($0.distance - $1.distance) < 1e-4 && abs($0.bearing.turn(to: $1.bearing)) < 1e-6
        && abs(($0.turn ?? .infinity) - ($1.turn ?? 0)) < 1e-6
    }
    findings.expect(
      isRight && nearby.sightings.count == truth.count, "nearby: step \(step) of \(count) places differs from the truth"
    )
  }
  let (mine, theirs) = (Sample(own).median, Sample(brute).median)
  findings.rows = [
    Row(
      what: "Nearby: an update with \(count) places", trove: time(mine),
      peer: "every distance measured, then sorted: \(time(theirs))", ratio: theirs > 0 ? mine / theirs : nil)
  ]
  return findings
}

/// Places within about five kilometres, and a walk among them.
private struct Town {
  let places: [PointOfInterest]
  private let middle = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

  init(places count: Int) {
    var generator = SeededGenerator(seed: 5)
    let middle = middle
    places = (0..<count).map { index in
      let position = Coordinate(
        clampingLatitude: middle.latitude + (generator.uniform() - 0.5) * 0.09,
        wrappingLongitude: middle.longitude + (generator.uniform() - 0.5) * 0.13)
      return PointOfInterest(id: "p\(index)", name: "Place \(index)", position: position)
    }
  }

  /// A fix a second, eastward at 1.4 m/s.
  func fix(_ step: Int) -> Fix {
    Fix(
      position: middle.offset(by: 1.4 * Double(step), toward: Bearing(degrees: 90)), time: .seconds(step), speed: 1.4,
      course: Bearing(degrees: 90))
  }

  /// The answer without any thought: the geodesic to everything.
  func nearest(_ limit: Int, to fix: Fix) -> [Seen] {
    let all = places.map { place in
      let course = fix.position.course(to: place.position)
      return Seen(
        place: place, distance: course.distance, bearing: course.bearing,
        turn: fix.course.map { $0.turn(to: course.bearing) })
    }
    return Array(all.sorted { ($0.distance, $0.place.id) < ($1.distance, $1.place.id) }.prefix(limit))
  }

  /// A place as seen from somewhere.
  struct Seen {
    let place: PointOfInterest
    let distance: Double
    let bearing: Bearing
    let turn: Double?
  }
}
