import Glibc
internal import Numbers

/// Sends epochs that can be told apart on the screen, and notes when each is seen.
///
/// They differ in their dilution of precision, of which gpsd makes the accuracy: 19 m and 38 m by turns. Both digits
/// change each time, so both are written to the terminal side by side.
struct LatencyRun {
  private static let digits = ["19", "38"]
  /// The epochs before the measurement, in which gpsd and the game detect the receiver.
  private static let warmUp = 15

  /// Seconds from the last byte of an epoch to the game's frame; `nil` for an epoch that did not appear in time.
  private(set) var frames: [Double?] = []
  /// Seconds to the line of gpspipe.
  private(set) var reports: [Double?] = []

  /// Measures `epochs` epochs, at irregular times a little more than a tenth of a second apart.
  init(_ epochs: Int, through daemon: Daemon, to game: MeasuredProgram, _ pipe: MeasuredProgram) {
    var chance = SeededGenerator(seed: 11)
    daemon.walk(seconds: 1, before: [game, pipe])
    for epoch in 0..<(Self.warmUp + epochs) {
      let wanted = Self.digits[epoch % 2]
      let (frame, report) = Self.measure(
        wanted, pause: 0.1 + 0.02 * chance.uniform(), through: daemon, game, pipe)
      if epoch >= Self.warmUp {
        frames.append(frame)
        reports.append(report)
      }
    }
  }

  private static func measure(
    _ digits: String, pause: Double, through daemon: Daemon, _ game: MeasuredProgram, _ pipe: MeasuredProgram
  ) -> (frame: Double?, report: Double?) {
    let start = daemon.sendEpoch(dilution: digits == "19" ? 1 : 2)
    var (frame, report) = (Double?.none, Double?.none)
    while case let rest = start + pause - ProcessorTime.wall, rest > 0 {
      MeasuredProgram.wait(for: [game, pipe], seconds: rest)
      let now = ProcessorTime.wall - start
      if game.read().contains(digits) { frame = frame ?? now }
      if pipe.read().contains("\"eph\":\(digits).") { report = report ?? now }
    }
    return (frame, report)
  }
}
