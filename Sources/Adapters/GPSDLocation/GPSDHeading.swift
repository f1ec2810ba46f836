package import HuntDomain
internal import Nearby

/// Adapter: where the device points, from a compass that a gpsd serves.
///
/// The headings of ATT, with an uncertainty of ``HeadingInterpreter/uncertainty``; gpsd 3.22 makes them of the
/// sentences `GPHDT`, `HCHDT` and `PTNTHTM`. Where a newer one has only the magnetic heading, that is what is said.
/// `magtrack` of a position is never used: gpsd adds the declination to a true course. Connects as ``GPSDLocation`` does, and is silent while there is nothing.
package struct GPSDHeading: DeviceHeading {
  private let address: GPSDAddress
  private let timing: GPSDTiming
  private let generator: any RandomNumberGenerator & Sendable

  /// Creates the adapter; nothing is connected before somebody asks for headings.
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
