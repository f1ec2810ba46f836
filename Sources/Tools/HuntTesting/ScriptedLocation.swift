package import Nearby

/// Double: a location sensor that delivers given updates, the same ones to every subscription.
///
/// All updates are available at once; none is dropped or delayed.
package struct ScriptedLocation: DeviceLocation {
  private let script: [LocationUpdate]
  private let ends: Bool

  /// Creates a sensor that says `script`, then ends as a recording does, or stays silent as a live one.
  package init(_ script: [LocationUpdate], ends: Bool = true) {
    self.script = script
    self.ends = ends
  }

  /// Starts one subscription, at the beginning of the script.
  ///
  /// Finishes: after the script, if it ends, or on cancellation. Throws: never.
  package func updates() -> AsyncStream<LocationUpdate> { play(script, ends: ends) }
}

/// A stream that holds all of `script` from the start.
func play<Element: Sendable>(_ script: [Element], ends: Bool) -> AsyncStream<Element> {
  let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
  script.forEach { continuation.yield($0) }
  if ends { continuation.finish() }
  return stream
}
