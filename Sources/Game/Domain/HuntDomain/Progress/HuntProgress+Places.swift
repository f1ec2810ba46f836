internal import Geodesy
internal import Places

/// Places that are computed from answers.
extension HuntProgress {
  /// Metres beyond which a projection leads nowhere: half around the globe.
  private static let farthest = 20_004_000.0

  /// The treasure at its true place, as far as the answers tell it.
  ///
  /// While answers are missing, and where a formula comes to no place on Earth, the listed place counts.
  package func resolved(_ treasure: Treasure) -> Treasure {
    guard treasure.projection != nil else { return treasure }
    var seen: Set<String> = []
    let position = position(of: treasure, &seen)
    guard position != treasure.place.position else { return treasure }
    var moved = treasure
    moved.place = PointOfInterest(
      id: treasure.place.id, name: treasure.place.name, position: position, kind: treasure.place.kind)
    moved.zone = treasure.zone.moved(from: treasure.place.position, to: position)
    return moved
  }

  /// The treasures whose answers a projection needs, and that can still be given before it is found.
  func missingAnswers(of treasure: Treasure) -> [String] {
    missingNames(of: treasure).isEmpty ? [] : Outlook(progress: self).waits[treasure.id] ?? []
  }

  /// The names without an answer that a projection needs, for itself and for the places from which it starts.
  package func missingNames(of treasure: Treasure) -> Set<String> {
    var (names, seen, next) = (Set<String>(), Set<String>(), treasure as Treasure?)
    while let treasure = next, let projection = treasure.projection, seen.insert(treasure.id).inserted {
      for name in projection.names where answer(named: name) == nil { names.insert(name) }
      guard case .offset(let from, _, _) = projection else { break }
      next = from.flatMap { hunt.treasure($0) }
    }
    return names
  }

  /// The answer with a name; `nil` while it is missing.
  private func answer(named name: String) -> Answer? {
    hunt.askers(of: name).lazy.compactMap { answers[$0] }.first
  }

  private func position(of treasure: Treasure, _ seen: inout Set<String>) -> Coordinate {
    let listed = treasure.place.position
    guard let projection = treasure.projection, seen.insert(treasure.id).inserted else { return listed }
    var known: [String: Answer] = [:]
    for name in projection.names { known[name] = answer(named: name) }
    switch projection {
    case .coordinates(let latitude, let longitude):
      guard let latitude = latitude.value(of: known), let longitude = longitude.value(of: known) else { return listed }
      return Coordinate(latitude: latitude, longitude: longitude) ?? listed
    case .offset(let from, let bearing, let distance):
      guard let bearing = bearing.value(of: known), let distance = distance.value(of: known),
        abs(distance) <= Self.farthest
      else { return listed }
      // A circle of projections has no beginning: there the listed places count.
      let origin = from.flatMap { hunt.treasure($0) }.map { position(of: $0, &seen) } ?? listed
      return origin.offset(by: distance, toward: Bearing(degrees: bearing))
    }
  }
}

extension Projection {
  /// The names of the answers that it needs.
  package var names: Set<String> {
    switch self {
    case .offset(_, let bearing, let distance): bearing.names.union(distance.names)
    case .coordinates(let latitude, let longitude): latitude.names.union(longitude.names)
    }
  }
}

extension Zone {
  /// The zone with its corners moved as the treasure moves from `listed` to `place`; a circle needs no change.
  fileprivate func moved(from listed: Coordinate, to place: Coordinate) -> Zone {
    guard case .polygon(let rings) = self else { return self }
    let (here, there) = (TangentPlane(at: listed), TangentPlane(at: place))
    return .polygon(
      rings: rings.map { ring in
        ring.map { corner in here.point(of: corner).map { there.coordinate(at: $0) } ?? corner }
      })
  }
}
