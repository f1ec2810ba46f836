import Geodesy
import HuntDomain
import Testing

@Suite("The average of a stay")
struct StandingAverageTests {
  /// A fix that trembles around the station, to all sides.
  private func trembling(
    _ second: Int, by metres: Double = 2, accuracy: Double? = 8, speed: Double? = 0.1
  ) -> Fix {
    Fix(
      position: station.offset(by: metres, toward: Bearing(degrees: Double(second) * 90)), time: .seconds(second),
      accuracy: accuracy, accuracySource: accuracy == nil ? nil : .receiver, speed: speed)
  }

  private func stay(_ seconds: Int, _ fix: (Int) -> Fix) -> (average: StandingAverage, last: Fix) {
    var average = StandingAverage()
    let fixes = (0...seconds).map { average.receive(fix($0)) }
    return (average, fixes[seconds])
  }

  @Test("lies in the middle, says of how many fixes and seconds it is, and who vouches for it")
  func middle() {
    let last = stay(43) { trembling($0) }.last
    #expect(last.position.distance(to: station) < 1e-6)
    #expect(last.averaged?.count == 44 && last.averaged?.duration == .seconds(43))
    #expect(last.accuracySource == .average)
    #expect(last.time == .seconds(43))
  }

  @Test("promises little: fixes of one minute are hardly better than one, and of an hour only twice as good")
  func honest() throws {
    let accuracies = try [10, 60, 300, 3600].map { try #require(stay($0) { trembling($0) }.last.accuracy) }
    #expect(accuracies == accuracies.sorted(by: >))
    #expect(accuracies[0] > 7.8 && accuracies[1] > 7 && accuracies[2] > 5.5)
    #expect(accuracies[3] == 4)
    // More fixes in the same time know nothing more.
    var fast = StandingAverage()
    var last = trembling(0)
    for tick in 0...600 {
      var fix = trembling(tick)
      fix.time = .milliseconds(tick * 100)
      last = fast.receive(fix)
    }
    #expect(abs(try #require(last.accuracy) - accuracies[1]) < 0.01)
  }

  @Test("believes the scatter where that is larger than what the receiver admits")
  func optimist() throws {
    let accuracy = try #require(stay(60) { trembling($0, by: 1.8, accuracy: 1) }.last.accuracy)
    #expect(abs(accuracy - 2.448 * 1.8 / 2.4.squareRoot()) < 0.1)
  }

  @Test("is not made before ten seconds, nor of what does not tremble at all")
  func tooEarly() {
    #expect(stay(9) { trembling($0) }.last.averaged == nil)
    #expect(stay(10) { trembling($0) }.last.averaged != nil)
    let exact = stay(60) { trembling($0, by: 0, accuracy: nil, speed: 0) }.last
    #expect(exact == trembling(60, by: 0, accuracy: nil, speed: 0))
  }

  @Test("promises nothing for a source that says nothing of its errors")
  func unknownAccuracy() {
    let last = stay(60) { trembling($0, accuracy: nil) }.last
    #expect(last.averaged?.count == 61)
    #expect(last.accuracy == nil && last.accuracySource == nil)
  }

  @Test(
    "shows a fix that moves, by its speed or by its place, as it came; the second in a row ends the stay, one alone does not",
    arguments: [(0.0, 1.2), (9, 0.1)])
  func departure(metres: Double, speed: Double) {
    func away(_ second: Int) -> Fix {
      Fix(
        position: station.offset(by: metres, toward: .north), time: .seconds(second), accuracy: 8, speed: speed)
    }
    var (once, _) = stay(60) { trembling($0) }
    #expect(once.receive(away(61)) == away(61))
    #expect((once.receive(trembling(62)).averaged?.duration ?? .zero) >= .seconds(60))
    var (twice, _) = stay(60) { trembling($0) }
    #expect(twice.receive(away(61)) == away(61) && twice.receive(away(62)) == away(62))
    #expect(twice.receive(trembling(63)).averaged == nil)
  }

  @Test("without a speed a walk is never taken for a stay, and a stay is one after ten seconds")
  func noSpeed() {
    var average = StandingAverage()
    func step(_ second: Int, at metres: Double) -> Fix {
      average.receive(
        Fix(position: station.offset(by: metres, toward: .north), time: .seconds(second), accuracy: 10))
    }
    for second in 0..<60 { #expect(step(second, at: Double(second) * 1.2).averaged == nil) }
    let stays = (60..<100).map { step($0, at: 71 + Double($0 % 2)).averaged }
    #expect(stays.last != nil)
    #expect(step(100, at: 90).averaged == nil)
  }

  @Test("a walk is no stay, whatever the receiver says of its speed", arguments: [0.4, 0.7, 1.2, 1.8])
  func stuckSpeed(pace: Double) {
    for saysMovement in [false, true] {
      var average = StandingAverage()
      if saysMovement { _ = average.receive(Fix(position: station, time: .zero, accuracy: 10, speed: 1.4)) }
      var furthest = 0.0
      for second in 1...300 {
        let there = station.offset(by: Double(second) * pace, toward: Bearing(degrees: 70))
        let shown = average.receive(Fix(position: there, time: .seconds(second), accuracy: 10, speed: 0))
        furthest = max(furthest, shown.position.distance(to: there))
      }
      // Without anything that speaks for the receiver it is never behind; otherwise by half of the circle.
      #expect(furthest < (saysMovement ? 5.5 : 0.01))
    }
  }

  @Test("who leaves a stay is followed at once where a source without accuracy and speed hardly trembles")
  func quietSource() {
    var (average, last) = stay(60) { trembling($0, by: 0.3, accuracy: nil, speed: nil) }
    #expect(last.averaged != nil)
    var furthest = 0.0
    for second in 1...30 {
      let there = station.offset(by: Double(second) * 1.4, toward: .north)
      last = average.receive(Fix(position: there, time: .seconds(60 + second)))
      furthest = max(furthest, last.position.distance(to: there))
    }
    #expect(furthest < 3)
  }

  @Test("is made of all fixes of a player who says that they stand, whatever speed is reported")
  func declared() {
    var filter = PositionFilter()
    func averaged(_ second: Int, by metres: Double = 2) -> Averaging? {
      var fix = trembling(second, by: metres, speed: 1.3)
      fix.course = .north
      guard case .believed(_, let shown) = filter.receive(fix) else { return nil }
      return shown.averaged
    }
    for second in 0...30 { #expect(averaged(second) == nil) }
    filter.declareStanding(true)
    #expect(averaged(31) == nil && averaged(32) == nil)
    for second in 33...60 { #expect(averaged(second)?.count == second - 30) }
    filter.declareStanding(true)
    #expect(averaged(61)?.count == 31)
    // A reflection of ten seconds does not end the stay, a longer one does.
    for second in 62...71 { #expect(averaged(second, by: 30)?.count == 31) }
    #expect(averaged(72)?.count == 32)
    for second in 73...83 { _ = averaged(second, by: 30) }
    #expect(averaged(84) == nil)
    for second in 85...95 { _ = averaged(second) }
    filter.declareStanding(false)
    _ = averaged(96)
    #expect(averaged(97) == nil)
  }
}
