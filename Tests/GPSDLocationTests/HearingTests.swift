import Doctor
import GPSDLocation
import Testing

@Suite("What the doctor hears from gpsd")
struct HearingTests {
  private func position(_ second: Int) -> String {
    #"{"class":"TPV","mode":3,"time":"2024-05-01T10:00:0\#(second).000Z","lat":48.1,"lon":11.5,"eph":4.0}"#
  }

  private let compass = #"{"class":"ATT","heading":90.0}"#

  /// What was heard in these lines, and how many were listened to.
  private func heard(_ lines: [String]) -> (facts: DaemonFacts, count: Int) {
    var hearing = Hearing(device: nil)
    var count = 0
    for line in lines where !hearing.isDone {
      hearing.hear([], as: [Array(line.utf8)], at: .zero)
      count += 1
    }
    return (hearing.facts(hungUp: false, after: .zero), count)
  }

  @Test("a compass behind many reports of one position is heard")
  func repeated() {
    let (facts, _) = heard(Array(repeating: position(1), count: 5) + [compass])
    #expect(facts.hasCompass)
  }

  @Test("without a compass it is done at the third position, not before")
  func none() {
    let (facts, count) = heard((1...9).map(position))
    #expect(!facts.hasCompass)
    #expect(count == 3)
  }
}
