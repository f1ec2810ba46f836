package import HuntDomain
internal import Nearby

/// Double: a compass that delivers given updates, the same ones to every subscription.
package struct ScriptedHeading: DeviceHeading {
  private let script: [Heading]
  private let ends: Bool

  /// Creates a compass that says `script`, then ends as a recording does, or stays silent as a live one.
  package init(_ script: [Heading], ends: Bool = true) {
    self.script = script
    self.ends = ends
  }

  /// Starts one subscription, at the beginning of the script.
  ///
  /// Finishes: after the script, if it ends, or on cancellation. Throws: never.
  package func headings() -> AsyncStream<Heading> { play(script, ends: ends) }
}
