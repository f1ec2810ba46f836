import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Testing
import TraceLocation
import Viewer

@Suite("The moments of a trace")
struct TraceMomentsTests {
  private static let start = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

  /// A trace with gaps, searches, points without a time, and headings.
  private static func trace(seed: UInt64) -> Trace {
    var chance = SeededGenerator(seed: seed)
    var (now, metres, count) = (0.0, 0.0, 0)
    var headings: [Trace.TimedHeading] = []
    let segments = (0..<4).map { segment in
      now += segment == 2 ? 5000 : 40
      return (0..<Int.random(in: 1...30, using: &chance)).map { _ in
        now += (chance.uniform() * 4000).rounded() / 1000
        metres += 3
        let heading = Heading(bearing: Bearing(degrees: chance.uniform() * 360), source: .compass, uncertainty: 5)
        for _ in 0..<Int.random(in: 0...3, using: &chance) { headings.append(.init(heading, point: count)) }
        count += 1
        let utc = chance.uniform() < 0.1 ? nil : Timestamp(milliseconds: Int64(now * 1000))
        return Trace.Point(position: start.offset(by: metres, toward: .north), utc: utc, altitude: 500 + metres)
      }
    }
    return Trace(
      segments: segments, searches: [[], [], [Trace.Search(satellitesInView: 3)], []], headings: headings)
  }

  @Test(
    "are what the location and the compass say, in the order of time, and the end",
    arguments: 1...10 as ClosedRange<UInt64>)
  func same(seed: UInt64) async {
    let trace = Self.trace(seed: seed)
    let location = TraceLocation(trace, pace: .unpaced)
    let updates = await location.updates().reduce(into: []) { $0.append($1) }
    let headings = await location.headings().reduce(into: []) { $0.append($1) }
    let moments = Array(TraceMoments(trace))
    #expect(moments.compactMap { if case .location(let update) = $0.event { update } else { nil } } == updates)
    #expect(moments.compactMap { if case .heading(let heading) = $0.event { heading } else { nil } } == headings)
    #expect(moments.count == updates.count + headings.count + 1 && moments.last?.event == .locationEnded)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.time <= $1.time })
    for moment in moments {
      if case .location(.fix(let fix)) = moment.event { #expect(fix.time == moment.time) }
    }
  }

  @Test("of a time come with the position before the headings")
  func order() {
    let point = Trace.Point(position: Self.start, utc: Timestamp(milliseconds: 0))
    let heading = Heading(bearing: .north, source: .compass, uncertainty: 5)
    let moments = Array(TraceMoments(Trace(segments: [[point]], headings: [.init(heading, point: 0)])))
    #expect(moments.count == 3)
    if case .location = moments.first?.event {} else { Issue.record("the position is not the first") }
  }

  @Test("of nothing are its end, and those of a hostile trace are not endless")
  func bounded() {
    #expect(Array(TraceMoments(Trace(segments: []))) == [SessionMoment(.locationEnded, at: .zero)])
    // Days on foot between points without a time, at a hundredth of a second.
    let far = (0..<40).map { Trace.Point(position: Self.start.offset(by: Double($0 % 2) * 100_000, toward: .north)) }
    let count = TraceMoments(Trace(segments: [far]), interval: .zero).reduce(0) { count, _ in count + 1 }
    #expect(count <= TraceMoments.mostInvented + 100)
  }
}
