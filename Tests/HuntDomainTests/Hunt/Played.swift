import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

/// Where these hunts take place.
let spot = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

/// A place so many metres north of the spot.
func at(_ north: Double) -> Coordinate {
  spot.offset(by: abs(north), toward: Bearing(degrees: north < 0 ? 180 : 0))
}

/// A treasure so many metres north of the spot.
func treasure(_ id: String, north metres: Double = 0, radius: Double = 10, points: Int = 1) -> Treasure {
  Treasure(
    place: PointOfInterest(id: id, name: id.uppercased(), position: at(metres)), radius: radius, points: points)
}

/// A treasure that is something more.
func treasure(
  _ id: String, north metres: Double = 0, radius: Double = 10, points: Int = 1,
  _ change: (inout Treasure) throws -> Void
) rethrows -> Treasure {
  var treasure = treasure(id, north: metres, radius: radius, points: points)
  try change(&treasure)
  return treasure
}

func hunt(
  _ order: Hunt.Order, _ treasures: [Treasure], _ change: (inout Hunt) -> Void = { _ in }
) throws -> Hunt {
  var hunt = try #require(Hunt(title: "Test", order: order, treasures: treasures))
  change(&hunt)
  return hunt
}

/// A game with a clock: each second a fix.
struct Played {
  var progress: HuntProgress
  var events: [HuntEvent] = []
  private(set) var second = 0.0
  /// The civil time at the beginning, in seconds since 1970; nothing for a receiver that does not tell it.
  var civil: Double?

  init(_ hunt: Hunt, civil: Double? = nil) {
    progress = HuntProgress(hunt)
    self.civil = civil
  }

  var time: Duration { .seconds(second) }
  var utc: Timestamp? { civil.map { Timestamp(milliseconds: Int64(($0 + second) * 1000)) } }

  /// The player stands there so many seconds; distances are rounded to a millimetre.
  @discardableResult
  mutating func stand(north: Double, for seconds: Int = 10, accuracy: Double? = 4) -> [HuntEvent.Kind] {
    note(
      (0..<seconds).flatMap { _ in
        defer { second += 1 }
        return progress.receive(Fix(position: at(north), time: time, utc: utc, accuracy: accuracy))
      })
  }

  /// Time passes without a fix.
  @discardableResult
  mutating func wait(_ seconds: Double) -> [HuntEvent.Kind] {
    second += seconds
    return note(progress.pass(to: time, utc: utc))
  }

  @discardableResult
  mutating func answer(_ text: String, to id: String) -> [HuntEvent.Kind] {
    note(progress.answer(text, to: id, at: time))
  }

  @discardableResult
  mutating func claim(_ id: String) -> [HuntEvent.Kind] { note(progress.claim(id, at: time)) }

  @discardableResult
  mutating func hint(_ id: String) -> [HuntEvent.Kind] { note(progress.readHint(of: id, at: time)) }

  private mutating func note(_ new: [HuntEvent]) -> [HuntEvent.Kind] {
    events += new
    return new.map { event in
      guard case .found(let id, let distance) = event.kind else { return event.kind }
      return .found(id, distance: (distance * 1000).rounded() / 1000)
    }
  }
}
