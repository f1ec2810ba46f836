import Geodesy
import HuntDomain
import SessionLogs
import Testing

@Suite("The speed of a session")
struct SpeedGaugeTests {
  private static let home = Coordinate(clampingLatitude: 48.1, wrappingLongitude: 11.5)

  /// Positions so many metres to the east, each with the source's time and the session's.
  private func gauge(_ positions: [(east: Double, source: Double, session: Double)]) -> SpeedGauge {
    var gauge = SpeedGauge()
    for (east, source, session) in positions {
      let place = Self.home.offset(by: east, toward: Bearing(degrees: 90))
      gauge.note(Fix(position: place, time: .seconds(source)), at: .seconds(session))
    }
    return gauge
  }

  @Test("of a walk is that of the walk, however often its positions come", arguments: [1, 5, 20, 45, 120])
  func walk(every: Int) {
    let walk = gauge(stride(from: 0, through: 600, by: every).map { (Double($0) * 1.5, Double($0), Double($0)) })
    #expect(abs(walk.fastest - 1.5) < 0.1 && walk.span == .seconds(600 / every * every))
  }

  @Test("is that of a leap, also after a rest without a position", arguments: [1.0, 10, 600])
  func leap(rest: Double) {
    let leap = gauge([(0, 0, 0), (0, rest, rest), (600, rest + 1, rest + 1)])
    #expect(leap.fastest > 18)
  }

  @Test("goes on from one source to the next, whatever their clocks say")
  func sources() {
    var gauge = SpeedGauge()
    for place in 0..<4 {
      for second in 0..<5 {
        let position = Self.home.offset(by: Double(place) * 300, toward: .north)
        gauge.note(Fix(position: position, time: .seconds(second)), at: .seconds(place * 5 + second))
      }
      gauge.changeSource()
    }
    #expect(gauge.fastest > 28 && gauge.span == .seconds(19))
  }

  @Test("is none that nobody walked where one of the clocks stood still for a moment")
  func stalls() {
    let seconds = (0..<300).map(Double.init)
    let late = gauge(seconds.map { ($0 * 1.5, $0, $0 < 100 || $0 > 160 ? $0 : 160) })
    let same = gauge(seconds.map { ($0 * 1.5, $0 < 100 || $0 > 160 ? $0 : 100, $0) })
    #expect(late.fastest < 1.6 && same.fastest < 1.6)
    #expect(gauge(seconds.map { ($0 * 1.5, 1, 1) }).fastest > 14)
    #expect(gauge(seconds.map { ($0 * 1.5, 300 - $0, $0) }).fastest < 1.6)
  }

  @Test("of one position, and of none, is nothing")
  func nothing() {
    #expect(gauge([]).fastest == 0 && gauge([(5, 1, 1)]).fastest == 0 && gauge([]).span == .zero)
  }
}
