import Numbers

/// What a crowd went through.
struct CrowdReport: Sendable {
  /// Times of one kind.
  struct Times: Sendable {
    private(set) var values: [Double] = []

    /// Adds one.
    mutating func note(_ time: Duration) { values.append(time / .milliseconds(1)) }

    /// The time in milliseconds that a share of them does not exceed; `nil` without any.
    func milliseconds(_ share: Double) -> Double? {
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
    }
  }

  let players: Int
  /// Seconds until all were connected, and seconds of play since.
  var connected = 0.0, seconds = 0.0
  /// Positions sent; heard by others; and that should have been heard by those who were connected.
  var sent = 0, heard = 0, due = 0
  /// How long positions were under way.
  var delays = Times()
  /// Pieces claimed, and those that the referee has answered; refused ones among these; treasures that count.
  var claims = 0, answered = 0, refused = 0, finds = 0
  /// From sending a claim to hearing what the referee says.
  var verdicts = Times()
  /// The reason of the first claim that was refused.
  var refusal: String?
  /// Connections lost, and for how long each.
  var drops = 0
  var absences = Times()
  /// How often all knew where their mates are again after somebody was lost, and how long that took.
  var recoveries = Times()
  /// Players who are not back; players who have come to an end.
  var missing = 0, finished = 0
  /// Whether somebody has ended it.
  var isInterrupted = false
}
