import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import PlaceSamples
import Testing

/// The cone of the heading on simulated walks whose truth is known.
@Suite("The cone of the heading")
struct HeadingTrialTests {
  @Test(
    "holds the true heading in at least 95 of 100 frames, wherever the sensors can know it, and is not trivially wide",
    arguments: HeadingClass.all.filter(\.isKnowable))
  func coverage(kind: HeadingClass) {
    var score = HeadingScore()
    for kit in kind.kits { score.add(HeadingScore(kit, seeds: 1...2, seconds: 240)) }
    #expect(score.coverage >= 0.95, "\(kind): \(score.coverage) of \(score.shown) frames")
    #expect(score.medianHalfWidth <= kind.widest, "\(kind): ±\(score.medianHalfWidth)")
    #expect(score.silence <= kind.quietest, "\(kind): \(score.silence)")
  }

  @Test("the same walk gives the same headings")
  func determinism() {
    let kit = SensorKit(rate: 5, compass: .init(noise: 5), looksAbout: true, pressesKeys: true)
    #expect(headings(HeadingTrial(kit, seed: 9, seconds: 60)) == headings(HeadingTrial(kit, seed: 9, seconds: 60)))
  }

  @Test("turning everything that is heard turns the heading by as much", arguments: [15.0, 90, 179, 271.5])
  func equivariance(angle: Double) {
    for kit in [
      SensorKit(rate: 5, compass: .init(noise: 5), looksAbout: true, pressesKeys: true),
      SensorKit(rate: 5, looksAbout: true, pressesKeys: true),
    ] {
      let trial = HeadingTrial(kit, seed: 3, seconds: 60)
      let (plain, turned) = (headings(trial), headings(trial, turnedBy: angle))
      #expect(plain.count == turned.count && plain.count > 200)
      for (one, other) in zip(plain, turned) {
        let expected = Bearing(degrees: one.bearing.degrees + angle)
        #expect(abs(expected.turn(to: other.bearing)) < 1e-6 && abs(one.uncertainty - other.uncertainty) < 1e-6)
      }
    }
  }

  @Test("nothing that can be heard breaks it")
  func hostile() {
    var chance = SeededGenerator(seed: 77)
    for _ in 0..<200 {
      var service = NearbyPOIService()
      for _ in 0..<60 {
        let now = Duration.milliseconds(Int64.random(in: -1000...100_000, using: &chance))
        happen(to: &service, at: now, &chance)
        guard let heading = service.snapshot(at: now).heading else { continue }
        #expect((0..<360).contains(heading.bearing.degrees))
        #expect((0...180).contains(heading.uncertainty))
        #expect(heading.reference == .trueNorth)
      }
    }
  }

  private func happen(to service: inout NearbyPOIService, at now: Duration, _ chance: inout SeededGenerator) {
    func number(_ chance: inout SeededGenerator) -> Double {
      let wild = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, 1e-300, 90, 180, -360]
      return Bool.random(using: &chance) ? wild.randomElement(using: &chance)! : chance.uniform() * 40
    }
    switch Int.random(in: 0..<6, using: &chance) {
    case 0, 1:
      let place = (seams.randomElement(using: &chance) ?? home).offset(
        by: chance.uniform() * 60, toward: Bearing(degrees: chance.uniform() * 360))
      let years = [Int64.min, .max, 0, 1_793_491_200_000].map { Timestamp(milliseconds: $0) }
      service.receive(
        .fix(
          Fix(
            position: place, time: now, utc: years.randomElement(using: &chance), accuracy: number(&chance),
            speed: Bool.random(using: &chance) ? number(&chance) : nil,
            course: Bool.random(using: &chance) ? Bearing(degrees: number(&chance)) : nil)), at: now)
    case 2, 3:
      let sources: [Heading.Source] = [.compass, .compass, .course, .manual, .landmark]
      service.receive(
        Heading(
          bearing: Bearing(degrees: number(&chance)), source: sources.randomElement(using: &chance) ?? .compass,
          uncertainty: number(&chance), reference: Bool.random(using: &chance) ? .magneticNorth : .trueNorth), at: now)
    case 4: service.turn(by: number(&chance), at: now)
    default:
      if Bool.random(using: &chance) {
        service.releaseHeading(at: now)
      } else {
        service.face(place("p", chance.uniform() * 500, toward: chance.uniform() * 360), at: now)
      }
    }
  }

  /// What the service says in each frame, when everything that it hears is turned.
  private func headings(_ trial: HeadingTrial, turnedBy angle: Double = 0) -> [Heading] {
    var service = NearbyPOIService()
    func turned(_ bearing: Bearing) -> Bearing { Bearing(degrees: bearing.degrees + angle) }
    return trial.events.compactMap { event, now in
      switch event {
      case .fix(var fix):
        fix.course = fix.course.map(turned)
        service.receive(.fix(fix), at: now)
      case .heading(let heading):
        service.receive(
          Heading(
            bearing: turned(heading.bearing), source: heading.source, uncertainty: heading.uncertainty,
            reference: heading.reference), at: now)
      case .turn(let degrees): service.turn(by: degrees, at: now)
      case .facing(let place): service.face(place, at: now)
      case .frame: return service.snapshot(at: now).heading
      }
      return nil
    }
  }
}
