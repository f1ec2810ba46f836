package import HuntDomain
package import Nearby

/// Adapter: where the player is, from any receiver that a gpsd serves.
///
/// Each subscription is a thread with a connection of its own. It looks for gpsd for ever, with growing waits, so a
/// gpsd that is not there yet, is killed, or comes back later is a matter of `.lost` and `.fix`, never of an error.
/// Live fixes are pushed, and the newest wins: see ``GPSDTiming`` for how many wait and how close they may follow.
///
/// One epoch of the receiver is one fix, see ``EpochMerger``. A fix that corrects the one before it, because reports
/// of its epoch came late, has the same `time` and `utc`.
package struct GPSDLocation: DeviceLocation {
  private let address: GPSDAddress
  private let timing: GPSDTiming
  private let generator: any RandomNumberGenerator & Sendable

  /// Creates the adapter; it connects when a subscription starts.
  ///
  /// `generator` jitters the waits between attempts to connect.
  package init(
    _ address: GPSDAddress = .local, timing: GPSDTiming = GPSDTiming(),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.address = address
    self.timing = timing
    self.generator = generator
  }

  /// Starts one subscription, with a connection of its own.
  ///
  /// Finishes: on cancellation only. Throws: never.
  package func updates() -> AsyncStream<LocationUpdate> {
    Subscription.start(
      LocationInterpreter(address: address, timing: timing), at: address, timing: timing, generator: generator)
  }
}

/// Adapter: where the device points, from a compass that a gpsd serves.
///
/// The headings of ATT, with an uncertainty of ``HeadingInterpreter/uncertainty``; gpsd 3.22 makes them of the
/// sentences `GPHDT`, `HCHDT` and `PTNTHTM`. Where a newer one has only the magnetic heading, that is what is said.
/// `magtrack` of a position is never used: gpsd adds the declination to a true course. Connects as ``GPSDLocation`` does, and is silent while there is nothing.
package struct GPSDHeading: DeviceHeading {
  private let address: GPSDAddress
  private let timing: GPSDTiming
  private let generator: any RandomNumberGenerator & Sendable

  /// Creates the adapter; it connects when a subscription starts.
  package init(
    _ address: GPSDAddress = .local, timing: GPSDTiming = GPSDTiming(),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.address = address
    self.timing = timing
    self.generator = generator
  }

  /// Starts one subscription, with a connection of its own.
  ///
  /// Finishes: on cancellation only. Throws: never.
  package func headings() -> AsyncStream<Heading> {
    Subscription.start(HeadingInterpreter(timing: timing), at: address, timing: timing, generator: generator)
  }
}
