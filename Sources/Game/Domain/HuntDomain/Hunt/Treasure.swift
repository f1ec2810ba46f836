package import Geodesy
package import Numbers
package import Places

/// A place to find under rules: one stage of a hunt.
package struct Treasure: Hashable, Sendable, Identifiable {
  /// The listed place; with a ``projection``, the true place is computed from answers.
  package var place: PointOfInterest
  /// The ground that the player has to enter.
  package var zone: Zone
  /// What the player may be told on request, in this order.
  package var hints: [Hint]
  /// What the player reads on finding it.
  package var message: String?
  /// What the player reads on entering its zone, before any question.
  package var arrival: String?
  /// The sound on finding it.
  package var sound: Sound
  /// Points for finding it, in `0 ... 1,000,000`.
  package var points: Int { didSet { points = Self.pointRange(points) } }
  /// What has to be answered inside the zone before it counts as found.
  package var question: Question?
  /// What has to hold before it can be found; without it the order of the hunt decides.
  package var requirement: Requirement?
  /// From when on the player sees it on the map.
  package var visibility: Visibility
  /// Where it really is, when that has to be worked out.
  package var projection: Projection?
  /// How long the player has once it is open, until it is gone; positive.
  package var limit: Duration?
  /// When it can be found.
  package var window: TimeWindow?
  /// The ids of the items that it holds.
  package var items: [String]
  /// What the first finder of an event wins, and nobody else.
  package var prize: String?
  /// What a geocaching listing says about it.
  package var listing: CacheListing?

  package var id: String { place.id }

  /// Creates a treasure; the points are cut to their range, so that no sum of them overflows.
  package init(
    place: PointOfInterest, zone: Zone, hints: [Hint] = [], message: String? = nil, points: Int = 1
  ) {
    self.place = place
    self.zone = zone
    self.hints = hints
    self.message = message
    self.points = Self.pointRange(points)
    sound = .fanfare
    visibility = .whenOpen
    items = []
  }

  /// A treasure in the middle of a circle of `radius` metres, greater than 0, with one free hint at most.
  package init(place: PointOfInterest, radius: Double, hint: String? = nil, message: String? = nil, points: Int = 1) {
    self.init(
      place: place, zone: .circle(radius: radius), hints: hint.map { [Hint($0)] } ?? [], message: message,
      points: points)
  }

  private static func pointRange(_ points: Int) -> Int { min(1_000_000, max(0, points)) }
}

/// The ground of a treasure.
package enum Zone: Hashable, Sendable {
  /// Metres around the treasure's place; greater than 0.
  case circle(radius: Double)
  /// An area of any shape: the first ring is its outline, the others are holes; rings are closed without repeating the
  /// first point, of at least three points each.
  case polygon(rings: [[Coordinate]])
}

/// Something that a player may be told about a treasure.
package struct Hint: Hashable, Sendable {
  /// What the player reads, as printable text.
  package var text: String
  /// Points that reading it costs, in `0 ... 1,000,000`.
  package var price: Int
  /// How long the treasure has to be open before it can be read; not negative.
  package var after: Duration

  /// Creates a hint; free and readable at once by default.
  package init(_ text: String, price: Int = 0, after: Duration = .zero) {
    self.text = text
    self.price = min(1_000_000, max(0, price))
    self.after = max(.zero, after)
  }
}

/// Which treasures a player sees on the map before they are found.
package enum Visibility: Hashable, Sendable {
  /// From the beginning, also while it cannot be found yet.
  case always
  /// As soon as it can be found.
  case whenOpen
  /// Once open, only from within `metres`; greater than 0.
  case near(metres: Double)
  /// Once open, when this holds.
  case revealed(Requirement)
}

/// A sound that is played when something happens.
package enum Sound: String, Hashable, Sendable, CaseIterable {
  case none, bell, fanfare, chime, alarm
}

/// A time in which something can be found.
package struct TimeWindow: Hashable, Sendable {
  /// The first moment; `nil` if the window has no beginning.
  package var from: Timestamp?
  /// The first moment after it; `nil` if the window has no end.
  package var to: Timestamp?

  /// Creates a window.
  package init(from: Timestamp?, to: Timestamp?) { (self.from, self.to) = (from, to) }
}

/// Something that a player carries.
package struct Item: Hashable, Sendable, Identifiable {
  package let id: String
  /// What the item is called in texts for the player: `rusty key`.
  package var name: String

  /// Creates an item.
  package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// A place that is computed from answers.
package enum Projection: Hashable, Sendable {
  /// At a distance in metres and a bearing in degrees from true north, from the place of another treasure; without an
  /// id, from this treasure's own listed place.
  case offset(from: String?, bearing: Formula, distance: Formula)
  /// Latitude and longitude in degrees.
  case coordinates(latitude: Formula, longitude: Formula)
}
