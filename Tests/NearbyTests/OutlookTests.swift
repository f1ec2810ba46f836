import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import PlaceSamples
import Testing

@Suite("The outlook")
struct OutlookTests {
  /// How often a picture begins or ends on a simulated walk, for what part of it there is one, and how often half the
  /// cone passes 45°.
  private func pictures(noise: Double, seed: UInt64) -> (changes: Int, part: Double, passes: Int) {
    var service = NearbyPOIService()
    var (hadPicture, wasSure) = (false, false)
    var (changes, passes, frames, shown) = (0, 0, 0, 0)
    for (event, now) in HeadingTrial(SensorKit(noise: noise, tellsCourse: false), seed: seed, seconds: 300).events {
      switch event {
      case .fix(let fix): service.receive(.fix(fix), at: now)
      case .frame:
        let nearby = service.snapshot(at: now)
        let hasPicture = nearby.outlook.ahead != nil
        let isSure = nearby.heading?.uncertainty ?? 180 <= 45
        if hasPicture != hadPicture { changes += 1 }
        if isSure != wasSure { passes += 1 }
        (hadPicture, wasSure) = (hasPicture, isSure)
        frames += 1
        if hasPicture { shown += 1 }
      default: break
      }
    }
    return (changes, Double(shown) / Double(frames), passes)
  }

  @Test("is one picture on a walk with a receiver that says no course", arguments: 1...12 as ClosedRange<UInt64>)
  func walk(seed: UInt64) {
    // Of ±12 m, with stops; it ends at most where somebody stands for long.
    let middling = pictures(noise: 5, seed: seed)
    #expect(middling.changes <= 2 && middling.part > 0.88, "\(middling)")
    // Of ±5 m, where the heading becomes unsure every ten seconds.
    let good = pictures(noise: 2, seed: seed)
    #expect(good.changes == 1 && good.part > 0.95 && good.passes > 20, "\(good)")
  }

  @Test("begins with a heading that says something, and goes on with a worse one")
  func begins() {
    func ahead(_ uncertainties: Double...) -> Bearing? {
      var service = NearbyPOIService([])
      for (second, uncertainty) in uncertainties.enumerated() {
        service.receive(
          Heading(bearing: Bearing(degrees: 90), source: .landmark, uncertainty: uncertainty), at: .seconds(second))
      }
      return service.snapshot(at: .seconds(uncertainties.count - 1)).outlook.ahead
    }
    #expect(ahead(80) == nil)
    #expect(ahead(70) == Bearing(degrees: 90))
    var service = NearbyPOIService([], heading: 90)
    let unsure = (0...60).map { service.snapshot(at: .seconds($0)) }.first { $0.heading?.uncertainty ?? 0 > 80 }
    #expect(unsure?.outlook.ahead == Bearing(degrees: 90))
    service.receive(.lost(reason: "gone"), at: .seconds(1))
    #expect(service.snapshot(at: .seconds(1)).outlook.ahead == Bearing(degrees: 90))
  }

  @Test("keeps the last heading for a while when it is lost, and then rests, unless the player says where they look")
  func lost() throws {
    let sights = [place("well", 50, toward: 120)]
    var service = NearbyPOIService(sights, heading: 90)
    // Whether anything is heard in between makes no difference.
    let silent = service
    var moments = [service.snapshot(at: .zero)]
    while moments.last?.outlook.ahead != nil, moments.count < 100 {
      let second = moments.count
      service.receive(.fix(fix(at: Double(second), speed: 0)), at: .seconds(second))
      moments.append(service.snapshot(at: .seconds(second)))
      #expect(silent.snapshot(at: .seconds(second)).outlook.ahead == moments.last?.outlook.ahead)
    }
    let end = moments.count - 1
    let lost = try #require(moments.firstIndex { $0.heading?.direction == nil })
    #expect((25...35).contains(end - lost))
    let last = moments[end - 1]
    #expect(last.lookingAhead.heading?.direction == Bearing(degrees: 90))
    #expect(abs((last.lookingAhead.sightings.first?.turn ?? 0) - 30) < 1e-6 && last.sightings.first?.turn == nil)
    var told = service
    service.receive(heading(90), at: .seconds(end))
    #expect(service.snapshot(at: .seconds(end)).outlook.ahead == nil)
    for second in end..<end + 8 { service.receive(heading(90), at: .seconds(second)) }
    #expect(service.snapshot(at: .seconds(end + 7)).outlook.ahead != nil)
    told.face(sights[0], at: .seconds(end))
    #expect(told.snapshot(at: .seconds(end)).outlook.ahead != nil)
  }

  @Test("is another one with another device")
  func otherSource() {
    var service = NearbyPOIService([], heading: 90)
    service.changeSource(at: .seconds(1))
    #expect(service.snapshot(at: .seconds(1)).outlook.ahead == nil)
  }
}
