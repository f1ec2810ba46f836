internal import Geodesy

/// A playback speed as a multiple of real time, in `0.1 ... 1000`.
package struct PlaybackSpeed: Hashable, Sendable {
  /// The speeds that there are, in multiples of real time.
  package static let range = 0.1...1000.0
  /// Real time.
  package static let life = PlaybackSpeed(1)

  /// Seconds of the recording in one second.
  package let factor: Double

  /// The nearest speed that there is; what is no number is as fast as life.
  package init(_ factor: Double) { self.factor = factor.isNaN ? 1 : Self.range.clamp(factor) }

  /// Half as fast, within the bounds.
  package var halved: PlaybackSpeed { PlaybackSpeed(factor / 2) }
  /// Twice as fast, within the bounds.
  package var doubled: PlaybackSpeed { PlaybackSpeed(factor * 2) }

  /// The speed as text, as `2x`, `0.25x`; at most three decimals.
  package var text: String {
    let thousandths = Int((factor * 1000).rounded())
    guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)x" }
    let digits = "\(1000 + thousandths % 1000)".dropFirst()
    return "\(thousandths / 1000).\(String(digits.reversed().drop { $0 == "0" }.reversed()))x"
  }
}
