internal import Geodesy
internal import HuntDomain
package import Nearby
internal import Places

/// What lies around the player, in one sentence.
///
/// As in `Ahead: The Old Mill (target) 180 m, City Museum (museum) 240 m and 3 more; left: nothing; right: Well 20 m;
/// behind: nothing.` Without a heading it says north, east, south and west instead.
///
/// It names a few places of each direction, nearest first: open treasures, then what is worth a look.
package enum LookAround {
  /// Metres within which a place is where the player stands: a receiver in the open errs by as much.
  static let here = 5.0
  /// Metres by which the search widens until a direction holds a place, and where it ends, as Soundscape's "Around Me"
  /// has them: more than ten minutes on foot is not around.
  static let step = 200.0, reach = 1000.0
  /// Places that are named in a direction, as many as Soundscape's "Ahead of Me" names; more than two, only if they are
  /// treasures, since a listener cannot skim a list of four directions.
  static let most = 5, mostPlaces = 2

  /// The sentence of one moment; why there is none, where there is no position.
  ///
  /// - Parameter roles: what places mean in the game; all others are places.
  package static func sentence(for nearby: NearbySnapshot, roles: [String: PlaceRole] = [:]) -> String {
    let trouble = Wording.trouble(nearby)
    guard nearby.position != nil else { return trouble ?? "There is no position yet." }
    let seen = nearby.sightings.filter { $0.distance <= reach || isWanted(roles[$0.id] ?? .place) }
    let around = seen.filter { $0.distance > here }
    let hasHeading = nearby.heading?.direction != nil
    let sides = hasHeading ? ["ahead", "left", "right", "behind"] : ["north", "east", "south", "west"]
    let parts = sides.map { side in
      "\(side): \(list(around.filter { self.side(of: $0) == side }, roles) { " \(Wording.distance($0.distance))" })"
    }
    let atFeet = seen.filter { $0.distance <= here }
    let first = atFeet.isEmpty ? [] : ["here: \(list(atFeet, roles) { _ in "" })"]
    let words = seen.isEmpty ? "there is no known place within a kilometre" : (first + parts).joined(separator: "; ")
    return [words.prefix(1).uppercased() + words.dropFirst() + ".", trouble].compactMap(\.self).joined(separator: " ")
  }

  /// On which side something lies: `ahead`, or `north` without a heading.
  static func side(of seen: Sighting) -> String {
    if let turn = seen.turn { return Wording.side(turn: turn) }
    return switch Wording.side(turn: seen.bearing.degrees) {
    case "right": "east"
    case "behind": "south"
    case "left": "west"
    default: "north"
    }
  }

  /// The target is named however far it is.
  private static func isWanted(_ role: PlaceRole) -> Bool { role == .target || role == .entered }

  private static func isTreasure(_ role: PlaceRole) -> Bool { isWanted(role) || role == .treasure || role == .locked }

  /// Names the sightings of one direction, which are given nearest first.
  private static func list(
    _ sightings: [Sighting], _ roles: [String: PlaceRole], distance: (Sighting) -> String
  ) -> String {
    func role(_ seen: Sighting) -> PlaceRole { roles[seen.id] ?? .place }
    let target = sightings.filter { isWanted(role($0)) }
    let treasures = sightings.filter { isTreasure(role($0)) && !isWanted(role($0)) }
    var places = sightings.filter { !isTreasure(role($0)) }
    let nearest: Double = places.first?.distance ?? 0
    let horizon = max(1, (nearest / step).rounded(.up)) * step
    places = Array(places.prefix { $0.distance <= horizon })
    let all = target + treasures + places.byWorth([:]).prefix(mostPlaces).map(\.sighting)
    let named = all.prefix(most).sorted { $0.distance < $1.distance }
    guard !named.isEmpty else { return "nothing" }
    let more = target.count + treasures.count + places.count - named.count
    let words = named.map { name($0, role($0)) + distance($0) }.joined(separator: ", ")
    return more > 0 ? "\(words) and \(more) more" : words
  }

  /// `The Old Mill (target)`, `City Museum (museum)`.
  static func name(_ seen: Sighting, _ role: PlaceRole) -> String {
    if isWanted(role) { return "\(seen.place.name) (target)" }
    return isTreasure(role) ? "\(seen.place.name) (treasure)" : Wording.titled(seen.place)
  }
}
