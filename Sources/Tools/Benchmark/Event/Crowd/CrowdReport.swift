import GeoFormats
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

extension CrowdReport {
  /// Whether the referee has answered everything and refused nothing, and everybody is there.
  var isGood: Bool { refused == 0 && answered == claims && missing == 0 }

  /// The report as one JSON object.
  var line: String {
    var line = JSONText()
    line.add("players", players)
    line.add("connected_s", connected, decimals: 2)
    line.add("seconds", seconds, decimals: 2)
    line.add("positions_sent", sent)
    line.add("positions_heard", heard)
    line.add("positions_due", due)
    Self.add("position", delays, to: &line)
    line.add("claims", claims)
    line.add("answered", answered)
    line.add("refused", refused)
    line.add("finds", finds)
    Self.add("verdict", verdicts, to: &line)
    line.add("drops", drops)
    Self.add("absence", absences, to: &line)
    line.add("recoveries", recoveries.values.count)
    Self.add("recovery", recoveries, to: &line)
    line.add("missing", missing)
    line.add("finished", finished)
    return line.text
  }

  private static func add(_ name: String, _ times: Times, to line: inout JSONText) {
    for (key, share) in [("p50", 0.5), ("p99", 0.99), ("max", 1)] {
      if let time = times.milliseconds(share) {
        line.add("\(name)_\(key)", time, decimals: 2)
      } else {
        line.addNull("\(name)_\(key)")
      }
    }
  }

  /// The report for people.
  var sentences: [String] {
    let share = due > 0 ? DecimalText.fixed(100 * Double(heard) / Double(due), decimals: 2) ?? "?" : "0"
    return [
      "\(players) players, connected in \(Self.seconds(connected)), for \(Self.seconds(seconds)); \(finished) at the end.",
      "Positions: \(sent) sent, \(heard) heard by mates, \(share) % of those due; \(Self.words(delays)).",
      "Claims: \(claims), of which \(answered) answered and \(refused) refused; \(finds) finds count; \(Self.words(verdicts)).",
      "Connections: \(drops) lost, \(missing) missing at the end; away \(Self.words(absences)).",
      "All knew where their mates are \(recoveries.values.count) times again: \(Self.words(recoveries)).",
    ] + (refusal.map { ["The first refusal: \(SafeText.clean($0))"] } ?? [])
  }

  private static func words(_ times: Times) -> String {
    let words = [("half within", 0.5), ("99 % within", 0.99), ("all within", 1)].compactMap { word, share in
      times.milliseconds(share).map { "\(word) \(seconds($0 / 1000))" }
    }
    return words.isEmpty ? "no times" : words.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double) -> String {
    "\(DecimalText.fixed(seconds, decimals: seconds < 1 ? 4 : 2) ?? "?") s"
  }
}
