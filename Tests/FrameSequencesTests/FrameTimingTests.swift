import Testing
import TextCanvas

@Suite("Cutting a film")
struct FrameTimingTests {
  /// A film whose frames each show their number.
  private func film(_ seconds: [Double]) -> [TimedFrame] {
    seconds.enumerated().map { number, time in
      var canvas = Canvas(width: 3, height: 1)
      canvas.put(String(number), column: 0, row: 0)
      return TimedFrame(canvas, at: .seconds(time))
    }
  }

  private func shown(_ cut: FrameTiming, _ seconds: [Double]) -> [String] {
    cut.cut(film(seconds)).map { "\($0.canvas.text)@\($0.time / .seconds(1))" }
  }

  @Test("without any wish the times count from the first frame")
  func nothing() { #expect(shown(FrameTiming(), [5, 6, 8.5]) == ["0@0.0", "1@1.0", "2@3.5"]) }

  @Test(
    "a faster film has shorter times; a pause is no longer than allowed, by the film's own time")
  func speedAndPause() {
    #expect(
      shown(FrameTiming(speed: 2, longestPause: .seconds(3)), [0, 1, 101, 103]) == [
        "0@0.0", "1@0.5", "2@3.5", "3@4.5",
      ])
  }

  @Test("of frames that come too fast the last is shown, at the time of the first of them")
  func shortest() {
    let cut = FrameTiming(shortestFrame: .seconds(1))
    #expect(shown(cut, [0, 0.25, 0.5, 1, 1.5, 4, 4.5]) == ["2@0.0", "4@1.0", "6@4.0"])
    #expect(shown(cut, []) == [])
  }

  @Test(
    "numbers that are none, or out of range, do no harm",
    arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func hostile(speed: Double) {
    let cut = FrameTiming(speed: speed, longestPause: .seconds(-4), shortestFrame: .seconds(-9))
    #expect(shown(cut, [0, 8e6]) == ["0@0.0", "1@0.0"])
    #expect(
      TimedFrame(Canvas(width: 1, height: 1), at: .seconds(Int64.max)).time == TimedFrame.latest)
    #expect(FrameTiming(speed: speed).cut(film([0, 8e6])).map(\.time).count == 2)
  }

  @Test("time that goes back stays so, for the writer to refuse")
  func backwards() {
    let frames = FrameTiming(shortestFrame: .seconds(1)).cut(film([5, 3]))
    #expect(throws: FrameSequenceError.timeGoesBack(frame: 2, from: .zero, to: .seconds(-2))) {
      try Asciicast(writer: FrameWriter()).bytes(of: frames)
    }
  }
}
