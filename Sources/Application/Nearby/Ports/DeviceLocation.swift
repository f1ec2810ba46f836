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
}

extension LocationUpdate {
  /// The position, when this is one.
  package var fix: Fix? {
    if case .fix(let fix) = self { fix } else { nil }
  }
}
