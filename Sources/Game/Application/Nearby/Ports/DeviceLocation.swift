package import HuntDomain

/// Port: where the player is.
package protocol DeviceLocation: Sendable {
  /// Starts one subscription; cancelling the consuming task stops the sensor.
  ///
  /// Finishes: at the end of a recording, or on cancellation. Throws: never; a lost sensor is `.lost`.
  /// Two subscriptions do not disturb each other, and the time of the fixes of one never goes back.
  func updates() -> AsyncStream<LocationUpdate>
}

/// A report of a location sensor.
package enum LocationUpdate: Hashable, Sendable {
  /// A position.
  case fix(Fix)
  /// The sensor works and has no position yet; the satellites in view, if it reports them.
  case searching(satellitesInView: Int?)
  /// There is no sensor to ask; why, as text for the player.
  case lost(reason: String)
  /// The receiver that positions come from, where the source has several; comes before the first of them.
  case receiver(FollowedReceiver)
}

/// The receiver that a source with several follows.
package struct FollowedReceiver: Hashable, Sendable {
  /// Its name, fit to print.
  package let name: String
  /// The names of the others, fit to print.
  package let others: [String]
  /// What the player writes to choose one, with `DEVICE` in the place of its name.
  package let option: String

  /// Creates one from names that are fit to print.
  package init(name: String, others: [String], option: String) {
    (self.name, self.others, self.option) = (name, others, option)
  }
}

extension LocationUpdate {
  /// The position, when this is one.
  package var fix: Fix? {
    if case .fix(let fix) = self { fix } else { nil }
  }
}
