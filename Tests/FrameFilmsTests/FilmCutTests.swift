import FrameFilms
import Testing
import TextCanvas

@Suite("Cutting a film")
struct FilmCutTests {
  /// A film whose frames each show their number.
  private func film(_ seconds: [Double]) -> [FilmFrame] {
    seconds.enumerated().map { number, time in
      var canvas = Canvas(width: 3, height: 1)
      canvas.put(String(number), column: 0, row: 0)
      return FilmFrame(canvas, at: .seconds(time))
    }
  }

  private func shown(_ cut: FilmCut, _ seconds: [Double]) -> [String] {
    cut.cut(film(seconds)).map { "\($0.canvas.text)@\($0.time / .seconds(1))" }
  }

  @Test("without any wish the times count from the first frame")
  func nothing() { #expect(shown(FilmCut(), [5, 6, 8.5]) == ["0@0.0", "1@1.0", "2@3.5"]) }

  @Test(
    "a faster film has shorter times; a pause is no longer than allowed, by the film's own time")
  func speedAndPause() {
    #expect(
      shown(FilmCut(speed: 2, longestPause: .seconds(3)), [0, 1, 101, 103]) == [
        "0@0.0", "1@0.5", "2@3.5", "3@4.5",
      ])
  }

  @Test("of frames that come too fast the last is shown, at the time of the first of them")
  func shortest() {
    let cut = FilmCut(shortestFrame: .seconds(1))
    #expect(shown(cut, [0, 0.25, 0.5, 1, 1.5, 4, 4.5]) == ["2@0.0", "4@1.0", "6@4.0"])
    #expect(shown(cut, []) == [])
  }

  @Test(
    "numbers that are none, or out of range, do no harm",
    arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func hostile(speed: Double) {
    let cut = FilmCut(speed: speed, longestPause: .seconds(-4), shortestFrame: .seconds(-9))
    #expect(shown(cut, [0, 8e6]) == ["0@0.0", "1@0.0"])
    #expect(
      FilmFrame(Canvas(width: 1, height: 1), at: .seconds(Int64.max)).time == FilmFrame.latest)
    #expect(FilmCut(speed: speed).cut(film([0, 8e6])).map(\.time).count == 2)
  }

  @Test("time that goes back stays so, for the writer to refuse")
  func backwards() {
    let frames = FilmCut(shortestFrame: .seconds(1)).cut(film([5, 3]))
    #expect(throws: FilmError.timeGoesBack(frame: 2, from: .zero, to: .seconds(-2))) {
      try Asciicast(writer: FrameWriter()).bytes(of: frames)
    }
  }
}
