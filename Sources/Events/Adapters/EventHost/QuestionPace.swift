/// Keeps one who asks without end from taking the time that the host has for all others.
///
/// What is asked too often gets no answer: honest programs ask again, and wait longer each time.
struct QuestionPace {
  /// Questions on one subject that are answered in a second.
  let most: Int
  private var second: Int64 = 0
  private var counts: [String: Int] = [:]

  init(most: Int) { self.most = most }

  /// Whether a question on a subject is to be answered, asked at `now`, in seconds by any clock.
  mutating func takes(_ subject: String, at now: Int64) -> Bool {
    if now != second { (second, counts) = (now, [:]) }
    let count = counts[subject, default: 0]
    guard count < most else { return false }
    counts[subject] = count + 1
    return true
  }
}
