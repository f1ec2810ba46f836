import Geodesy
import HuntDomain
import HuntInspection
import Numbers
import Places
import Testing

/// A hunt with one defect, and what an inspection has to say about it.
struct Planted: CustomTestStringConvertible, Sendable {
  let name: String
  let severity: HuntFinding.Severity
  let code: HuntFinding.Code
  /// The id of the treasure that is blamed; nothing for the hunt.
  let treasure: String?
  let hunt: Hunt

  init(
    _ name: String, _ severity: HuntFinding.Severity, _ code: HuntFinding.Code, _ treasure: String?, _ hunt: Hunt
  ) {
    (self.name, self.severity, self.code, self.treasure, self.hunt) = (name, severity, code, treasure, hunt)
  }

  var testDescription: String { name }
}

/// Where the hunts of these tests lie, so many metres east and north of a corner of Munich.
func spot(_ east: Double, _ north: Double = 0) -> Coordinate {
  let corner = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)
  return TangentPlane(at: corner).coordinate(at: TangentPlane.Point(east: east, north: north))
}

/// A treasure without a fault.
func tree(
  _ id: String, _ east: Double, _ north: Double = 0, radius: Double = 15, _ change: (inout Treasure) -> Void = { _ in }
) -> Treasure {
  let names = ["alder": "The Alder", "birch": "Birch Corner", "cedar": "Cedar Gate", "dogwood": "Dogwood Steps"]
  let place = PointOfInterest(id: id, name: names[id] ?? "Stage \(id)", position: spot(east, north))
  var treasure = Treasure(place: place, radius: radius, hint: "Look around.", message: "Well done.", points: 10)
  change(&treasure)
  return treasure
}

/// A hunt of some treasures, without a fault of its own.
func trees(
  _ treasures: [Treasure], _ order: Hunt.Order = .sequence, _ change: (inout Hunt) -> Void = { _ in }
) -> Hunt {
  var hunt = Hunt(
    title: "Trees of the Park", summary: "A walk past four trees.", author: "A. Gardener", licence: "MIT", order: order,
    treasures: treasures)!
  change(&hunt)
  return hunt
}

/// What is changed about a hunt as a whole.
struct Whole {
  let change: (inout Hunt) -> Void

  init(_ change: @escaping (inout Hunt) -> Void) { self.change = change }
}

/// Four treasures, 100 m apart, of which one is changed.
func park(
  _ order: Hunt.Order = .sequence, changing id: String = "cedar", goal: Requirement? = nil,
  whole: Whole = Whole { _ in }, _ change: (inout Treasure) -> Void = { _ in }
) -> Hunt {
  let ids = ["alder", "birch", "cedar", "dogwood"]
  let treasures = ids.enumerated().map { index, other in
    tree(other, Double(index) * 100) { if other == id { change(&$0) } }
  }
  return trees(treasures, order) {
    $0.goal = goal
    whole.change(&$0)
  }
}

/// The park with a fork at the alder: left to the birch, right to the cedar; the dogwood is for all.
func fork(goal: Requirement?, dogwood: (inout Treasure) -> Void = { _ in }) -> Hunt {
  let treasures = [
    tree("alder", 0) { $0.question = way },
    tree("birch", 100) { $0.requirement = .answered("alder", choice: 0) },
    tree("cedar", 200) { $0.requirement = .answered("alder", choice: 1) },
    tree("dogwood", 300) {
      $0.requirement = .atLeast(1, [.found("birch"), .found("cedar")])
      dogwood(&$0)
    },
  ]
  return trees(treasures) { $0.goal = goal }
}

/// A question that only decides how the hunt goes on.
let way = Question("Left or right?", rule: .choice(options: ["left", "right"], right: [0, 1]))

/// A question with one right answer.
let riddle = Question("Who planted it?", rule: .text(["Ludwig Sckell"]))

/// A moment so many hours after the beginning of 2026.
func hour(_ hours: Int64) -> Timestamp { Timestamp(milliseconds: 1_767_225_600_000 + hours * 3_600_000) }

/// A time from one of these hours to another.
func window(_ from: Int64?, _ to: Int64?) -> TimeWindow { TimeWindow(from: from.map(hour), to: to.map(hour)) }

/// An area with corners in metres of the park.
func area(_ rings: [[(Double, Double)]]) -> Zone { .polygon(rings: rings.map { $0.map { spot($0.0, $0.1) } }) }

/// A rectangle around a spot.
func box(_ east: Double, _ north: Double, _ width: Double, _ depth: Double) -> [(Double, Double)] {
  let (w, d) = (width / 2, depth / 2)
  return [(east - w, north - d), (east + w, north - d), (east + w, north + d), (east - w, north + d)]
}
