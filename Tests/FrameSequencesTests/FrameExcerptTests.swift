import Testing
import TextCanvas

@Suite("The part of a session that a film shows")
struct FrameExcerptTests {
  /// The frames of a part, each as its text and its second, of pictures that are shown once a second.
  private func frames(
    of times: [Double], _ range: ClosedRange<Double>, shortest: Double = 0, mostCells: Int = .max
  ) -> [String] {
    var film = FrameExcerpt(
      .seconds(range.lowerBound) ... .seconds(range.upperBound), shortest: .seconds(shortest), mostCells: mostCells)
    for (number, time) in times.enumerated() {
      var canvas = Canvas(width: 2, height: 1)
      canvas.put("\(number)", column: 0, row: 0)
      film.see(canvas, at: .seconds(time))
    }
    return film.frames.map { "\($0.canvas.text)@\($0.time / .seconds(1))" }
  }

  @Test("it begins with what is seen at its beginning, and ends with its last frame")
  func part() {
    #expect(frames(of: [0, 1, 2, 3, 4], 1.5...3.5) == ["1@1.5", "2@2.0", "3@3.0"])
    #expect(frames(of: [0, 1, 2], 0...9) == ["0@0.0", "1@1.0", "2@2.0"])
  }

  @Test("a moment is one picture: the latest before it, or else the first one after it")
  func moment() {
    #expect(frames(of: [0, 1, 2], 1.5...1.5) == ["1@1.5"])
    #expect(frames(of: [5, 6], 2...2) == ["0@2.0"])
    #expect(frames(of: [], 2...2) == [])
  }

  @Test("where nothing changes, something is seen all the same")
  func still() { #expect(frames(of: [0, 9], 3...5) == ["0@3.0"]) }

  @Test("of frames that come too fast the last is seen, at the time of the first")
  func fast() { #expect(frames(of: [0, 0.25, 0.5, 1, 1.25], 0...9, shortest: 1) == ["2@0.0", "4@1.0"]) }

  @Test("what there is no room for is left out, and said to be")
  func full() {
    #expect(frames(of: [0, 1, 2, 3], 0...9, mostCells: 5) == ["0@0.0", "1@1.0"])
    var film = FrameExcerpt(.zero ... .seconds(9), shortest: .zero, mostCells: 3)
    film.see(Canvas(width: 2, height: 1), at: .zero)
    #expect(!film.isFull)
    film.see(Canvas(width: 2, height: 1), at: .seconds(1))
    #expect(film.isFull && film.frames.count == 1)
  }
}
