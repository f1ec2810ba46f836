package import HuntDomain

/// Port: where the device points.
package protocol DeviceHeading: Sendable {
  /// Starts one subscription; cancelling the consuming task stops the sensor.
  ///
  /// Finishes: at the end of a recording, or on cancellation. Throws: never; a compass that is gone is silent.
  func headings() -> AsyncStream<Heading>
}
