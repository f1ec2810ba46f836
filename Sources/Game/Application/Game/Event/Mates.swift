internal import Geodesy
internal import Nearby
internal import Places
internal import Views

/// The other players of the event: the newest position of each, until it is too old to mean anything.
package struct Mates: Hashable, Sendable {
  /// Players who are shown at most; the others are left out.
  package static let most = 500
  /// The age from which on a position is shown as old, and at which it is not shown any more.
  package static let old = Duration.seconds(180), gone = Duration.seconds(600)
  /// Characters of a name on the map, so that the age behind it is not cut off.
  private static let longestLabel = 10

  private struct Known: Hashable {
    let mate: Mate
    /// The session's time at which the player was there; below 0 for before the session.
    let time: Duration
  }

  private var newest: [String: Known] = [:]

  /// Nobody yet.
  init() {}

  /// Takes positions that are told at `now`; an older one than that of before changes nothing.
  mutating func receive(_ mates: [Mate], at now: Duration) {
    newest = newest.filter { now - $0.value.time < Self.gone }
    for mate in mates where mate.age < Self.gone {
      let known = Known(mate: mate, time: now - mate.age)
      guard newest[mate.id].map({ $0.time <= known.time }) ?? (newest.count < Self.most) else { continue }
      newest[mate.id] = known
    }
  }

  /// The players whose positions mean something at `now`, with the ages of that moment, in the order of their ids.
  private func known(at now: Duration) -> [(mate: Mate, isOld: Bool)] {
    newest.values.sorted { $0.mate.id < $1.mate.id }.compactMap { known in
      let (mate, age) = (known.mate, max(.zero, now - known.time))
      guard age < Self.gone else { return nil }
      let aged = Mate(
        mate.id, name: mate.name, team: mate.team, at: mate.position, accuracy: mate.accuracy, age: age)
      return (aged, age >= Self.old)
    }
  }

  /// The players as places of the map, called by name and age: `Ann 12 s`.
  func places(at now: Duration) -> [(place: PointOfInterest, role: PlaceRole)] {
    known(at: now).map { mate, isOld in
      let name = mate.name.count > Self.longestLabel ? mate.name.prefix(Self.longestLabel - 1) + "…" : mate.name[...]
      let place = PointOfInterest(
        id: "mate:\(mate.id)", name: "\(name) \(Wording.age(mate.age))", position: mate.position)
      return (place, isOld ? .oldMate : .mate)
    }
  }

  /// The players as seen from where the player stands, nearest first.
  func sightings(from nearby: NearbySnapshot, at now: Duration) -> [MateSighting] {
    let seen = known(at: now).map { mate, isOld in
      let sight = nearby.sight(of: PointOfInterest(id: mate.id, name: mate.name, position: mate.position))
      return MateSighting(
        mate, isOld: isOld, distance: sight?.distance, bearing: sight?.bearing, turn: sight?.turn)
    }
    return seen.sorted { ($0.distance ?? 0, $0.mate.id) < ($1.distance ?? 0, $1.mate.id) }
  }
}

extension Wording {
  /// Players who are named in sentences; the others are counted.
  private static let mostNamed = 8

  /// Where other players are.
  ///
  /// As in `Ann of Foxes: 120 m north-east, 2 o'clock, 12 s ago`, a sentence for each.
  static func mates(_ mates: [MateSighting]) -> String {
    guard !mates.isEmpty else { return "There is no news of other players." }
    let more = mates.count - mostNamed
    return (mates.prefix(mostNamed).map(sentence) + (more > 0 ? ["And \(more) more."] : [])).joined(separator: " ")
  }

  private static func sentence(_ seen: MateSighting) -> String {
    let way = seen.distance.flatMap { metres in seen.bearing.map { "\(distance(metres)) \(wind($0))" } }
    let parts = [way ?? "somewhere", seen.turn.map(clockFace), "\(age(seen.mate.age)) ago"]
    let name = player(seen.mate.name, of: seen.mate.team)
    return "\(name): \(parts.compactMap(\.self).joined(separator: ", "))\(seen.isOld ? ", no news since" : "")."
  }

  /// `Ann of Foxes`.
  static func player(_ name: String, of team: String?) -> String { team.map { "\(name) of \($0)" } ?? name }
}
