/// Limits how much is read in a while, so that a flood costs gpsd its patience and not the player's battery.
///
/// 64 KiB in a tenth of a second are about 5,000 reports a second; a receiver of 25 Hz with sixty satellites needs
/// a third of that. What is not read waits in the sockets.
package struct ReadBudget: Hashable, Sendable {
  /// Bytes in one ``window``.
  package static let bytes = 64 * 1024
  /// How long the bytes must last.
  package static let window: Duration = .milliseconds(100)

  private var spent = 0
  private var windowBegan = Duration.zero

  /// Creates a budget that is untouched.
  package init() {}

  /// When reading may go on; nothing while it may.
  package func pause(at now: Duration) -> Duration? {
    let end = windowBegan + Self.window
    return spent >= Self.bytes && end > now ? end : nil
  }

  /// Takes note of bytes read.
  package mutating func spend(_ count: Int, at now: Duration) {
    if now >= windowBegan + Self.window { (spent, windowBegan) = (0, now) }
    spent += count
  }
}
