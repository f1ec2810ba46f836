import CommandKit
import Testing

@Suite("A progress bar")
struct ProgressBarTests {
  @Test(
    "says how long the rest takes, once that can be known",
    arguments: [
      (0.5, .seconds(10), "10 s left"), (0.25, .seconds(30), "90 s left"), (0.25, .seconds(40), "2 min left"),
      (0.02, .seconds(3600), "2940 min left"), (0.5, .seconds(1), nil), (0.001, .seconds(60), nil),
      (1, .seconds(9), nil),
      (.nan, .seconds(9), nil), (0.02, .seconds(1 << 40), nil),
    ] as [(Double, Duration, String?)])
  func timeLeft(share: Double, elapsed: Duration, words: String?) {
    #expect(ProgressBar.timeLeft(share, after: elapsed) == words)
  }
}
