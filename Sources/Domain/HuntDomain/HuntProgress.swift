package import Geodesy

/// A treasure found: which, when, and how near the player stood.
package struct Find: Hashable, Sendable {
  package let treasure: Treasure
  /// When, by the clock of the fix that found it.
  package let time: Duration
  /// What the receiver said the time was.
  package let utc: Timestamp?
  /// Metres between the fix and the treasure.
  package let distance: Double
}

/// How far a player has come in a hunt: a value that fixes are applied to.
package struct HuntProgress: Hashable, Sendable {
  package let hunt: Hunt
  package private(set) var finds: [Find] = []

  /// A hunt at its start.
  package init(_ hunt: Hunt) { self.hunt = hunt }

  /// The treasures that are still hidden, in the order of the hunt.
  package var hidden: [Treasure] {
    let found = Set(finds.map(\.treasure.id))
    return hunt.treasures.filter { !found.contains($0.id) }
  }

  /// The treasures that may be found now.
  package var open: [Treasure] {
    switch hunt.order {
    case .sequence: Array(hidden.prefix(1))
    case .any: hidden
    }
  }

  package var isCompleted: Bool { finds.count == hunt.treasures.count }

  /// Points won so far.
  package var points: Int { finds.reduce(0) { $0 + $1.treasure.points } }

  /// What the player should walk to: the open treasure that is nearest to `position`, or the first one while the
  /// position is not known.
  package func target(from position: Coordinate?) -> Treasure? {
    guard let position else { return open.first }
    return open.min { position.distance(to: $0.place.position) < position.distance(to: $1.place.position) }
  }

  /// Applies a fix: every open treasure whose circle contains it is found.
  ///
  /// Returns the new finds, nearest first. In a sequence one fix finds one treasure at most; the next opens for the
  /// next fix.
  package mutating func apply(_ fix: Fix) -> [Find] {
    let new = open.compactMap { treasure -> Find? in
      let distance = fix.position.distance(to: treasure.place.position)
      return distance <= treasure.radius
        ? Find(treasure: treasure, time: fix.time, utc: fix.utc, distance: distance) : nil
    }
    .sorted { $0.distance < $1.distance }
    finds += new
    return new
  }
}
