extension Wording {
  /// The gap to a ghost as text, behind if positive: `0:42 behind yesterday`, `level with Anna`.
  package static func gap(_ gap: Duration, to name: String) -> String {
    let seconds = (gap < .zero ? .zero - gap : gap).components.seconds
    if seconds == 0 { return "level with \(name)" }
    return "\(lap(seconds)) \(gap > .zero ? "behind" : "ahead of") \(name)"
  }

  /// Whole seconds as racers say them: `0:42`, `1:02:03`.
  private static func lap(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }
}
