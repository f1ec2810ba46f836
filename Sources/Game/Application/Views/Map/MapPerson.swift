package import Geodesy

/// Somebody whom a map shows without being theirs: a player of an event, as its organiser sees them.
package struct MapPerson: Hashable, Sendable {
  /// Printable text.
  package let name: String
  /// Where they were last.
  package let position: Coordinate
  /// Metres of the error circle; `nil` if unknown.
  package let accuracy: Double?
  /// Whether nothing was heard of them for a while.
  package let isOld: Bool
  /// Whether they are drawn as the player of a game is, over all others.
  package let isFollowed: Bool

  /// Creates a person.
  package init(_ name: String, at position: Coordinate, accuracy: Double? = nil, isOld: Bool, isFollowed: Bool = false)
  {
    (self.name, self.position, self.accuracy) = (name, position, accuracy)
    (self.isOld, self.isFollowed) = (isOld, isFollowed)
  }
}

extension MapFrame {
  /// The marks of people on the screen, in their order.
  func marks(of people: [MapPerson]) -> [MapScreen.Mark] {
    people.compactMap { person in
      let point = point(of: person.position)
      guard contains(point) else { return nil }
      return MapScreen.Mark(at: point, role: person.isOld ? .oldMate : .mate, label: person.name, distance: "")
    }
  }

  /// The first who is followed.
  func followed(of people: [MapPerson]) -> MapScreen.Player? {
    people.first(where: \.isFollowed).map { person in
      let place = MercatorPoint(person.position)
      return MapScreen.Player(
        at: point(of: place), heading: nil, cone: 0, accuracy: columns(metres: person.accuracy ?? 0, at: place),
        isStale: person.isOld)
    }
  }
}
