internal import Glibc

/// A progress bar on a terminal; prints nothing elsewhere.
package struct ProgressBar {
  /// Seconds between two drawings.
  private static let pause = Duration.milliseconds(100)
  private static let width = 30

  private let isSeen = isatty(STDERR_FILENO) == 1 && Environment.variables["TERM"] != "dumb"
  private var first, last: ContinuousClock.Instant?

  /// A bar that is not drawn yet.
  package init() {}

  /// Draws it, unless it was drawn a moment ago.
  ///
  /// - Parameter fraction: how much is done, in `0 ... 1`.
  package mutating func show(_ fraction: Double, _ words: String) {
    let now = ContinuousClock.now
    guard isSeen, last.map({ $0.duration(to: now) >= Self.pause }) ?? true else { return }
    first = first ?? now
    last = now
    let share = fraction.isFinite ? max(0, min(1, fraction)) : 0
    let full = Int(share * Double(Self.width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
    let percent = "\(Int(share * 100))%"
    let left = first.flatMap { Self.timeLeft(share, after: $0.duration(to: now)) }.map { "  \($0)" } ?? ""
    Output.write(
      Array("\r\u{1B}[K[\(bar)] \(String(repeating: " ", count: 4 - percent.count))\(percent)\(left)  \(words)".utf8),
      to: STDERR_FILENO)
  }

  /// How long the rest takes if it goes on as before: `40 s left`, `3 min left`; `nil` as long as nobody can know.
  ///
  /// - Parameter share: how much is done, in `0 ... 1`.
  package static func timeLeft(_ share: Double, after elapsed: Duration) -> String? {
    guard elapsed >= .seconds(2), share > 0.01, share < 1 else { return nil }
    let seconds = elapsed / .seconds(1) * (1 - share) / share
    guard seconds < 360_000 else { return nil }
    return seconds < 100 ? "\(Int(seconds.rounded(.up))) s left" : "\(Int((seconds / 60).rounded(.up))) min left"
  }

  /// Takes it away.
  package func end() {
    if isSeen, last != nil { Output.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
  }
}
